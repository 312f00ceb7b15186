// Options of the commands that measure and attack: `--name value` pairs over defaults. A number stays a number, and an
// option whose default is false stands alone.

export type Options = Record<string, string | number | boolean>;

/** Ends the process, which was called in a way that it does not understand, with one line and exit code 2. */
export function endWith(line: string): never {
  console.error(line);
  process.exit(2);
}

/** Ends the process if one of the names is not in the list, which it prints. */
export function requireKnown(names: readonly string[], list: readonly string[]): void {
  const unknown = names.filter((name) => !list.includes(name));
  if (unknown.length > 0) endWith(`unknown: ${unknown.join(', ')}; there are ${list.join(', ')}`);
}

/**
 * Words that are no options are added to `words`, where a command takes some. Ends the process for an option that does
 * not exist, with the list of those that do, and for one without a valid value.
 */
export function readArgs<T extends Options>(argv: readonly string[], defaults: T, words?: string[]): T {
  const options: Options = { ...defaults };
  for (let at = 0; at < argv.length; at += 1) {
    const given = argv[at] ?? '';
    const [, name = '', glued] = /^--([^=]*)(?:=([^]*))?$/.exec(given) ?? [];
    if (words && !given.startsWith('--')) {
      words.push(given);
      continue;
    }
    const fallback = Object.hasOwn(defaults, name) ? defaults[name] : undefined;
    if (fallback === undefined)
      return endWith(
        `unknown option ${given}; there are ${Object.keys(defaults)
          .map((key) => `--${key}`)
          .join(' ')}`,
      );
    if (typeof fallback === 'boolean') {
      options[name] = true;
      continue;
    }
    const text = glued ?? argv[(at += 1)] ?? '';
    const value = typeof fallback === 'number' ? Number(text) : text;
    if (text === '' || Number.isNaN(value)) return endWith(`--${name} needs a ${typeof fallback}`);
    options[name] = value;
  }
  return options as T;
}
