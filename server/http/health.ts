/** Whether the server works: asks its parts through functions that main.ts passes in. */
import type { Database } from '#server/db/client.ts';
import type { Output } from '#contract';
import type { Handlers } from './handlers.ts';

type Health = Output<'GET /api/health'>;

interface HealthSources {
  readonly database: Pick<Database, 'ping' | 'kind'>;
  /** The watcher's state; answers at once, from memory. */
  readonly chain: () => Health['chain'];
  /** The payout worker's state, also from memory. */
  readonly payouts: () => Health['payouts'];
  readonly jobs: () => Promise<Health['jobs']>;
  readonly version: string;
}

/** A part that does not answer in this time counts as failed. */
const PATIENCE_MS = 2000;

const within = async <T>(work: Promise<T>, otherwise: T): Promise<T> => {
  const { promise, resolve } = Promise.withResolvers<T>();
  const timer = setTimeout(resolve, PATIENCE_MS, otherwise);
  try {
    return await Promise.race([work.catch(() => otherwise), promise]);
  } finally {
    clearTimeout(timer);
  }
};

/** Always answers 200: `ok` says whether everything works, and `data` says what does not. */
export function healthRoutes({ database, chain, payouts, jobs, version }: HealthSources) {
  return {
    'GET /api/health': async () => {
      const [alive, work] = await Promise.all([
        within(database.ping(), false),
        within(jobs(), { ok: false, due: 0 }),
      ]);
      const [onChain, paying] = [chain(), payouts()];
      return {
        ok: alive && work.ok && onChain.ok && paying.ok,
        database: { ok: alive, kind: database.kind },
        chain: onChain,
        payouts: paying,
        jobs: work,
        version,
      };
    },
  } satisfies Partial<Handlers>;
}
