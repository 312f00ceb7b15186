/** What was typed: the command is found among its words, options are read, and errors are one line. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { distance, helpOf, nearest, unknown } from './help.ts';
import { CommandError } from './protocol.ts';
import { mostWords, optionsOf, readTyped } from './words.ts';

const COMMANDS = [
  {
    name: 'article add',
    usage: 'article add SLUG FILE… [--cover PATH|FILE] [--pinned] [--at DATE]  puts one in',
  },
  { name: 'article list', usage: 'article list      all of them', details: 'Drafts first.' },
  { name: 'fund', usage: 'fund ACCOUNT COIN REASON…  puts in' },
  { name: 'fund list', usage: 'fund list         balances' },
  {
    name: 'link add',
    usage: 'link add NAME URL [--label-LANG TEXT]…  adds',
    options: { 'label-en': 'value' } as const,
  },
];
const read = (...typed: string[]) => readTyped(COMMANDS, typed);
const refusal = (...typed: string[]): string => {
  try {
    read(...typed);
  } catch (error) {
    expect(error).toBeInstanceOf(CommandError);
    return (error as Error).message;
  }
  throw new Error(`not refused: ${typed.join(' ')}`);
};

test('options are those of the usage, and those that the command lists', () => {
  expect(
    optionsOf({ usage: 'article add SLUG [--cover PATH|FILE] [--pinned] --at DATE  has --none' }),
  ).toEqual({
    cover: 'value',
    pinned: 'flag',
    at: 'value',
  });
  expect(optionsOf({ usage: 'x [--label-LANG TEXT]…', options: { 'label-en': 'value' } })).toMatchObject({
    'label-en': 'value',
  });
});

test.each([
  ['fund list', 'fund list         balances', 0],
  ['kyc show', 'kyc show N [--out FOLDER]  one', 1],
  ['verify', 'verify ROUND [NODE]  checks', 2],
  ['coupon add', 'coupon add CODE|--random N [--coin C --amount X] [--limit N]  makes', 1],
  ['backup', 'backup --out FOLDER [--with-keys]  writes', 0],
  ['link add', 'link add NAME URL [--label-LANG TEXT]…  adds', 2],
  ['link order', 'link order NAME…  the first', Infinity],
])('%s takes as many words as its usage writes', (name, usage, most) =>
  expect(mostWords({ name, usage })).toBe(most),
);

describe('words and options', () => {
  test('too many words are refused', () =>
    expect(refusal('link', 'add', 'a', 'https://a.b', 'more')).toBe('link add takes no further words: more'));
  test('an option may be written in capitals, and a family of options is not one itself', () => {
    expect(read('link', 'add', 'a', 'b', '--LABEL-EN', 'x').options).toEqual({ 'label-en': 'x' });
    expect(refusal('link', 'add', 'a', 'b', '--label-LANG', 'x')).toMatch(/no option --label-LANG/);
  });
  test('may stand in any order after the command', () => {
    const { command, args, options } = read(
      ...[
        '--as',
        'olga',
        'article',
        'add',
        'lamp',
        '--pinned',
        'a.en.md',
        '--at=2026-12-01',
        '--cover',
        'c.png',
        'b.ja.md',
      ],
    );
    expect(command?.name).toBe('article add');
    expect(args).toEqual(['lamp', 'a.en.md', 'b.ja.md']);
    expect(options).toEqual({ as: 'olga', pinned: '', at: '2026-12-01', cover: 'c.png' });
  });
  test('after two dashes are words', () => {
    expect(read('fund', 'reserve', '--', '--help', '--as', 'x').args).toEqual([
      'reserve',
      '--help',
      '--as',
      'x',
    ]);
  });
  test('a single dash begins a word', () =>
    expect(read('fund', 'reserve', '-1').args).toEqual(['reserve', '-1']));
  test('of two commands, the longer one is chosen', () => {
    expect(read('fund', 'list').command?.name).toBe('fund list');
    expect(read('fund', 'lists').command?.name).toBe('fund');
  });
  test.each([
    [['article', 'list', '--force'], 'article list has no option --force; it takes none'],
    [
      ['article', 'add', 'x', '--covr', 'y'],
      'article add has no option --covr; it takes --cover, --pinned, --at',
    ],
    [['article', 'add', 'x', '--at'], '--at needs a value'],
    [['article', 'add', 'x', '--at', '--pinned'], '--at needs a value'],
    [['article', 'add', 'x', '--at='], '--at needs a value'],
    [['article', 'add', 'x', '--pinned=yes'], '--pinned takes no value'],
    [['article', 'add', 'x', '--at', '1', '--at', '2'], '--at is given twice'],
    [['article', 'list', '--constructor'], 'article list has no option --constructor; it takes none'],
    [['article', 'list', '--__proto__', 'x'], 'article list has no option --__proto__; it takes none'],
  ])('%j is refused by name', (typed, why) => expect(refusal(...typed)).toBe(why));
  test('of any kind are read or refused in one line, and nothing else happens', () => {
    const word = fc.oneof(
      fc.string(),
      fc.constantFrom('--', '--at', '--pinned', 'article', 'add', '--help', '-h', '--as'),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), (typed) => {
        try {
          const { args, options } = read('article', 'add', ...typed);
          expect([...args, ...Object.values(options)].every((one) => typeof one === 'string')).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(CommandError);
        }
      }),
    );
  });
});

describe('help', () => {
  test('is requested by a word, by an option, or by an empty command', () => {
    expect(read().help).toEqual([]);
    expect(read('help').help).toEqual([]);
    expect(read('help', 'article').help).toEqual(['article']);
    expect(read('-h').help).toEqual([]);
    for (const word of ['--help', '-h']) expect(read('article', word).help).toEqual(['article']);
    expect(read('article', 'add', 'lamp', '-h').help).toEqual(['article', 'add']);
    expect(read('fund', '--', '--help').help).toBeUndefined();
  });
  test('about everything is grouped by subject', () => {
    const parts = helpOf(COMMANDS, [])?.split('\n\n') ?? [];
    expect(parts.map((part) => part.split('\n')[0])).toEqual([
      'article',
      'fund',
      'link',
      expect.stringContaining('--as NAME'),
    ]);
    expect(parts[0]).toMatch(/article add SLUG[^\n]*\n +puts one in\n {2}article list +all of them/);
  });
  test('about a subject or a command says more', () => {
    expect(helpOf(COMMANDS, ['article'])).toContain('Drafts first.');
    expect(helpOf(COMMANDS, ['article', 'add'])).not.toContain('Drafts first.');
    expect(helpOf(COMMANDS, ['nothing'])).toBeUndefined();
  });
});

describe('an unknown command', () => {
  test.each([
    [['article', 'lsit'], 'unknown command: article lsit; did you mean `article list`?'],
    [['artikle', 'add', 'lamp'], 'unknown command: artikle add lamp; did you mean `article add`?'],
    [['article'], 'unknown command: article; there is `article add`, `article list`'],
    [['nonsense'], 'unknown command: nonsense; `help` lists them all'],
    [['two\nlines'], 'unknown command: two lines; `help` lists them all'],
  ])('%j is told in one line', (words, told) => expect(unknown(COMMANDS, words)).toBe(told));
  test('a thousand letters are not compared', () => {
    expect(unknown(COMMANDS, ['x'.repeat(1_000_000)]).length).toBeLessThan(120);
    expect(nearest(COMMANDS, ['x'.repeat(1000)])).toBeUndefined();
  });
  test('letters that are added, removed, changed or swapped count one each', () => {
    for (const other of ['lst', 'lisst', 'lyst', 'lsit']) expect(distance(other, 'list'), other).toBe(1);
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (a, b) => {
        expect(distance(a, b)).toBe(distance(b, a));
        expect(distance(a, b) === 0).toBe(a === b);
        expect(distance(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length));
      }),
    );
  });
});
