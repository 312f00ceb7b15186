/** The answers of `help`, and suggestions for unknown commands. Pure. */
import type { Command } from './protocol.ts';
import { synopsisOf } from './words.ts';

type Told = Pick<Command, 'name' | 'usage' | 'details' | 'changes'>;

const subjectOf = ({ name }: Pick<Command, 'name'>): string => name.split(' ')[0] ?? name;

const doesOf = (command: Told): string => command.usage.slice(synopsisOf(command).length).trim();

/** Where the second column begins; a longer first column gets its own line. */
const COLUMN = 44;

function line(command: Told): string {
  const synopsis = `  ${synopsisOf(command)}`;
  const does = doesOf(command);
  return synopsis.length + 2 > COLUMN
    ? `${synopsis}\n${' '.repeat(COLUMN)}${does}`
    : synopsis.padEnd(COLUMN) + does;
}

const NOTES = [
  'Every command: --as NAME says who you are where several people share a user; --out FOLDER is where files go.',
  '`help SUBJECT` or `COMMAND --help` tells more. Changes are logged; `audit` shows the log.',
];

/** All commands by subject, subjects in alphabetical order. */
function overview(commands: readonly Told[]): string {
  const subjects = Map.groupBy(commands, subjectOf);
  const parts = [...subjects.keys()]
    .toSorted()
    .map((subject) => [subject, ...(subjects.get(subject) ?? []).map(line)].join('\n'));
  return [...parts, NOTES.join('\n')].join('\n\n');
}

/** Help for everything, a subject or one command; undefined for an unknown name. */
export function helpOf(commands: readonly Told[], words: readonly string[]): string | undefined {
  const about = words.join(' ');
  if (about === '') return overview(commands);
  const exact = commands.filter(({ name }) => name === about);
  const asked = exact.length > 0 ? exact : commands.filter(({ name }) => name.startsWith(`${about} `));
  if (asked.length === 0) return undefined;
  const details = [...new Set(asked.map((command) => command.details).filter((text) => text !== undefined))];
  return [asked.map(line).join('\n'), ...details].join('\n\n');
}

/**
 * The number of edits between two words (letters added, removed, replaced, or two swapped): the restricted Damerau
 * distance.
 */
export function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i += 1) {
    const [above = [], before] = [rows[i - 1], rows[i - 2]];
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      const swapped = before && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (above[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (above[j - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (before[j - 2] ?? 0) + 1 : Infinity,
      );
    }
    rows.push(row);
  }
  return rows.at(-1)?.at(-1) ?? 0;
}

/** Longer than any command; longer words are not compared. */
const LONGEST = 60;

/** The most similar command, if at most a third of its letters differ. */
export function nearest(commands: readonly Told[], words: readonly string[]): string | undefined {
  const typed = words.join(' ').slice(0, LONGEST).toLowerCase();
  const rated = commands.map(({ name }) => {
    const parts = name.split(' ').length;
    const same = words.slice(0, parts).join(' ').slice(0, LONGEST).toLowerCase();
    return { name, off: Math.min(distance(same, name), distance(typed, name)) };
  });
  const best = rated.toSorted((a, b) => a.off - b.off)[0];
  return best && best.off <= Math.max(1, Math.floor(best.name.length / 3)) ? best.name : undefined;
}

/** The one-line answer to words that are not a command. */
export function unknown(commands: readonly Told[], words: readonly string[]): string {
  const said = `unknown command: ${words.join(' ').replace(/\s+/g, ' ').slice(0, LONGEST)}`;
  const subject = commands.filter((command) => subjectOf(command) === words[0]).map(({ name }) => name);
  const meant = nearest(commands, words);
  if (meant !== undefined) return `${said}; did you mean \`${meant}\`?`;
  if (subject.length > 0) return `${said}; there is ${subject.map((name) => `\`${name}\``).join(', ')}`;
  return `${said}; \`help\` lists them all`;
}
