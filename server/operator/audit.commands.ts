/** `operator audit`: who changed what, and when. */
import type { Db } from '#server/db/client.ts';
import { readMoment } from '#server/lib/moment.ts';
import { type Logged, readLog } from './log.ts';
import { type Command, CommandError } from './protocol.ts';

const LISTED = 50;
const MOST = 1000;

const dashed = (options: Record<string, string>): string[] =>
  Object.entries(options).map(([name, value]) => (value === '' ? `--${name}` : `--${name} ${value}`));

/** One row as one line. List items are separated by tabs, so a tab or line break inside a word becomes a space. */
function lineOf(row: Logged): string {
  const files = JSON.parse(row.files) as { name: string; size: number; sha256: string }[];
  const typed = [
    row.command,
    ...(JSON.parse(row.args) as string[]),
    ...dashed(JSON.parse(row.options) as Record<string, string>),
    ...files.map(({ name, size, sha256 }) => `[${name} ${size} bytes sha256 ${sha256.slice(0, 16)}]`),
  ].join(' ');
  const who = row.asName === null ? row.osUser : `${row.asName} (${row.osUser})`;
  const cells = [
    String(row.id),
    row.at.toISOString(),
    who,
    row.outcome ?? 'unknown end',
    typed,
    row.answer ?? '',
  ];
  return cells.map((cell) => cell.replace(/\p{Cc}+/gu, ' ')).join('\t');
}

function readLimit(text: string | undefined): number {
  if (text === undefined) return LISTED;
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > MOST) throw new CommandError(`--limit is a number from 1 to ${MOST}`);
  return limit;
}

export const auditCommands = (db: Db): Command[] => [
  {
    name: 'audit',
    usage:
      'audit [--since DATE] [--by NAME] [--command WORDS] [--limit N]  what operators changed, newest first',
    details: `Columns: number, time, who, how it ended, the command, the first line of its answer. --limit is ${LISTED} by default, at most ${MOST}.
"unknown end": the command is still running, or its server stopped first; check whether it had an effect.
Files are listed with name, size and the first 16 hex digits of their SHA-256; the table operator_commands has the whole hash.`,
    async run(_words, _by, given) {
      const { since, by, command, limit: most } = given?.options ?? {};
      const limit = readLimit(most);
      const rows = await readLog(db, {
        since: since === undefined ? undefined : readMoment(since),
        by,
        command: command?.trim().replace(/\s+/g, ' '),
        limit: limit + 1,
      });
      const lines = rows.slice(0, limit).map(lineOf);
      if (rows.length > limit) lines.push(`and more; only ${limit} are shown`);
      return { text: lines.length ? lines.join('\n') : 'nothing was changed' };
    },
  },
];
