/** When reminders are sent, postponed and given up, and which subscriptions are refused and why. */
import { createECDH, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Language, LANGUAGES } from '#contract/languages.ts';
import {
  type Quiet,
  decide,
  minerMessage,
  outcomeOf,
  readDevice,
  testMessage,
  waitOf,
} from './push.rules.ts';

const HOUR_MS = 3_600_000;
const END = new Date('2026-11-21T14:30:00.000Z');
const later = (ms: number) => new Date(END.getTime() + ms);
const reminder = { endsAt: END, quiet: null, tries: 1, current: true };
/** The cycle ends at 22:30 there. */
const NIGHT: Quiet = { hours: { from: '22:00', to: '07:00' }, timeZone: 'Asia/Singapore' };
const MORNING = new Date('2026-11-21T23:00:00.000Z');

describe('a due reminder', () => {
  test('is sent up to 12 hours after the end of its cycle', () => {
    expect(decide(reminder, END)).toBe('send');
    expect(decide(reminder, later(12 * HOUR_MS))).toBe('send');
    expect(decide(reminder, later(12 * HOUR_MS + 1))).toBe('given up');
  });

  test('is not sent for a cycle that was claimed', () => {
    expect(decide({ ...reminder, current: false }, END)).toBe('not needed');
  });

  test('waits for the end of quiet hours, and its 12 hours start there', () => {
    const quiet = { ...reminder, quiet: NIGHT };
    expect(decide(quiet, END)).toEqual({ at: MORNING });
    expect(decide(quiet, MORNING)).toBe('send');
    const long: Quiet = { hours: { from: '20:00', to: '19:00' }, timeZone: 'Asia/Singapore' };
    const open = new Date('2026-11-22T11:00:00.000Z');
    expect(decide({ ...reminder, quiet: long }, END)).toEqual({ at: open });
    expect(decide({ ...reminder, quiet: long }, open)).toBe('send');
  });

  test('is tried six times, including attempts of processes that died', () => {
    expect(decide({ ...reminder, tries: 6 }, END)).toBe('send');
    expect(decide({ ...reminder, tries: 7 }, END)).toBe('given up');
  });
});

describe('an answer of a push service', () => {
  const after = (status: number, tries = 1, retryAfter?: string, now = END) =>
    outcomeOf({ status, retryAfter }, { ...reminder, tries }, now, now);

  test.each([
    [200, 'sent'],
    [201, 'sent'],
    [202, 'sent'],
    [404, 'gone'],
    [410, 'gone'],
    [301, 'refused'],
    [400, 'refused'],
    [403, 'refused'],
    [413, 'refused'],
  ])('%i: %s', (status, ending) => expect(after(status)).toBe(ending));

  test.each([0, 429, 500, 503])('%i is retried after a delay that starts at 30 s and doubles', (status) => {
    const pauses = [1, 2, 3, 4, 5].map((tries) => after(status, tries));
    expect(pauses).toEqual([30, 60, 120, 240, 480].map((s) => ({ at: later(s * 1000) })));
    expect(after(status, 6)).toBe('given up');
  });

  test('Retry-After decides, as seconds or as a date in real time', () => {
    expect(after(429, 1, '7')).toEqual({ at: later(7000) });
    expect(after(503, 3, later(90_000).toUTCString())).toEqual({ at: later(90_000) });
    expect(after(429, 1, '43200')).toEqual({ at: later(12 * HOUR_MS) });
    expect(after(429, 1, '43201')).toBe('given up');
    expect(after(503, 1, undefined, later(12 * HOUR_MS))).toBe('given up');
  });

  test('an unreadable Retry-After is ignored, and one in the past means a second', () => {
    for (const text of [undefined, '', 'soon', '-5', '1.5'])
      expect(waitOf(text, END)).toSatisfy((wait: number | undefined) => wait === undefined || wait === 1000);
    expect(waitOf('0', END)).toBe(1000);
    expect(waitOf(later(-HOUR_MS).toUTCString(), END)).toBe(1000);
  });

  test('retries stop after six attempts or 12 hours, whatever services say', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(0, 429, 500, 503), fc.option(fc.nat(20_000), { nil: undefined }))),
        (answers) => {
          let now = END;
          let tries = 0;
          for (const [status, seconds] of answers) {
            tries += 1;
            const one = { ...reminder, tries };
            expect(decide(one, now)).toBe('send');
            const outcome = outcomeOf({ status, retryAfter: seconds?.toString() }, one, now, now);
            if (typeof outcome !== 'object') return;
            expect(outcome.at.getTime()).toBeGreaterThan(now.getTime());
            now = outcome.at;
          }
          expect(tries).toBeLessThan(6);
        },
      ),
    );
  });
});

describe('a subscription', () => {
  const ecdh = createECDH('prime256v1');
  const point = ecdh.generateKeys('base64url');
  const auth = randomBytes(16).toString('base64url');
  const read = (
    over: { endpoint?: string; p256dh?: string; auth?: string } = {},
    more: { quiet?: { from: string; to: string } | null; timeZone?: string } = {},
    open = false,
  ) => {
    const keys = { p256dh: over.p256dh ?? point, auth: over.auth ?? auth };
    const subscription = { endpoint: over.endpoint ?? 'https://push.example/abc', keys };
    return readDevice({ subscription, ...more }, subscription, 'th', open);
  };
  const issues = (result: ReturnType<typeof read>) =>
    'issues' in result ? result.issues.map(({ path }) => path) : [];

  test('is a device with its keys, language and quiet hours', () => {
    const result = read({}, { quiet: { from: '22:00', to: '07:00' }, timeZone: 'Asia/Singapore' });
    expect(result).toEqual({
      device: {
        endpoint: 'https://push.example/abc',
        p256dh: Buffer.from(point, 'base64url'),
        auth: Buffer.from(auth, 'base64url'),
        lang: 'th',
        quiet: NIGHT,
      },
    });
    expect(read({}, { timeZone: 'Asia/Tokyo' })).toMatchObject({ device: { quiet: null } });
    expect(read({}, { quiet: null })).toMatchObject({ device: { quiet: null } });
  });

  test('is refused with every reason at once', () => {
    const all = read(
      { endpoint: 'http://push.example/', p256dh: 'AAAA', auth: 'AAAA' },
      { timeZone: 'Moon' },
    );
    expect(issues(all)).toEqual([
      'subscription.endpoint',
      'subscription.keys.p256dh',
      'subscription.keys.auth',
      'timeZone',
    ]);
    expect(issues(read({}, { quiet: { from: '22:00', to: '07:00' } }))).toEqual(['timeZone']);
  });

  test.each([
    'https://127.0.0.1:8443/a',
    'https://localhost/a',
    'https://[::1]/a',
    'https://169.254.1.1/',
    'https://8.8.8.8/',
    'https://push.example:8443/a',
    'https://push.internal/a',
  ])('%s is a push service in demo mode only', (endpoint) => {
    expect(issues(read({ endpoint }))).toEqual(['subscription.endpoint']);
    expect(issues(read({ endpoint }, {}, true))).toEqual([]);
  });

  test('a URL with a user name is refused everywhere', () => {
    expect(issues(read({ endpoint: 'https://me:secret@push.example/' }, {}, true))).toEqual([
      'subscription.endpoint',
    ]);
  });
});

describe('a notification', () => {
  const payload = (message: { payload: string }) => JSON.parse(message.payload) as Record<string, unknown>;

  test('says what can be claimed, and replaces only others of its cycle', () => {
    const message = minerMessage(END, 12_500_000_000_000_000_000n, 'en');
    expect(message.topic).toBe(`miner-${END.getTime()}`);
    expect(payload(message)).toEqual({
      kind: 'miner',
      endsAt: END.getTime(),
      lang: 'en',
      title: 'Your miner has finished',
      body: '12.5 ADIT ready to claim. Waiting loses nothing.',
      neutral: { title: 'Check on your miner', body: 'Open Adit to see your reward.' },
      tag: `miner-${END.getTime()}`,
      url: '/#/pages/mining/index',
    });
  });

  test('amounts are written as in each language, without needless zeros, and never rounded up', () => {
    const body = (lang: Language, units: bigint) => payload(minerMessage(END, units, lang))['body'];
    expect(body('vi', 1_234_500_000_000_000_000_000n)).toContain('1.234,5 ADIT');
    expect(body('ja', 1_234_567_890_123_456_789_000n)).toContain('1,234.56789 ADIT');
    expect(body('th', 12n * 10n ** 18n)).toContain('12 ADIT');
    expect(body('en', 1_999_999_999_999_999_999n)).toContain('1.999999 ADIT');
  });

  test.each(LANGUAGES)('in %s has its own text, and a topic that services accept', (lang) => {
    for (const message of [minerMessage(END, 12n * 10n ** 18n, lang), testMessage(lang)]) {
      const { title, body, neutral } = payload(message);
      expect(message.topic).toMatch(/^[\w-]{1,32}$/);
      expect(String(body)).not.toContain('{');
      if (lang !== 'en')
        expect(`${String(title)}${String(body)}${JSON.stringify(neutral)}`).not.toMatch(
          /claimed|finished|notification|device|Check|Open/,
        );
    }
  });
});
