/** The client's files: it reads only files that were named, and writes only into the given folder, whatever a server sends. */
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fileWriter, outOf, readFiles } from './files.ts';
import { MAX_FILES } from './protocol.ts';

let base = '';
let folder = '';
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'adit-files-'));
  folder = join(base, 'out');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(base, { recursive: true, force: true });
});

const piece = (name: string, text: string) => ({ name, content: Buffer.from(text).toString('base64') });

describe('reading', () => {
  test('takes the files that were named, also after an option', () => {
    const [a, b] = [join(base, 'a.md'), join(base, 'b.png')];
    writeFileSync(a, 'ä');
    writeFileSync(b, Buffer.from([0, 255]));
    expect(readFiles([a, b], ['article', a, `--cover=${b}`])).toEqual([
      { name: a, content: Buffer.from('ä').toString('base64') },
      { name: b, content: 'AP8=' },
    ]);
  });
  test('gives nothing else away, whatever the server asks for', () => {
    const secret = join(base, 'secret');
    writeFileSync(secret, 'key');
    expect(() => readFiles([secret], ['article', 'a.md'])).toThrow('was not named');
  });
  test('says in one line what is wrong', () => {
    mkdirSync(folder);
    const none = join(base, 'none.md');
    expect(() => readFiles([none], [none])).toThrow(`${none} cannot be read: there is no such file`);
    expect(() => readFiles([folder], [folder])).toThrow('it is not a file');
    const huge = join(base, 'huge.md');
    writeFileSync(huge, '');
    truncateSync(huge, MAX_FILES + 1);
    expect(() => readFiles([huge], [huge])).toThrow(/MiB together/);
  });
});

describe('writing', () => {
  test('joins pieces, unreadable for others, and gives a file its name once it is complete', () => {
    const writer = fileWriter(folder);
    for (const text of ['a', 'b', 'c']) writer.add(piece('ledger.csv', text));
    expect(readdirSync(folder)).toEqual(['ledger.csv.part']);
    expect(writer.finish()).toEqual([join(folder, 'ledger.csv')]);
    expect(readFileSync(join(folder, 'ledger.csv'), 'utf8')).toBe('abc');
    expect([statSync(folder).mode & 0o777, statSync(join(folder, 'ledger.csv')).mode & 0o777]).toEqual([
      0o700, 0o600,
    ]);
    writer.drop();
    expect(readdirSync(folder)).toEqual(['ledger.csv']);
  });
  test('replaces an existing file only if it may', () => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'ledger.csv'), 'earlier');
    const writer = fileWriter(folder);
    expect(() => writer.add(piece('ledger.csv', 'later'))).toThrow('ledger.csv already exists');
    writer.drop();
    expect(readFileSync(join(folder, 'ledger.csv'), 'utf8')).toBe('earlier');
    writer.add(piece('ledger.csv', 'later'), true);
    writer.finish();
    expect(readFileSync(join(folder, 'ledger.csv'), 'utf8')).toBe('later');
  });
  test('leaves nothing of an incomplete file', () => {
    const writer = fileWriter(folder);
    writer.add(piece('ledger.csv', 'half'));
    writer.drop();
    expect(readdirSync(folder)).toEqual([]);
  });
  test.each([
    '../x',
    '/etc/x',
    '..',
    '.',
    '',
    'a/b',
    'a\\b',
    '.ssh',
    'a\0b',
    'a\nb',
    'C:x',
    'x..y',
    'ü',
    'x'.repeat(300),
  ])('refuses the name %j', (name) => {
    const writer = fileWriter(folder);
    expect(() => writer.add(piece(name, 'x'))).toThrow('would not lie in the folder');
    expect(readdirSync(base)).toEqual([]);
  });
  test('says in one line that the folder cannot be made', () => {
    writeFileSync(folder, '');
    expect(() => fileWriter(folder).add(piece('x.csv', 'x'))).toThrow(`${folder} cannot be written: EEXIST`);
  });
  test('does not follow a link inside the folder', () => {
    mkdirSync(folder);
    const outside = join(base, 'outside');
    writeFileSync(outside, 'mine');
    for (const name of ['x.csv', 'x.csv.part']) symlinkSync(outside, join(folder, name));
    const writer = fileWriter(folder);
    writer.add(piece('x.csv', 'theirs'), true);
    writer.finish();
    expect(readFileSync(outside, 'utf8')).toBe('mine');
    expect(readFileSync(join(folder, 'x.csv'), 'utf8')).toBe('theirs');
  });
});

test('a relative path begins in the folder from which npm was called', () => {
  vi.stubEnv('INIT_CWD', base);
  writeFileSync(join(base, 'a.md'), 'x');
  expect(readFiles(['a.md'], ['a.md'])).toEqual([piece('a.md', 'x')]);
  expect(() => readFiles(['b.md'], ['b.md'])).toThrow(`${join(base, 'b.md')} cannot be read`);
  const writer = fileWriter('out');
  writer.add(piece('x.csv', 'x'));
  expect(writer.finish()).toEqual([join(folder, 'x.csv')]);
});

test('the folder is the one that --out names', () => {
  expect(outOf(['kyc', 'show', '7', '--out', 'a b'])).toBe('a b');
  expect(outOf(['--out=x', 'kyc'])).toBe('x');
  expect(outOf(['kyc', '--', '--out', 'x'])).toBeUndefined();
  expect(outOf(['kyc', '--outer', 'x'])).toBeUndefined();
});
