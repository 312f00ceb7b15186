/** What readers get while an operator's commands change it: announcements, links, banners, the welcome notice; and the commands themselves. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallName, Input } from '#contract';
import { operate } from '#tests/support/command.ts';
import { statuses, withoutExample } from '#tests/support/every-call.ts';
import { walk } from '#tests/support/growing.ts';
import { type Client, client } from '#tests/support/http.ts';
import { NO_LINKS, NO_PAGES, REFUSED_COMMANDS, SPELLINGS } from '#tests/support/people-samples.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import { UNLIMITED, ask, skip } from '#tests/support/person.ts';
import { typedAt } from '#tests/support/typed.ts';

const LIST = 'GET /api/article/list';
const DETAIL = 'GET /api/article/detail';

let app: LocalApp;
let guest: Client;
let folder = '';

const { done, refused } = typedAt(() => app);
/** A text of an announcement in the operator's folder. */
const text = async (name: string, content: string) => {
  await writeFile(join(folder, name), content);
  return join(folder, name);
};
const inLanguage = async <K extends CallName>(name: K, input: Input<K>, language: string) =>
  (await guest.call(name, input, { language })).data;
const found = async (search: string, language = 'en') =>
  (await inLanguage(LIST, { limit: '100', search }, language)).items.map(({ title }) => title);
const bannersOf = async () =>
  (await ask(guest, 'GET /api/index', {})).banners.map(({ articleId }) => articleId);
const pinnedId = async () => (await ask(guest, 'GET /api/article/index', {})).pinned?.id;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adit-op-'));
  app = await openApp(UNLIMITED);
  guest = client(app.url);
});
afterAll(async () => {
  await app?.stop();
  await rm(folder, { recursive: true, force: true });
});

test('announcements are listed once each, the newest first, whatever the size of a page', async () => {
  const { items: all, nextCursor } = await ask(guest, LIST, { limit: '100' });
  const times = all.map(({ publishedAt }) => publishedAt);
  expect([nextCursor, times]).toEqual([null, times.toSorted().toReversed()]);
  for (const size of [1, 2, 4]) expect(await walk(size, (query) => ask(guest, LIST, query))).toEqual(all);
  const { pinned, latest } = await ask(guest, 'GET /api/article/index', {});
  expect(latest).toEqual(all.slice(0, 5));
  expect(all).toContainEqual(pinned);
  const { body, ...rest } = await ask(guest, DETAIL, { id: all[0]?.id ?? '' });
  expect([rest, body]).toEqual([all[0], expect.stringMatching(/\S/)]);
  for (const input of NO_PAGES)
    expect([input, await guest.send(LIST, input)]).toMatchObject([input, { status: 400, code: 400 }]);
  for (const id of ['', 'lamp', '-1', '1 or 1=1'])
    expect(await guest.send(DETAIL, { id })).toMatchObject({ status: 400, code: 400 });
  expect(await guest.send(DETAIL, { id: '987654' })).toMatchObject({ status: 404, code: 404, data: null });
});

test('a search looks for the words themselves, in the reader’s language', async () => {
  const [first = ''] = await found('');
  expect(await found(first.toUpperCase())).toContain(first);
  for (const nothing of ['%', '_', '\\', "' or 1=1 --", '[a-z]{3}', 'zzqx'])
    for (const title of await found(nothing)) expect(title).toContain(nothing);
  const [japanese = ''] = await found('', 'ja');
  expect(await found(japanese, 'ja')).toContain(japanese);
});

test('every spelling of a language is understood, and an unknown one is simplified Chinese', async () => {
  for (const [lang, all] of Object.entries(SPELLINGS))
    for (const language of all) {
      const { items } = await inLanguage(LIST, { limit: '1' }, language);
      expect([language, items[0]?.lang]).toEqual([language, lang]);
    }
});

test('an announcement lives as the operator says, and is shown to nobody before and after', async () => {
  const english = await text('lamp.en.md', '# Lamp day\n\nBring <script>alert(1)</script> a lamp.\n');
  const japanese = await text('lamp.ja.md', '# ランプの日\n\nランプを持参。\n');
  await done('article', 'add', 'lamp', english, japanese, '--draft');
  const draft = async () => {
    expect(await found('lamp day')).toEqual([]);
    expect(JSON.stringify(await ask(guest, 'GET /api/article/index', {}))).not.toContain('Lamp day');
  };
  await draft();
  await done('article', 'publish', 'lamp');
  const newest = async () => (await ask(guest, LIST, { limit: '1' })).items[0];
  const { id = '', title } = (await newest()) ?? {};
  const { body } = await ask(guest, DETAIL, { id });
  expect([title, body]).toEqual(['Lamp day', 'Bring <script>alert(1)</script> a lamp.']);
  const gone = async () => expect(await guest.send(DETAIL, { id })).toMatchObject({ status: 404, code: 404 });
  const langs = async () => {
    const all = ['ja', 'th', 'zh_TW', 'en'].map((language) => inLanguage(DETAIL, { id }, language));
    return (await Promise.all(all)).map(({ lang }) => lang).join(' ');
  };
  expect(await langs()).toBe('ja en en en');
  await done('article', 'edit', 'lamp', await text('lamp.zh-Hans.md', '# 提灯日\n\n带一盏灯。\n'));
  expect(await langs()).toBe('ja zh-Hans zh-Hans en');

  const before = await pinnedId();
  await done('article', 'pin', 'lamp');
  expect(await pinnedId()).toBe(id);
  await done('banner', 'add', 'lamp', '--image', '/covers/miner.svg');
  expect((await bannersOf()).at(-1)).toBe(id);
  await done('banner', 'order', 'lamp');
  expect((await bannersOf())[0]).toBe(id);

  await done('article', 'unpublish', 'lamp');
  await draft();
  await gone();
  expect([await pinnedId(), (await bannersOf()).includes(id)]).toEqual([before, false]);

  const { serverTime } = await ask(guest, 'GET /api/index', {});
  const later = new Date(Date.parse(serverTime) + 3_600_000).toISOString();
  await done('article', 'publish', 'lamp', '--at', later);
  await draft();
  await gone();
  await skip(app.url, 3601);
  expect([await pinnedId(), (await bannersOf())[0], (await newest())?.id]).toEqual([id, id, id]);
  await done('article', 'unpin', 'lamp');
  expect(await pinnedId()).toBe(before);
  await done('article', 'remove', 'lamp');
  await draft();
  await gone();
  expect(await bannersOf()).not.toContain(id);
});

test('links and the welcome notice change at once; an address that could run is refused', async () => {
  const links = async (language = 'en') => (await inLanguage('GET /api/links', {}, language)).links;
  const names = async () => (await links()).map((link) => link.id);
  const before = await names();
  const labels = ['--label-en', '<b>Desk</b>', '--label-zh-hans', '服务台'];
  await done('link', 'add', 'desk', 'https://desk.example/a?b=c', ...labels);
  const last = async (language: string) => (await links(language)).at(-1);
  expect(await last('en')).toEqual({ id: 'desk', url: 'https://desk.example/a?b=c', label: '<b>Desk</b>' });
  expect([(await last('zh_CN'))?.label, (await last('th'))?.label]).toEqual(['服务台', '服务台']);
  await Promise.all(NO_LINKS.map((url) => refused('link', 'edit', 'desk', '--url', url)));
  await done('link', 'order', 'desk');
  expect(await names()).toEqual(['desk', ...before]);
  await done('link', 'remove', 'desk');
  expect(await names()).toEqual(before);
  const notice = await text('notice.en.md', '**Read** this.\n');
  await done('welcome', 'publish', '2030-1', notice, await text('notice.zh-Hans.md', '请阅读。\n'));
  const { welcome } = await inLanguage('GET /api/index', {}, 'en');
  expect(welcome).toEqual({ version: '2030-1', body: '**Read** this.' });
  expect((await inLanguage('GET /api/index', {}, 'vi')).welcome.body).toBe('请阅读。');
  await refused('welcome', 'publish', '2030-1', notice);
});

test('commands explain themselves, and refuse in one clear line', async () => {
  const help = await done('help');
  const subjects = 'kyc article link banner coupon coin feed setting payouts ledger team verify export keys';
  for (const subject of subjects.split(' ')) expect(help).toMatch(new RegExp(`^${subject}$`, 'm'));
  expect(await done('coupon', 'add', '--help')).toContain('--expires DATE');
  const refuse = async ([pattern, ...args]: (typeof REFUSED_COMMANDS)[number]) =>
    expect(await refused(...args)).toMatch(pattern);
  await Promise.all(REFUSED_COMMANDS.map(refuse));
  const nowhere = await operate(join(folder, 'nothing'), 'article', 'list');
  expect([nowhere.code, nowhere.stdout, nowhere.stderr.trim().split('\n').length]).toEqual([1, '', 1]);
});

test('a search for what no text can hold is answered like any other', async () => {
  expect((await guest.send(LIST, { search: 'a\0' })).status).toBeLessThan(500);
});

test('words too many are refused: the operator meant something by them', async () => {
  expect(await refused('article', 'unpin', 'check-a-draw', 'odds-and-edge')).toContain('odds-and-edge');
  expect(await refused('ledger', 'check', 'extra')).toContain('extra');
});

test('a label’s language is written as everywhere else', async () => {
  await done('link', 'edit', 'help', '--label-zh-Hans', '服务台');
});

test('the log says who changed what and when, refused or not, and nothing of what only reads', async () => {
  const from = Date.parse((await ask(guest, 'GET /api/index', {})).serverTime);
  await done('article', 'pin', 'fees-and-odds', '--as', 'Ann Example');
  await refused('article', 'pin', 'nope');
  await done('article', 'list');
  const lines = (await done('audit', '--limit', '2')).split('\n', 2).map((line) => line.split('\t'));
  const me = userInfo().username;
  expect(lines.map(([, , who, outcome, what]) => [who, outcome, what])).toEqual([
    [me, 'refused', 'article pin nope'],
    [`Ann Example (${me})`, 'done', 'article pin fees-and-odds'],
  ]);
  for (const [, at = ''] of lines) expect(Math.abs(Date.parse(at) - from)).toBeLessThan(60_000);
  expect(await done('audit', '--by', 'Ann Example')).toMatch(/^[^\n]+article pin fees-and-odds[^\n]*\n$/);
});

test('no call answers a failure of ours', async () => {
  expect((await statuses(app.url)).filter(([, status]) => status >= 500)).toEqual([]);
});

test('the OpenAPI document has an example of every answer', async () => {
  expect(await withoutExample(app.url)).toEqual([]);
});
