// A process that kills itself: runs the payouts worker until a chosen moment. Its argument is a `Task` as JSON; it prints "ready" after
// its first pass. It watches its own calls to the database and the node to recognise the moment.
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import { pino } from 'pino';
import type { PayoutCoin } from '#server/chain/payouts/payouts.chain.ts';
import { startPayouts } from '#server/chain/payouts/payouts.ts';
import { type Call, type Rpc, connect } from '#server/chain/rpc.ts';
import { openEmbedded } from '#server/db/pglite.ts';
import { openPool } from '#server/db/postgres.ts';
import type { Tables } from '#server/db/tables.ts';
import { systemClock } from '#server/jobs/clock.ts';

/** Moments in a payout's life; the process can die before or after each. */
export const MOMENTS = [
  'attempt is stored',
  'attempt is committed',
  'transaction is sent',
  'attempt is marked',
  'payout is marked',
  'receipts are asked',
  'end is booked',
  'end is committed',
] as const;
export type Moment = (typeof MOMENTS)[number];

export interface Task {
  readonly databaseUrl?: string;
  /** The embedded database's folder. */
  readonly dataDir?: string;
  readonly rpcUrl: string;
  readonly key: string;
  readonly chainId: number;
  readonly coins: readonly PayoutCoin[];
  /** If missing, the process runs until it is killed. */
  readonly dies?: { readonly moment: Moment; readonly after: boolean; readonly times: number };
}

/** The moment that a statement marks. Storing an attempt and booking the end take effect with the next commit (`COMMITS`). */
const STATEMENTS: readonly [RegExp, Moment][] = [
  [/^insert into "payout_attempts"/, 'attempt is stored'],
  [/^update "payout_attempts" set "sent_at"/, 'attempt is marked'],
  [/^update "payouts" set "state" = \$1 where "id" = \$2 and "state" = \$3$/, 'payout is marked'],
  [/ledger_post/, 'end is booked'],
];
const COMMITS: Partial<Record<Moment, Moment>> = {
  'attempt is stored': 'attempt is committed',
  'end is booked': 'end is committed',
};

function run(task: Task): void {
  const { dies } = task;
  let left = dies?.times ?? 0;
  const dieIf = (moment: Moment | undefined, after: boolean): void => {
    if (!dies || moment !== dies.moment || after !== dies.after) return;
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
  };
  async function through<T>(moment: Moment | undefined, work: () => Promise<T>): Promise<T> {
    dieIf(moment, false);
    const result = await work();
    dieIf(moment, true);
    return result;
  }

  const watched = (pool: PostgresPool): PostgresPool => ({
    ...pool,
    async connect() {
      const client = await pool.connect();
      let last: Moment | undefined;
      const query = (sql: string, params: readonly unknown[]) => {
        const known = STATEMENTS.find(([pattern]) => pattern.test(sql))?.[1];
        const moment = sql === 'commit' ? last && COMMITS[last] : known;
        last = sql === 'commit' ? undefined : (known ?? last);
        return through(moment, () => client.query(sql, params));
      };
      return { ...client, query, release: () => client.release() } as PostgresPoolClient;
    },
  });

  const node = connect(task.rpcUrl);
  const rpc: Rpc = {
    url: node.url,
    call: <T>(method: string, params?: readonly unknown[], timeoutMs?: number) =>
      through(method === 'eth_sendRawTransaction' ? 'transaction is sent' : undefined, () =>
        node.call<T>(method, params, timeoutMs),
      ),
    batch: <T>(calls: readonly Call[], timeoutMs?: number) =>
      through(calls[0]?.[0] === 'eth_getTransactionReceipt' ? 'receipts are asked' : undefined, () =>
        node.batch<T>(calls, timeoutMs),
      ),
  };

  void open(task).then(async (pool) => {
    const worker = startPayouts({
      ...task,
      rpc,
      db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: watched(pool) }) }),
      confirmations: 3,
      clock: systemClock,
      log: pino({ level: 'silent' }),
      changed: () => undefined,
      pollMs: 20,
    });
    await worker.look().catch(() => undefined);
    writeSync(1, 'ready\n');
  });
}

const quiet = pino({ level: 'silent' });
const open = async ({ databaseUrl, dataDir = '' }: Task): Promise<PostgresPool> =>
  databaseUrl ? openPool(databaseUrl, quiet) : openEmbedded(join(dataDir, 'db'), quiet);

if (import.meta.main) run(JSON.parse(process.argv[2] ?? '') as Task);
