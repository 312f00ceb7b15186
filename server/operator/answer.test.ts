/** One request: changes are logged before and after they run, and files arrive under plain names. */
import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { readFault } from '#server/db/faults.ts';
import { type Desk, FAILED, answer, failure } from './answer.ts';
import type { LogEntry, OperatorLog } from './log.ts';
import { type Command, CommandError } from './protocol.ts';

let lines: unknown[] = [];
let broken: { begin: false | Error; end: false | Error } = { begin: false, end: false };
const journal: OperatorLog = {
  async begin(entry: LogEntry) {
    if (broken.begin) throw broken.begin;
    lines.push(entry);
    return 7n;
  },
  async end(id, outcome, text) {
    if (broken.end) throw broken.end;
    lines.push([id, outcome, text]);
  },
};

const command = (name: string, more: Partial<Command> = {}): Command => ({
  name,
  usage: `${name} [WORD…] [--loud]`,
  async run(args, by, given) {
    lines.push('runs');
    return { text: JSON.stringify({ args, by, given }) };
  },
  ...more,
});
const refusing = (why: Error) => async (): Promise<never> => {
  throw why;
};
/** What a statement throws while nothing listens at the database's address. */
const down = () =>
  readFault(
    Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' }),
  ) as Error;
const desk: Desk = {
  journal,
  log: pino({ level: 'silent' }),
  commands: [
    command('look'),
    command('change', { changes: true }),
    command('show', { logged: true }),
    command('refuse', { changes: true, run: refusing(new CommandError('not like this')) }),
    command('break', { changes: true, run: refusing(new Error('secret')) }),
    command('list', { run: refusing(down()) }),
    command('export', { logged: true, run: refusing(down()) }),
    command('fund', { changes: true, run: refusing(down()) }),
    command('put', { changes: true, files: (words) => [...words] }),
  ],
};
const ask = (args: string[], more: object = {}) => answer(desk, { args, by: 'root', ...more });
const file = (name: string) => ({ name, content: Buffer.from('x').toString('base64') });

beforeEach(() => {
  lines = [];
  broken = { begin: false, end: false };
});

describe('the log', () => {
  test('contains who, what and how before a change runs, and its outcome afterwards', async () => {
    const { text } = await ask(['change', 'it', '--loud', '--as', 'olga', '--out', 'folder']);
    expect(JSON.parse(text)).toEqual({
      args: ['it'],
      by: 'olga',
      given: { options: { loud: '', out: 'folder' }, files: [] },
    });
    const entry = {
      osUser: 'root',
      asName: 'olga',
      command: 'change',
      args: ['it'],
      options: { loud: '' },
      files: [],
    };
    expect(lines).toEqual([entry, 'runs', [7n, 'done', text]]);
  });
  test("contains nothing about a plain query, but mentions a query for somebody's data", async () => {
    await ask(['look']);
    expect(lines).toEqual(['runs']);
    await ask(['show']);
    expect(lines).toHaveLength(4);
  });
  test('contains refusals and failures, but no internals of a failure', async () => {
    await expect(ask(['refuse'])).rejects.toThrow('not like this');
    await expect(ask(['break'])).rejects.toThrow('secret');
    expect(lines.filter(Array.isArray)).toEqual([
      [7n, 'refused', 'not like this'],
      [7n, 'failed', FAILED],
    ]);
  });
  test('comes first: a command that cannot be logged is not run', async () => {
    broken.begin = new Error('secret');
    await expect(ask(['change'])).rejects.toThrow('was not run');
    expect(lines).toEqual([]);
  });
  test('does not hide what was done if its end cannot be written', async () => {
    broken.end = new Error('secret');
    expect((await ask(['change'])).ok).toBe(true);
  });
  test.each(['', 'two\nlines', 'x'.repeat(61), '\u001b[31m'])('takes no name like %j', async (name) => {
    await expect(ask(['change', `--as=${name}`])).rejects.toThrow(/--as/);
    await expect(answer(desk, { args: ['change'], by: name })).rejects.toThrow(CommandError);
    expect(lines).toEqual([]);
  });
});

describe('while the database cannot be reached', () => {
  const WHY = 'the database cannot be reached or does not serve (connect ECONNREFUSED 127.0.0.1:5432)';
  const told = (...args: string[]) =>
    ask(args).catch((error: unknown) => (error instanceof CommandError ? error.message : failure(error)));

  test('a change is not run', async () => {
    broken.begin = down();
    expect(await told('change')).toBe(`${WHY}; the command was not run, and nothing was changed`);
    expect(lines).toEqual([]);
  });
  test('a query says that nothing was changed, also one that is logged', async () => {
    for (const name of ['list', 'export']) expect(await told(name)).toBe(`${WHY}; nothing was changed`);
  });
  test('a change that had begun promises nothing', async () => {
    broken.end = down();
    expect(await told('fund')).toBe(`${WHY}; check what the command has changed before you repeat it`);
  });
  test('any other error is not blamed on it', async () => {
    expect(await told('break')).toBe(FAILED);
  });
});

describe('files', () => {
  test('are requested, and nothing is logged until they arrive', async () => {
    expect(await ask(['put', 'a/b.md'])).toEqual({ ok: true, text: '', wants: ['a/b.md'] });
    expect(lines).toEqual([]);
  });
  test('arrive under their plain names, from either system', async () => {
    const { text } = await ask(['put', '../../etc/b.md', 'C:\\x\\c.md'], {
      files: [file('../../etc/b.md'), file('C:\\x\\c.md')],
    });
    expect(JSON.parse(text)).toMatchObject({ given: { files: [{ name: 'b.md' }, { name: 'c.md' }] } });
  });
  test.each([
    [[file('a/b.md'), file('c/b.md')], 'two files are called b.md'],
    [[file('other.md')], 'the file b.md was not sent with the command'],
    [[file('..')], 'a file has a name'],
    [[file('b\n.md')], 'a file has a name'],
    [[{ name: 'b.md' }], 'not files'],
    ['b.md', 'not files'],
  ])('%# are refused', async (files, why) => {
    await expect(ask(['put', 'b.md'], { files })).rejects.toThrow(why);
    expect(lines).toEqual([]);
  });
});

test.each([null, 1, 'kyc list', {}, { args: 'x', by: 'y' }, { args: [1], by: 'y' }, { args: ['look'] }])(
  '%j is no request',
  async (sent) => expect(answer(desk, sent)).rejects.toThrow(CommandError),
);

test('too many or too long words are refused', async () => {
  await expect(ask(Array.from({ length: 201 }, () => 'x'))).rejects.toThrow('at most 200 words');
  await expect(ask(['look', 'x'.repeat(4001)])).rejects.toThrow('at most 200 words');
});
