/** What readers get while an operator's commands change it: announcements, links, banners, the welcome notice; and the commands themselves. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallName, type Input, type Output, callNames, callOf } from '#contract';
import { type App, startApp } from '#tests/support/app.ts';
import { operate } from '#tests/support/command.ts';
import { walk } from '#tests/support/growing.ts';
import { type Client, client } from '#tests/support/http.ts';
import { UNLIMITED, ask, skip } from '#tests/support/person.ts';

const LIST = 'GET /api/article/list';
const DETAIL = 'GET /api/article/detail';

let app: App;
let guest: Client;
let folder = '';

const op = (...args: string[]) => operate(app.dataDir, ...args);
const done = async (...args: string[]) => {
  const ended = await op(...args);
  expect([args, ended.code, ended.stderr]).toEqual([args, 0, '']);
  return ended.stdout;
};
const refusal = async (...args: string[]) => {
  const { code, stdout, stderr } = await op(...args);
  expect([args, code, stdout]).toEqual([args, 1, '']);
  expect(stderr).toMatch(/^[^\n]+\n$/);
  expect(stderr).not.toMatch(/ {4}at |Error:|undefined|\[object/);
  return stderr.trim();
};
/** A text of an announcement in the operator's folder. */
const text = async (name: string, content: string) => {
  await writeFile(join(folder, name), content);
  return join(folder, name);
};
const inLanguage = async <K extends CallName>(
  name: K,
  input: Input<K>,
  language: string,
): Promise<Output<K>> => {
  const answer = await guest.call(name, input, { language });
  expect(answer, answer.text).toMatchObject({ status: 200, code: 0 });
  return answer.data;
};
const titles = async (search?: string) =>
  (await ask(guest, LIST, { limit: '100', ...(search !== undefined && { search }) })).items.map(
    ({ title }) => title,
  );
const idOf = async (title: string) =>
  (await ask(guest, LIST, { limit: '100' })).items.find((item) => item.title === title)?.id ?? '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adit-op-'));
  app = await startApp({ withoutPage: true, env: UNLIMITED });
  guest = client(app.url);
});
afterAll(async () => {
  await app?.stop();
  await rm(folder, { recursive: true, force: true });
});

test('announcements are listed once each, the newest first, whatever the size of a page', async () => {
  const { items: all, nextCursor } = await ask(guest, LIST, { limit: '100' });
  expect(nextCursor).toBeNull();
  expect(all.length).toBeGreaterThan(5);
  const times = all.map(({ publishedAt }) => publishedAt);
  expect(times).toEqual(times.toSorted().toReversed());
  for (const size of [1, 2, 4]) expect(await walk(size, (query) => ask(guest, LIST, query))).toEqual(all);
  const { pinned, latest } = await ask(guest, 'GET /api/article/index', {});
  expect(latest).toEqual(all.slice(0, 5));
  expect(all).toContainEqual(pinned);
  const [first] = all;
  const detail = await ask(guest, DETAIL, { id: first?.id ?? '' });
  expect(detail).toEqual({ ...first, body: expect.stringMatching(/\S/) });
  for (const input of [
    { limit: '0' },
    { limit: '101' },
    { limit: '-1' },
    { cursor: 'nonsense' },
    { page: '2' },
  ])
    expect([input, await guest.send(LIST, input)]).toMatchObject([input, { status: 400, code: 400 }]);
  expect(await guest.send(LIST, { search: 'a'.repeat(81) })).toMatchObject({ status: 400, code: 400 });
  for (const id of ['', 'lamp', '-1', '1 or 1=1'])
    expect(await guest.send(DETAIL, { id })).toMatchObject({ status: 400, code: 400 });
  expect(await guest.send(DETAIL, { id: '987654' })).toMatchObject({ status: 404, code: 404, data: null });
});

test('a search looks for the words themselves, in the reader’s language', async () => {
  const [first = ''] = await titles();
  expect(await titles(first.toUpperCase())).toContain(first);
  for (const nothing of ['%', '_', '\\', "' or 1=1 --", '[a-z]{3}', 'zzqx'])
    expect([nothing, (await titles(nothing)).filter((title) => !title.includes(nothing))]).toEqual([
      nothing,
      [],
    ]);
  const japanese = (await inLanguage(LIST, { limit: '1' }, 'ja')).items[0]?.title ?? '';
  expect((await inLanguage(LIST, { search: japanese }, 'ja')).items.map(({ title }) => title)).toContain(
    japanese,
  );
});

test('every spelling of a language is understood, and an unknown one is simplified Chinese', async () => {
  const spellings = {
    en: ['en', 'en-GB', 'EN', 'fr, en;q=0.8'],
    ja: ['ja', 'ja-JP', 'ja-JP,ja;q=0.9,en;q=0.8'],
    th: ['th', 'th-TH'],
    vi: ['vi', 'vi-VN', 'en;q=0.1, vi'],
    'zh-Hans': ['zh_CN', 'zh-CN', 'zh-Hans', 'zh-Hans-SG', 'zh', 'fr', '', '*', ';;;'],
    'zh-TW': ['zh_TW', 'zh-TW', 'zh-Hant', 'zh-HK'],
  };
  for (const [lang, all] of Object.entries(spellings))
    for (const language of all) {
      const { items } = await inLanguage(LIST, { limit: '1' }, language);
      expect([language, items[0]?.lang]).toEqual([language, lang]);
    }
});

test('an announcement lives as the operator says, and is shown to nobody before and after', async () => {
  const english = await text(
    'lamp.en.md',
    '# Lamp day\n\nBring a lamp.\n\n<script>alert(1)</script> [x](javascript:alert(1))\n',
  );
  const japanese = await text('lamp.ja.md', '# ランプの日\n\nランプを持参。\n');
  await done('article', 'add', 'lamp', english, japanese, '--draft');
  const draft = async () => {
    expect(await titles()).not.toContain('Lamp day');
    expect(await titles('lamp day')).toEqual([]);
    expect(JSON.stringify(await ask(guest, 'GET /api/article/index', {}))).not.toContain('Lamp day');
  };
  await draft();
  await done('article', 'publish', 'lamp');
  expect((await titles())[0]).toBe('Lamp day');
  const id = await idOf('Lamp day');
  expect((await ask(guest, DETAIL, { id })).body).toContain('Bring a lamp.');
  const langOf = async (language: string) => (await inLanguage(DETAIL, { id }, language)).lang;
  expect([await langOf('ja'), await langOf('th'), await langOf('zh_TW'), await langOf('fr')]).toEqual([
    'ja',
    'en',
    'en',
    'en',
  ]);
  await done('article', 'edit', 'lamp', await text('lamp.zh-Hans.md', '# 提灯日\n\n带一盏灯。\n'));
  expect([await langOf('ja'), await langOf('th'), await langOf('zh_TW'), await langOf('en')]).toEqual([
    'ja',
    'zh-Hans',
    'zh-Hans',
    'en',
  ]);

  const pinned = async () => (await ask(guest, 'GET /api/article/index', {})).pinned?.id;
  const before = await pinned();
  await done('article', 'pin', 'lamp');
  expect(await pinned()).toBe(id);
  await done('banner', 'add', 'lamp', '--image', '/covers/miner.svg');
  const banners = async () =>
    (await ask(guest, 'GET /api/index', {})).banners.map(({ articleId }) => articleId);
  expect((await banners()).at(-1)).toBe(id);
  await done('banner', 'order', 'lamp');
  expect((await banners())[0]).toBe(id);

  await done('article', 'unpublish', 'lamp');
  await draft();
  expect(await guest.send(DETAIL, { id })).toMatchObject({ status: 404, code: 404 });
  expect([await pinned(), (await banners()).includes(id)]).toEqual([before, false]);

  const { serverTime } = await ask(guest, 'GET /api/index', {});
  await done(
    'article',
    'publish',
    'lamp',
    '--at',
    new Date(Date.parse(serverTime) + 3_600_000).toISOString(),
  );
  await draft();
  expect(await guest.send(DETAIL, { id })).toMatchObject({ status: 404, code: 404 });
  await skip(app.url, 3601);
  expect([await pinned(), (await banners())[0], (await titles())[0]]).toEqual([id, id, 'Lamp day']);
  await done('article', 'unpin', 'lamp');
  expect(await pinned()).toBe(before);
  await done('article', 'remove', 'lamp');
  await draft();
  expect(await guest.send(DETAIL, { id })).toMatchObject({ status: 404, code: 404 });
  expect(await banners()).not.toContain(id);
});

test('links and the welcome notice change at once; an address that could run is refused', async () => {
  const links = async (language = 'en') => (await inLanguage('GET /api/links', {}, language)).links;
  const ids = (await links()).map((link) => link.id);
  await done(
    'link',
    'add',
    'desk',
    'https://desk.example/a?b=c',
    '--label-en',
    '<b>Desk</b>',
    '--label-ja',
    'デスク',
  );
  expect((await links()).at(-1)).toEqual({
    id: 'desk',
    url: 'https://desk.example/a?b=c',
    label: '<b>Desk</b>',
  });
  expect([(await links('ja')).at(-1)?.label, (await links('th')).at(-1)?.label]).toEqual([
    'デスク',
    '<b>Desk</b>',
  ]);
  for (const url of [
    'javascript:alert(1)',
    'data:text/html,x',
    'http://desk.example',
    ' JAVASCRIPT:x',
    'https://',
    'vbscript:x',
  ])
    await refusal('link', 'edit', 'desk', '--url', url);
  await done('link', 'order', 'desk');
  expect((await links()).map((link) => link.id)).toEqual(['desk', ...ids]);
  await done('link', 'remove', 'desk');
  expect((await links()).map((link) => link.id)).toEqual(ids);
  const notice = await text('notice.en.md', '**Read** this.\n');
  await done('welcome', 'publish', '2030-1', notice, await text('notice.zh-Hans.md', '请阅读。\n'));
  expect((await inLanguage('GET /api/index', {}, 'en')).welcome).toEqual({
    version: '2030-1',
    body: '**Read** this.',
  });
  expect((await inLanguage('GET /api/index', {}, 'vi')).welcome.body).toBe('请阅读。');
  await refusal('welcome', 'publish', '2030-1', notice);
});

test('commands explain themselves, and refuse in one clear line', async () => {
  const help = await done('help');
  for (const subject of 'kyc article link banner coupon coin feed setting payouts ledger team verify export keys'.split(
    ' ',
  ))
    expect(help).toMatch(new RegExp(`^${subject}$`, 'm'));
  expect(await done('coupon', 'add', '--help')).toContain('--expires DATE');
  const cases: readonly (readonly [RegExp, ...string[]])[] = [
    [/nonsense/, 'nonsense'],
    [/article add/, 'article'],
    [/no option --colour/, 'article', 'list', '--colour'],
    [/missing\.en\.md/, 'article', 'add', 'x', 'missing.en.md'],
    [/no announcement nope/, 'article', 'pin', 'nope'],
    [/tomorrow/, 'article', 'publish', 'fees-and-odds', '--at', 'tomorrow'],
    [/99/, 'kyc', 'approve', '99'],
    [/PORT/, 'setting', 'set', 'PORT', '1'],
    [/RACE/, 'setting', 'set', 'RACE', 'maybe'],
    [/listed coin/, 'coin', 'set', 'NOPE', '--deposits', 'off'],
    [/reserve/, 'fund', 'nowhere', 'USDT', '1', 'because'],
    [/address/, 'export', 'account', 'nobody', '--out', folder],
  ];
  const said = await Promise.all(cases.map(async ([, ...args]) => refusal(...args)));
  for (const [i, [pattern]] of cases.entries()) expect(said[i]).toMatch(pattern);
  const nowhere = await operate(join(folder, 'nothing'), 'article', 'list');
  expect([nowhere.code, nowhere.stdout, nowhere.stderr.trim().split('\n').length]).toEqual([1, '', 1]);
});

test('the log says who changed what and when, refused or not, and nothing of what only reads', async () => {
  const from = Date.parse((await ask(guest, 'GET /api/index', {})).serverTime);
  await done('article', 'pin', 'fees-and-odds', '--as', 'Ann Example');
  await refusal('article', 'pin', 'nope');
  await done('article', 'list');
  const lines = (await done('audit', '--limit', '2')).split('\n', 2).map((line) => line.split('\t'));
  const me = userInfo().username;
  expect(lines.map(([, , who, outcome, what]) => [who, outcome, what])).toEqual([
    [me, 'refused', 'article pin nope'],
    [`Ann Example (${me})`, 'done', 'article pin fees-and-odds'],
  ]);
  for (const [, at = ''] of lines) expect(Math.abs(Date.parse(at) - from)).toBeLessThan(60_000);
  expect(await done('audit', '--by', 'Ann Example')).toMatch(/^[^\n]+article pin fees-and-odds[^\n]*\n$/);
  await refusal('audit', '--since', 'yesterday');
});

test('no call answers 501, and the document has an example for each', async () => {
  const answers = await Promise.all(
    callNames
      .filter((name) => callOf(name).form !== 'events' && name !== 'POST /api/demo/skip')
      .map(async (name) => {
        const [method = '', path = ''] = name.split(' ');
        const body = method === 'POST' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {};
        return [name, (await fetch(app.url + path, { method, ...body })).status];
      }),
  );
  expect(answers.filter(([, status]) => Number(status) >= 500)).toEqual([]);
  const { paths } = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { responses: Record<string, { content?: object }> }>>;
  };
  const withoutExample = callNames.filter((name) => {
    if (callOf(name).form === 'document') return false;
    const [method = '', path = ''] = name.split(' ');
    return !JSON.stringify(paths[path]?.[method.toLowerCase()]?.responses['200'] ?? '').includes('"example');
  });
  expect(withoutExample).toEqual([]);
});
