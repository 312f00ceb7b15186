// A process that credits deposits and dies by kill -9 between two of its steps: calls to the node, database statements,
// the commit. Its argument is JSON: the addresses of database and devnet, and the step after which it dies. It prints
// each step, and "done" once everything final is credited.
import { setTimeout as sleep } from 'node:timers/promises';
import type { KyselyPlugin } from 'kysely';
import { openDatabase } from '#server/db/client.ts';
import { type Rpc, connect } from '#server/chain/rpc.ts';
import type { Passport } from '#server/chain/devnet/state.ts';
import { quiet } from '#tests/support/databases.ts';
import { watchDeposits } from '#tests/support/deposits.ts';

interface Orders {
  readonly place: { databaseUrl?: string; dataDir?: string };
  readonly url: string;
  readonly passport: Passport;
  /** A step as it was printed; '' for none. */
  readonly dieAfter: string;
}
const { place, url, passport, dieAfter } = JSON.parse(process.argv[2] ?? '{}') as Orders;

const counts = new Map<string, number>();
/** Reports a step; the named one is the last thing that this process does. */
function done(name: string): void {
  const nth = (counts.get(name) ?? 0) + 1;
  counts.set(name, nth);
  const step = `${name} ${nth}`;
  if (step === dieAfter) process.kill(process.pid, 'SIGKILL');
  process.stdout.write(`${step}\n`);
}

const node = connect(url);
const after = async <T>(name: string, work: Promise<T>): Promise<T> => {
  const result = await work;
  done(name);
  return result;
};
const rpc: Rpc = {
  url,
  call: (...args) => after(args[0], node.call(...args)),
  batch: (...args) => after(`batch of ${args[0][0]?.[0] ?? 'nothing'}`, node.batch(...args)),
};
const plugin: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    done('statement');
    return result;
  },
};

const database = await openDatabase({ ...place, log: quiet });
const { watcher } = watchDeposits({ rpc, passport }, database.kysely.withPlugin(plugin), {
  secure: async () => done('securing'),
  changed: () => done('commit'),
});
while (watcher.status().lag !== 0) await sleep(5);
process.stdout.write('done\n');
await watcher.stop();
await database.close();
