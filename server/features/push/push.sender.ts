/**
 * Sends due reminders, at most 20 at once, outside any transaction. A reminder is leased before it is sent and settled
 * afterwards: if a process dies in between, another one retries.
 */
import type { Logger } from 'pino';
import type { Db } from '#server/db/client.ts';
import { redact } from '#server/http/faults.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { reminders } from '#server/lib/metrics.ts';
import { type Delivery, finish, lease, noteEnding, putOff } from './deliveries.repository.ts';
import type { Sender } from './post.ts';
import { forgetEndpoint } from './push.repository.ts';
import {
  type Answer,
  type Device,
  type Ending,
  type Message,
  TTL_S,
  decide,
  minerMessage,
  outcomeOf,
} from './push.rules.ts';
import type { Vapid } from './vapid.ts';
import { drawOnce, encrypt } from './webpush.ts';

interface PushDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly vapid: Vapid;
  readonly sender: Sender;
}

const AT_ONCE = 20;
/** Requests in progress when the server stops may take this long; the whole stop has 10 s. */
const GRACE_MS = 2000;

/** Sends a message to a device. Status 0: the service could not be reached. */
export async function sendTo(deps: PushDeps, device: Device, { topic, payload }: Message): Promise<Answer> {
  const { clock, log, vapid, sender } = deps;
  const endpoint = new URL(device.endpoint);
  // The rest of the URL is the device's secret.
  const service = endpoint.host;
  const body = encrypt(Buffer.from(payload), device, drawOnce());
  const headers = {
    authorization: vapid.authorization(endpoint, clock.wall()),
    ...{ 'content-encoding': 'aes128gcm', 'content-type': 'application/octet-stream' },
    ...{ ttl: TTL_S, urgency: 'high', topic },
  };
  try {
    const { reason, ...answer } = await sender.send({ endpoint, headers, body });
    // Some services repeat the request in it.
    const said = redact(reason.replaceAll(endpoint.pathname + endpoint.search, '…'));
    if (answer.status >= 400)
      log.warn({ service, status: answer.status, reason: said }, 'a push service refused');
    return answer;
  } catch (error) {
    log.warn({ service, err: error }, 'a push service could not be asked');
    return { status: 0 };
  }
}

interface PushSender {
  /** Sends everything that is due now. Calls made meanwhile share the current pass, which then checks once more. */
  pass(): Promise<void>;
  /** Resolves once requests in progress are answered or have timed out. */
  stop(): Promise<void>;
}

export function pushSender(deps: PushDeps): PushSender {
  const { db, clock, log } = deps;
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  let wake = (): void => undefined;

  const ended = (outcome: Ending, wall: Date) => {
    reminders.inc({ outcome });
    return noteEnding(db, outcome, wall);
  };

  async function settle(delivery: Delivery): Promise<void> {
    const decision = decide(delivery, clock.now());
    if (typeof decision === 'object') return putOff(db, delivery, decision.at, false);
    if (decision === 'given up') await ended(decision, clock.wall());
    if (decision !== 'send') return finish(db, delivery);
    const { device, endsAt, output } = delivery;
    const answer = await sendTo(deps, device, minerMessage(endsAt, output, device.lang));
    const wall = clock.wall();
    const outcome = outcomeOf(answer, delivery, clock.now(), wall);
    if (typeof outcome === 'object') return putOff(db, delivery, outcome.at, true);
    await (outcome === 'gone' ? forgetEndpoint(db, device.endpoint) : finish(db, delivery));
    await ended(outcome, wall);
    return undefined;
  }

  /** A reminder that fails on our side stays leased until the lease expires, and is then retried. */
  const attempt = (delivery: Delivery): Promise<void> =>
    settle(delivery).catch((error: unknown) => log.error({ err: error }, 'a reminder could not be settled'));

  async function drain(): Promise<void> {
    const open = new Set<Promise<void>>();
    try {
      for (;;) {
        again = false;
        const free = stopped ? 0 : AT_ONCE - open.size;
        const taken = free > 0 ? await lease(db, free, clock.now(), clock.wall()) : [];
        for (const delivery of taken) {
          const work: Promise<void> = attempt(delivery).finally(() => open.delete(work));
          open.add(work);
        }
        const news = new Promise<void>((resolve) => {
          wake = resolve;
        });
        // A slow service does not delay reminders that fall due meanwhile.
        if (open.size > 0) await Promise.race([news, ...open]);
        else if (!again || stopped) return;
      }
    } finally {
      if (open.size > 0) await Promise.all(open);
      // In the same tick as the last check, so later calls start a new pass.
      running = undefined;
    }
  }

  return {
    async pass() {
      if (stopped) return;
      again = true;
      wake();
      await (running ??= drain());
    },
    async stop() {
      stopped = true;
      const cut = setTimeout(() => deps.sender.close(), GRACE_MS);
      await running?.catch(() => undefined);
      clearTimeout(cut);
      deps.sender.close();
    },
  };
}
