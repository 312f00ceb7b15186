// Runs operator commands without a socket: takes the typed line and its files, returns what a terminal would show.
import { pino } from 'pino';
import type { Database } from '#server/db/client.ts';
import { contentFeature } from '#server/features/content/feature.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { systemClock } from '#server/jobs/clock.ts';
import { answer } from '#server/operator/answer.ts';
import { auditCommands } from '#server/operator/audit.commands.ts';
import { operatorLog } from '#server/operator/log.ts';
import { type Command, CommandError, type OperatorFile } from '#server/operator/protocol.ts';

/** A file on the operator's machine. */
export const fileOf = (name: string, content: string | Uint8Array): OperatorFile => ({
  name,
  content: Buffer.from(content as Uint8Array).toString('base64'),
});

export interface Said {
  readonly ok: boolean;
  readonly text: string;
  readonly files: Readonly<Record<string, string>>;
}

/** A clock that the test sets. */
export function handClock(start: Date): Clock & { set(now: Date): void } {
  let now = start;
  return { ...systemClock, now: () => now, set: (moment) => void (now = moment) };
}

/** The only cover that the app does not have. */
export const NO_COVER = '/covers/none.svg';
const hasFile = (path: string): boolean => path !== NO_COVER;

/** The content feature on a database, with all other features switched on. */
export const contentOf = (database: Database, clock: Clock) =>
  contentFeature({
    ...{ database, clock, hasFile },
    config: { demo: true, walletConnectProjectId: null },
    live: () => ({ exchangeOpen: true, stakingOpen: true, lotteryOpen: true, raceOpen: true, teamLevels: 3 }),
    totals: async () => ({ miners: 0, produced: 0n }),
  });

export function operatorOf(database: Database, clock: Clock, more: readonly Command[] = []) {
  const db = database.kysely;
  const desk = {
    commands: [...contentOf(database, clock).commands, ...auditCommands(db), ...more],
    journal: operatorLog(db, clock),
    log: pino({ level: 'silent' }),
  };
  /** Runs one command; `files` are those in the working folder. */
  return async (typed: string, files: readonly OperatorFile[] = [], by = 'root'): Promise<Said> => {
    const args = typed.split(' ').filter(Boolean);
    try {
      const reply = await answer(desk, { args, by, files: [...files] });
      const written = (reply.files ?? []).map(
        ({ name, content }) => [name, Buffer.from(content, 'base64').toString()] as const,
      );
      return { ok: reply.ok, text: reply.text, files: Object.fromEntries(written) };
    } catch (error) {
      if (error instanceof CommandError) return { ok: false, text: error.message, files: {} };
      throw error;
    }
  };
}
