/** Whether the server works, is alive and is ready: queries its parts through functions that compose.ts passes in. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import { refuse } from '#server/lib/refusal.ts';
import type { Output } from '#contract';
import type { Handlers } from './handlers.ts';

type Health = Output<'GET /api/health'>;

interface HealthSources {
  readonly database: Pick<Database, 'ping' | 'kind' | 'kysely'>;
  /** The watcher's state; answers immediately, from memory. */
  readonly chain: () => Omit<Health['chain'], 'alerts'>;
  readonly alerts: () => Promise<number>;
  /** The payout worker's state, also from memory. */
  readonly payouts: () => Health['payouts'];
  readonly jobs: () => Promise<Health['jobs']>;
  readonly version: string;
  /** Whether the server has been told to stop. */
  readonly stopping: () => boolean;
}

/** A part that does not answer in this time counts as failed. */
const PATIENCE_MS = 2000;

const within = <T>(work: Promise<T>, otherwise: T): Promise<T> =>
  Promise.race([work.catch(() => otherwise), sleep(PATIENCE_MS, otherwise, { ref: false })]);

/**
 * `health` always answers 200: `ok` says whether everything works, and `data` says what does not. `live` says that the
 * process answers: if it does not, only a restart could help. `ready` says whether calls should be sent here. It does
 * not depend on the chain: most calls work without it, and all servers share one node, so its failure would take every
 * server out at the same time.
 */
export function healthOf({ database, chain, alerts, payouts, jobs, version, stopping }: HealthSources) {
  /** The database answers, and has the functions of this release: a later one may have dropped them. */
  const works = async () => {
    await sql`select ${fn('amount_text')}(0)`.execute(database.kysely);
    return true;
  };
  const isReady = async () => !stopping() && (await within(works(), false));
  const handlers = {
    'GET /api/health/live': async () => ({ ok: true as const }),
    'GET /api/health/ready': async () => ((await isReady()) ? { ok: true as const } : refuse('unavailable')),
    'GET /api/health': async () => {
      const [alive, work, alerted] = await Promise.all([
        within(database.ping(), false),
        within(jobs(), { ok: false, due: 0 }),
        within(alerts(), 0),
      ]);
      const [onChain, paying] = [chain(), payouts()];
      return {
        ok: alive && work.ok && onChain.ok && paying.ok,
        database: { ok: alive, kind: database.kind },
        chain: { ...onChain, alerts: alerted },
        payouts: paying,
        jobs: work,
        version,
      };
    },
  } satisfies Partial<Handlers>;
  return { handlers, isReady };
}
