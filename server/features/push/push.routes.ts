/** The calls of reminders: the key to subscribe with, the device of a session, a test of it. */
import { refuseIssues } from '#server/http/faults.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { refuse } from '#server/lib/refusal.ts';
import { forgetEndpoint, removeDevice, saveDevice, takeTest } from './push.repository.ts';
import { readDevice, testMessage } from './push.rules.ts';
import { type PushDeps, sendTo } from './push.sender.ts';

interface PushRouteDeps extends PushDeps {
  /** Services on this machine and its network are taken as well: demo mode, tests. */
  readonly anywhere: boolean;
}

export const pushRoutes = (deps: PushRouteDeps) =>
  ({
    'GET /api/push/key': async () => ({ publicKey: deps.vapid.publicKey }),
    'POST /api/push/subscription': async (c) => {
      const { subscription } = c.input;
      const { id: userId, tokenHash } = c.user;
      if (!subscription) {
        await removeDevice(c.db, tokenHash);
        return {};
      }
      const read = readDevice(c.input, subscription, c.lang, deps.anywhere);
      if ('issues' in read) return refuseIssues(read.issues);
      await saveDevice(c.db, { userId, tokenHash, device: read.device, now: c.now });
      return {};
    },
    'POST /api/push/test': {
      // A push service may take its time: not inside of a transaction.
      prepare: async (c) => {
        const turn = await takeTest(c.db, c.user.tokenHash, c.now);
        if (!turn) return refuse('not_found');
        if ('wait' in turn) return refuse('too_many_requests', { retryAfter: turn.wait });
        const { device } = turn;
        const { status } = await sendTo(deps, device, testMessage(device.lang));
        if (status >= 200 && status < 300) return async () => ({});
        if (status !== 404 && status !== 410) return refuse('unavailable');
        await forgetEndpoint(c.db, device.endpoint);
        return refuse('not_found');
      },
    },
  }) satisfies Partial<Handlers>;
