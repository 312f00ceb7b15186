/** A session over HTTP: how long it lives, what its outbox token opens, and the language of refusals. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createECDH } from 'node:crypto';
import { MOST_SESSIONS } from '#rules/figures.ts';
import { type Language, LANGUAGES, wireLanguage } from '#contract/languages.ts';
import { type Client, client } from '#tests/support/http.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import { DAY, UNLIMITED, ask, newcomer, skip } from '#tests/support/person.ts';

let app: LocalApp;
let guest: Client;

beforeAll(async () => {
  app = await openApp(UNLIMITED);
  guest = client(app.url);
});
afterAll(() => app?.stop());

const infoCode = async (token: string) => (await guest.as(token).call('GET /api/user/info', {})).code;

describe('a session', () => {
  test('ends with its own sign-out, together with its outbox token', async () => {
    const here = await newcomer(app.url);
    const there = await newcomer(app.url, { wallet: here.wallet });
    const outbox = guest.as(here.outboxToken);
    expect((await outbox.call('POST /api/mining/claim1', {})).code).toBe(1101);
    await ask(here.api, 'POST /api/auth/logout', {});
    expect(await infoCode(here.token)).toBe(401);
    expect((await outbox.call('POST /api/mining/claim1', {})).code).toBe(401);
    expect(await infoCode(there.token)).toBe(0);
  });

  test('ends its event stream with its own sign-out, or when another session of the account ends it', async () => {
    const here = await newcomer(app.url);
    const [there, elsewhere] = [
      await newcomer(app.url, { wallet: here.wallet }),
      await newcomer(app.url, { wallet: here.wallet }),
    ];
    const stream = async ({ token }: { readonly token: string }) => {
      const response = await fetch(`${app.url}/api/events`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const told = { over: false, ended: (async () => void (await response.text()))() };
      void told.ended.then(() => (told.over = true));
      return told;
    };
    const streams = [await stream(here), await stream(there), await stream(elsewhere)] as const;
    await ask(here.api, 'POST /api/auth/logout', {});
    await streams[0].ended;
    expect([streams[1].over, streams[2].over]).toEqual([false, false]);
    await ask(there.api, 'POST /api/user/devices/end', { which: 'others' });
    await streams[2].ended;
    expect(streams[1].over).toBe(false);
    await ask(there.api, 'POST /api/user/devices/end', { which: 'all' });
    await streams[1].ended;
  });

  test('ends its event stream when a skip takes it past its seventh day', async () => {
    const { token } = await newcomer(app.url);
    await skip(app.url, 6 * DAY);
    const response = await fetch(`${app.url}/api/events`, { headers: { authorization: `Bearer ${token}` } });
    expect(response.status).toBe(200);
    await skip(app.url, 2 * DAY);
    await response.text();
    expect(await infoCode(token)).toBe(401);
  });

  test('has an outbox token for calls that can be queued and for reading the miner, and for no others', async () => {
    const { outboxToken } = await newcomer(app.url);
    const outbox = guest.as(outboxToken);
    expect((await outbox.call('POST /api/mining/claim', {})).code).toBe(1203);
    expect((await outbox.call('POST /api/mining/buy', { method: 'invite' })).code).toBe(401);
    expect((await outbox.call('POST /api/auth/logout', {})).code).toBe(401);
    expect((await outbox.send('GET /api/mining/index', {})).code).toBe(0);
    for (const name of ['GET /api/user/info', 'GET /api/mining/power', 'GET /api/assets/list'] as const)
      expect((await outbox.send(name, {})).code).toBe(401);
  });

  test('ends when a twenty-first begins, if it was not used for longest, with its queue, reminders and stream', async () => {
    const first = await newcomer(app.url);
    const subscription = {
      endpoint: 'https://push.example/one',
      keys: { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'A'.repeat(22) },
    };
    await ask(first.api, 'POST /api/push/subscription', { subscription });
    const remindersOf = async (api: Client) => {
      const { sections } = JSON.parse((await api.send('GET /api/user/export', {})).text) as {
        sections: Record<string, { rows: unknown[] }>;
      };
      return sections['reminders']?.rows.length;
    };
    const headers = { authorization: `Bearer ${first.token}` };
    const stream = await fetch(`${app.url}/api/events`, { headers });
    expect(await remindersOf(first.api)).toBe(1);
    let last = first;
    // The first one stays unused: after a minute, using it would make it the most recent.
    for (let n = 1; n < MOST_SESSIONS; n += 1) last = await newcomer(app.url, { wallet: first.wallet });
    expect((await ask(last.api, 'GET /api/user/sessions', {})).items).toHaveLength(MOST_SESSIONS);
    last = await newcomer(app.url, { wallet: first.wallet });
    expect(await infoCode(first.token)).toBe(401);
    expect((await guest.as(first.outboxToken).call('POST /api/mining/claim1', {})).code).toBe(401);
    expect(await remindersOf(last.api)).toBe(0);
    expect(await stream.text()).toContain('retry:');
    const { items } = await ask(last.api, 'GET /api/user/sessions', {});
    expect(items).toHaveLength(MOST_SESSIONS);
  });

  test('survives a skip of a day, and ends seven days after it began; its outbox token ends after three', async () => {
    const { token, outboxToken } = await newcomer(app.url);
    const outboxCode = async () => (await guest.as(outboxToken).call('POST /api/mining/claim1', {})).code;
    await skip(app.url, DAY);
    expect([await infoCode(token), await outboxCode()]).toEqual([0, 1101]);
    await skip(app.url, 5 * DAY);
    expect([await infoCode(token), await outboxCode()]).toEqual([0, 401]);
    await skip(app.url, DAY);
    expect(await infoCode(token)).toBe(401);
    const other = await newcomer(app.url);
    await skip(app.url, 8 * DAY);
    expect(await infoCode(other.token)).toBe(401);
  });
});

describe('refusals are in the language of the caller', () => {
  const scripts: Readonly<Record<Language, RegExp>> = {
    en: /^Please log in$/,
    ja: /[\u3040-\u30ff]/,
    th: /[\u0e00-\u0e7f]/,
    vi: /[ăâđêôơưạ-ỹ]/i,
    'zh-Hans': /录/,
    'zh-TW': /錄|登/,
  };

  test.each(LANGUAGES)('%s', async (lang) => {
    const language = wireLanguage(lang);
    expect((await guest.call('GET /api/user/info', {}, { language })).message).toMatch(scripts[lang]);
  });

  test('each language has its own message, even after a sign-in, and others get simplified Chinese', async () => {
    const { api } = await newcomer(app.url);
    const messageIn = async (language: string) => {
      const answer = await api.call('POST /api/mining/claim1', {}, { language });
      expect(answer.code).toBe(1101);
      return answer.message;
    };
    const sentences = new Map<Language, string>();
    for (const lang of LANGUAGES) sentences.set(lang, await messageIn(wireLanguage(lang)));
    expect(new Set(sentences.values()).size).toBe(LANGUAGES.length);
    expect(await messageIn('zh-Hans')).toBe(sentences.get('zh-Hans'));
    expect(await messageIn('zh-Hant-TW')).toBe(sentences.get('zh-TW'));
    expect(await messageIn('ja-JP,ja;q=0.9,en;q=0.8')).toBe(sentences.get('ja'));
    expect(await messageIn('de')).toBe(sentences.get('zh-Hans'));
  });
});
