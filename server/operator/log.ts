/** The operator's log: who ran which command, and how it ended. Rows are added, never changed. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/db/client.ts';
import type { Clock } from '#server/jobs/clock.ts';
import type { Given } from './protocol.ts';

export interface LogEntry extends Given {
  readonly osUser: string;
  readonly asName: string | null;
  readonly command: string;
  readonly args: readonly string[];
}

export type Outcome = 'done' | 'refused' | 'failed';

export interface OperatorLog {
  /** Written before the command runs. */
  begin(entry: LogEntry): Promise<bigint>;
  /** Written after it; without this entry, a command's outcome is unknown. */
  end(id: bigint, outcome: Outcome, answer: string): Promise<void>;
}

/** The most characters of an answer that are stored. */
const ANSWER = 500;

/** What is stored about a file: its owner can prove by the hash that it is the same file. */
const trace = ({ name, content }: Given['files'][number]) => {
  const bytes = Buffer.from(content, 'base64');
  return { name, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
};

/** PostgreSQL's text cannot contain NUL. */
const plain = (text: string) => text.replaceAll('\0', '�');

export const operatorLog = (db: Db, clock: Clock): OperatorLog => ({
  async begin({ osUser, asName, command, args, options, files }) {
    const { id } = await db
      .insertInto('operator_commands')
      .values({
        ...{ at: clock.now(), os_user: plain(osUser), as_name: asName && plain(asName), command },
        args: JSON.stringify(args),
        options: JSON.stringify(options),
        files: JSON.stringify(files.map(trace)),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },
  async end(id, outcome, answer) {
    const first = plain(answer.trimStart().split('\n')[0] ?? '').slice(0, ANSWER);
    await db
      .insertInto('operator_outcomes')
      .values({ command_id: id, at: clock.now(), outcome, answer: first })
      .execute();
  },
});

interface LogQuery {
  readonly since?: Date | undefined;
  /** The name of a system user, or the name given with `--as`. */
  readonly by?: string | undefined;
  /** The words with which a command begins. */
  readonly command?: string | undefined;
  readonly limit: number;
}

export interface Logged {
  readonly id: bigint;
  readonly at: Date;
  readonly osUser: string;
  readonly asName: string | null;
  readonly command: string;
  readonly args: string;
  readonly options: string;
  readonly files: string;
  /** Null if the command is still running, or its process ended first. */
  readonly outcome: Outcome | null;
  readonly answer: string | null;
}

/** Newest first. */
export async function readLog(db: Db, { since, by, command, limit }: LogQuery): Promise<Logged[]> {
  const { rows } = await sql<Logged>`
    select c.id, c.at, c.os_user as "osUser", c.as_name as "asName", c.command, c.args, c.options, c.files, o.outcome, o.answer
    from operator_commands c left join operator_outcomes o on o.command_id = c.id
    where ${since ? sql`c.at >= ${since}` : sql`true`}
      and ${by === undefined ? sql`true` : sql`(c.os_user = ${by} or c.as_name = ${by})`}
      and ${command === undefined ? sql`true` : sql`(c.command = ${command} or starts_with(c.command, ${`${command} `}))`}
    order by c.id desc limit ${limit}`.execute(db);
  return rows;
}
