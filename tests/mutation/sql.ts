// Mutants of SQL functions. Works on tokens: comments and string literals stay as they are; a mutant that PostgreSQL
// rejects does not count.

export interface Mutant {
  /** The name of its function. */
  readonly called: string;
  /** Where the text that it replaces begins. */
  readonly at: number;
  readonly from: string;
  readonly to: string;
}

interface Token {
  readonly text: string;
  readonly at: number;
  /** How many parentheses are open around it. */
  readonly depth: number;
}

const PARTS =
  /--[^\n]*|'(?:[^']|'')*'|\$\$|[A-Za-z_][\w.]*|\d+(?:\.\d+)?|<>|<=|>=|:=|\|\||::|[-+*/=<>();,[\]]|\S/g;

/** The tokens of a file without its comments. */
function tokensOf(sql: string): Token[] {
  let depth = 0;
  return Array.from(sql.matchAll(PARTS)).flatMap(({ 0: text, index: at }) => {
    if (text.startsWith('--')) return [];
    if (text === ')') depth -= 1;
    const token = { text, at, depth };
    if (text === '(') depth += 1;
    return [token];
  });
}

/** Replaces one word or sign with another. Leaving out a condition is harder to notice than inverting = or "and". */
const SWAPS: Record<string, string> = {
  ...{ '<>': '=', '<': '<=', '<=': '<', '>': '>=', '>=': '>', '+': '-', '-': '+', '*': '/' },
  ...{ or: 'and', true: 'false', false: 'true', max: 'min', not: '', desc: '', distinct: '' },
};

/** The end of a clause: the tokens that may follow it at its own depth, or the parenthesis that closes around it. */
const AFTER_WHERE =
  /^(and|or|where|join|left|cross|full|order|group|limit|offset|returning|on|for|then|loop|union|;|\$\$|into)$/;
const AFTER_ORDER = /^(limit|offset|loop|on|returning|for|;|\$\$|collate|into)$/;

/** The index after a clause that begins at `first`. */
function endOf(tokens: readonly Token[], first: number, after: RegExp): number {
  const depth = tokens[first]?.depth ?? 0;
  const end = tokens.findIndex(
    (token, index) =>
      index > first && (token.depth < depth || (token.depth === depth && after.test(token.text))),
  );
  return end < 0 ? tokens.length : end;
}

/** All mutants of a file's functions. */
export function mutantsOf(sql: string): Mutant[] {
  const tokens = tokensOf(sql);
  const mutants: Mutant[] = [];
  /** Replaces tokens from one up to another. */
  const replace = (first: number, next: number, to: string): void => {
    const [begin, last] = [tokens[first], tokens[next - 1]];
    if (!begin || !last) return;
    const from = sql.slice(begin.at, last.at + last.text.length);
    if (from !== to) mutants.push({ called, at: begin.at, from, to });
  };
  let isBody = false;
  let called = '';
  for (const [index, { text }] of tokens.entries()) {
    if (text === 'function' && !isBody) called = tokens[index + 1]?.text.replace(/^adit\./, '') ?? '';
    if (text === '$$') isBody = !isBody;
    if (!isBody) continue;
    const before = tokens[index - 1]?.text ?? '';
    const swap = SWAPS[text];
    if (swap !== undefined) replace(index, index + 1, swap);
    if (/^\d+$/.test(text) && before !== '::')
      replace(index, index + 1, text === '0' ? '1' : String(BigInt(text) - 1n));
    if (
      /^(where|and|if|when|on|having)$/.test(text) &&
      before !== 'end' &&
      tokens[index + 1]?.text !== 'conflict'
    )
      replace(index + 1, endOf(tokens, index + 1, AFTER_WHERE), 'true');
    if (text === 'order') replace(index, endOf(tokens, index + 1, AFTER_ORDER), '');
    if (text === 'for' && /^(update|no)$/.test(tokens[index + 1]?.text ?? ''))
      replace(index, endOf(tokens, index, /^(;|\$\$)$/), '');
    // A statement of a body; without an `exit`, its loop would not end.
    if (
      /^(;|then|else|loop|begin)$/.test(before) &&
      /^(raise|perform|update|insert|return|select)$/.test(text)
    )
      replace(index, endOf(tokens, index, /^;$/), 'null');
    if (tokens[index + 1]?.text === ':=' && /^(;|then|else|loop|begin)$/.test(before))
      replace(index, endOf(tokens, index, /^;$/), 'null');
  }
  return mutants;
}

/** Each function of a file, turned into one that aborts its caller. */
export function withoutBodies(sql: string): Mutant[] {
  const functions = sql.matchAll(/^create function adit\.(\w+)[^$]*?(language [^$]*\$\$[^]*?\$\$)/gm);
  return Array.from(functions, ({ 0: whole, 1: called = '', 2: from = '', index }) => ({
    ...{ called, from, at: index + whole.length - from.length },
    to: from
      .replace(/^language \w+/, 'language plpgsql')
      .replace(/\$\$[^]*/, () => `$$ begin raise exception '${called} is called'; end $$`),
  }));
}
