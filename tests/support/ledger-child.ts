// A process for tests to kill: posts ledger entries to an embedded database one by one and prints each number once it is committed.
// Arguments: data folder, name of the run.
import { pino } from 'pino';
import { openDatabase } from '#server/db/client.ts';
import { post } from '#server/ledger/post.ts';
import { NOON, makeUsers } from '#tests/support/ledger.ts';

const [dataDir, run] = process.argv.slice(2);
const database = await openDatabase({ dataDir, log: pino({ level: 'silent' }) });
const known = await database.kysely.selectFrom('users').select('id').executeTakeFirst();
const user = known?.id ?? (await makeUsers(database.kysely, 1))[0] ?? 0n;
for (let n = 1; ; n += 1) {
  await post(database.kysely, {
    kind: 'kill',
    ref: `${run}/${n}`,
    at: NOON,
    lines: [
      { user, coin: 'ADIT', amount: 1n },
      { system: 'issuance', coin: 'ADIT', amount: -1n },
    ],
  });
  process.stdout.write(`${run}/${n}\n`);
}
