// A process for tests to kill: runs an operator command that prints "begun" and never ends.
import { pino } from 'pino';
import { openDatabase } from '#server/db/client.ts';
import { systemClock } from '#server/jobs/clock.ts';
import { answer } from '#server/operator/answer.ts';
import { operatorLog } from '#server/operator/log.ts';

const log = pino({ level: 'silent' });
const database = await openDatabase({ dataDir: process.argv[2], log });
const endless = {
  name: 'endless',
  usage: 'endless WORD',
  changes: true as const,
  async run() {
    process.stdout.write('begun\n');
    // A pending timer keeps the process alive until it is killed.
    return new Promise<never>(() => setInterval(() => undefined, 1000));
  },
};
const desk = { commands: [endless], journal: operatorLog(database.kysely, systemClock), log };
await answer(desk, { args: ['endless', 'work', '--as', 'olga'], by: 'root' });
