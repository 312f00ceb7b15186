// Options of the benchmarks: `--name value` pairs over defaults; a number stays a number.

export type Options = Record<string, string | number>;

/** @throws Error naming an option that does not exist, or one whose number is invalid. */
export function readArgs<T extends Options>(argv: string[], defaults: T): T {
  const options: Options = { ...defaults };
  for (let at = 0; at < argv.length; at += 2) {
    const name = argv[at]?.replace(/^--/, '') ?? '';
    const fallback = defaults[name];
    if (fallback === undefined)
      throw new Error(
        `unknown option ${argv[at]}; there are ${Object.keys(defaults)
          .map((key) => `--${key}`)
          .join(' ')}`,
      );
    const text = argv[at + 1] ?? '';
    const value = typeof fallback === 'number' ? Number(text) : text;
    if (text === '' || Number.isNaN(value)) throw new Error(`--${name} needs a ${typeof fallback}`);
    options[name] = value;
  }
  return options as T;
}
