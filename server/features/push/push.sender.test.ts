/** One message to one device: the log names the service and reveals nothing about the device. */
import { randomBytes, randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { Db } from '#server/db/client.ts';
import { systemClock } from '#server/jobs/clock.ts';
import { newBrowser } from '#tests/support/push.ts';
import type { Post } from './post.ts';
import { type Device, testMessage } from './push.rules.ts';
import { sendTo } from './push.sender.ts';
import { vapidOf } from './vapid.ts';
import { drawOnce } from './webpush.ts';

test('a service that repeats its request puts neither the device’s URL nor our token into the log', async () => {
  const lines: string[] = [];
  const secret = `${randomUUID()}:${randomBytes(60).toString('base64url')}`;
  const browser = await newBrowser(`https://push.example/send/${secret}`);
  let posted: Post | undefined;
  const deps = {
    db: {} as Db,
    clock: systemClock,
    log: pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) }),
    vapid: vapidOf(drawOnce().privateKey, 'mailto:operator@adit.example'),
    sender: {
      send: async (post: Post) => {
        posted = post;
        const reason = `Cannot POST ${post.endpoint.pathname} with ${String(post.headers['authorization'])}`;
        return { status: 403, reason };
      },
      close: () => undefined,
    },
  };
  const { endpoint } = browser.subscription;
  const device: Device = { endpoint, p256dh: browser.point, auth: browser.auth, lang: 'en', quiet: null };
  expect(await sendTo(deps, device, testMessage('en'))).toEqual({ status: 403 });
  const [line = ''] = lines;
  expect(JSON.parse(line)).toMatchObject({ service: 'push.example', status: 403 });
  expect(line).toContain('Cannot POST');
  for (const part of secret.split(':')) expect(line).not.toContain(part);
  const [, claims, signature] = String(posted?.headers['authorization']).split(/[.,]/);
  for (const part of [claims, signature]) expect(line).not.toContain(part);
});
