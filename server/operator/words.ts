/**
 * Reads what was typed: which command it is, its words and its options. Pure. Does not use `parseArgs` from node:util,
 * which takes the amount -5 for an option and recognises names in only one case.
 */
import { type Command, CommandError, type Options } from './protocol.ts';

/** Options of every command: who runs it, and the folder that the client writes files to. */
const EVERYWHERE: Options = { as: 'value', out: 'value', help: 'flag' };

/** The part of a usage that says how the command is written, without what it does. */
export const synopsisOf = ({ usage }: Pick<Command, 'usage'>): string => usage.split(/\s{2,}/)[0] ?? usage;

const OPTION = /--([a-z][\w-]*)(?:[ =]([A-Z]\w*|\S*\|\S*))?/g;

/** A family of options, such as `--label-LANG`: the command itself lists its members. */
const isFamily = (name: string): boolean => /[A-Z]/.test(name);

/** The options of a command: those it lists, otherwise those in its usage, where a value follows in capitals. */
export function optionsOf(command: Pick<Command, 'options' | 'usage'>): Options {
  const written = [...synopsisOf(command).matchAll(OPTION)]
    .filter(([, name = '']) => !isFamily(name))
    .map(([, name = '', value]) => [name, value === undefined ? 'flag' : 'value'] as const);
  return { ...Object.fromEntries(written), ...command.options };
}

/** The most words that a command takes, according to its usage: `NAME…` takes any number. */
export function mostWords(command: Pick<Command, 'name' | 'usage'>): number {
  const words = synopsisOf(command)
    .slice(command.name.length)
    .replaceAll(/\[--[^\]]*\]…?/g, ' ')
    .replaceAll(OPTION, ' ');
  if (words.includes('…')) return Infinity;
  return words.split(/\s+/).filter((word) => /\w/.test(word)).length;
}

/** The words before anything is known about their options. */
function bareWords(typed: readonly string[]): string[] {
  const words: string[] = [];
  for (let at = 0; at < typed.length; at += 1) {
    const word = typed[at] ?? '';
    if (word === '--') break;
    if (word === '-h') continue;
    if (!word.startsWith('--')) words.push(word);
    else if (EVERYWHERE[word.slice(2)] === 'value') at += 1;
  }
  return words;
}

/** The command named by the first words; if several match, the longest. */
function findCommand<C extends Pick<Command, 'name'>>(
  commands: readonly C[],
  words: readonly string[],
): C | undefined {
  const named = commands.filter(({ name }) => name.split(' ').every((word, at) => word === words[at]));
  return named.toSorted((a, b) => b.name.length - a.name.length)[0];
}

interface Typed<C> {
  /** Undefined if no command begins with these words. */
  readonly command: C | undefined;
  /** All words if there is no command, otherwise the words after it. */
  readonly args: string[];
  readonly options: Readonly<Record<string, string>>;
  /** The words that help is asked about. */
  readonly help?: string[];
}

const nameThem = (options: Options): string => {
  const names = Object.keys(options).map((name) => `--${name}`);
  return names.length > 0 ? `it takes ${names.join(', ')}` : 'it takes none';
};

/**
 * Separates words and options; `--` ends the options, whose names may be in capitals. @throws CommandError in one line
 * for an unknown option, an option without its value, a flag with a value, or too many words.
 */
export function readTyped<C extends Pick<Command, 'name' | 'usage' | 'options'>>(
  commands: readonly C[],
  typed: readonly string[],
): Typed<C> {
  const bare = bareWords(typed);
  const command = findCommand(commands, bare);
  const first = typed.includes('--') ? typed.slice(0, typed.indexOf('--')) : typed;
  if (bare.length === 0 || bare[0] === 'help')
    return { command, args: bare, options: {}, help: bare.slice(1) };
  if (first.some((word) => word === '--help' || word === '-h'))
    return { command, args: bare, options: {}, help: command ? command.name.split(' ') : bare };
  if (!command) return { command, args: bare, options: {} };

  const own = optionsOf(command);
  const known: Options = { ...own, ...EVERYWHERE };
  const words: string[] = [];
  const options: Record<string, string> = {};
  for (let at = 0; at < typed.length; at += 1) {
    const word = typed[at] ?? '';
    if (word === '--') {
      words.push(...typed.slice(at + 1));
      break;
    }
    if (!word.startsWith('--')) {
      words.push(word);
      continue;
    }
    const [, given = '', value] = /^--([^=]*)(?:=([^]*))?$/.exec(word) ?? [];
    const name = Object.keys(known).find((one) => one.toLowerCase() === given.toLowerCase()) ?? given;
    const kind = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!kind) throw new CommandError(`${command.name} has no option --${name}; ${nameThem(own)}`);
    if (Object.hasOwn(options, name)) throw new CommandError(`--${name} is given twice`);
    if (kind === 'flag') {
      if (value !== undefined) throw new CommandError(`--${name} takes no value`);
      options[name] = '';
      continue;
    }
    const next = value ?? typed[at + 1];
    if (next === undefined || next === '' || (value === undefined && next.startsWith('--')))
      throw new CommandError(`--${name} needs a value`);
    if (value === undefined) at += 1;
    options[name] = next;
  }
  const args = words.slice(command.name.split(' ').length);
  const tooMany = args.slice(mostWords(command));
  if (tooMany.length > 0)
    throw new CommandError(`${command.name} takes no further words: ${tooMany.join(' ')}`);
  return { command, args, options };
}
