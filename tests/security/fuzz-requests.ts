/**
 * The requests of the fuzz, made from the contract's schemas: valid ones, and ones that break them in one or several ways. Request n of
 * a seed is always the same, apart from times.
 */
import * as z from 'zod/mini';
import { type CallName, callOf } from '#contract';
import { FUND_CATEGORIES } from '#rules/fund-categories.ts';
import { type Random, randomFrom } from '#tests/support/random.ts';
import { ATTACKS } from '#tests/support/attacks.ts';
import { pngOf } from '#tests/support/documents.ts';
import { requestOf } from '#tests/support/http.ts';
import { DEVELOPMENT_SIGN_KEY } from '#contract/signing.ts';
import { inputOf, withAt } from '#tests/support/samples.ts';
import { ATTACKED } from './cast.ts';
import { type Request, signed } from './wire.ts';

/** Stands for a number that JSON.stringify cannot write. */
const RAW = 'raw number ';

/** Values that some field of the contract accepts. */
const FITTING: readonly unknown[] = [
  ...['1', '2', '3', '7', '100', '0', '0.000000000000000001', '12.5', '999999999', '10.0000000000000000001'],
  ...['ADIT', 'USDT', 'BTC', 'BNB', 'usdt', 'invite', 'others', 'all', 'full', 'claim', 'binance'],
  ...[
    '0x52908400098527886E0F7030069857D2E4169EE7',
    'AB12CD34',
    '123456',
    'h3Vt0nQpX8sKz1WbYc6dRg',
    '5290',
    '2026-11-21',
  ],
  ...FUND_CATEGORIES,
  ...[0, 1, 2, 6, 7, 30, 300, 1_763_000, true, false, null, 'Europe/Berlin'],
  ...[[1, 2, 3], [{ lane: 1, amount: '1' }], { from: '22:00', to: '07:30' }],
];

/** Values that no field expects, or that have broken other servers. */
const HOSTILE: readonly unknown[] = [
  ...[null, true, -1, -0.5, 1.5, 2 ** 53, 2 ** 63, 0.1 + 0.2, Number.MIN_VALUE, Number.MAX_VALUE],
  ...['1e400', '-1e400', '1e-400', '123456789012345678901234567890', '-0', '1.0000000000000000000001'].map(
    (text) => RAW + text,
  ),
  ...[
    '',
    ' ',
    '-1',
    '+1',
    '1e3',
    '0x10',
    'NaN',
    'Infinity',
    '١٢٣',
    '１２３',
    '1,5',
    '1'.repeat(500),
    '9'.repeat(39),
    '0.' + '0'.repeat(60) + '1',
  ],
  ...['9223372036854775807', '9223372036854775808', '999999999999999999', '000000000000000001'],
  ...[
    "'; drop table users; --",
    "' or '1'='1",
    '%',
    '_',
    '\\',
    '$1',
    '${7*7}',
    '{{7*7}}',
    '../../etc/passwd',
    '%00',
    '\r\nSet-Cookie: a=b',
  ],
  ...[
    '\u0000',
    '\ud800',
    'a\u0000b',
    '\ufeff',
    '\u202e',
    'e\u0301',
    'ﬀ',
    '👩‍👩‍👧‍👦',
    'ß',
    'İ',
    'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢',
    '界'.repeat(5000),
    'x'.repeat(30_000),
  ],
  ...[
    [],
    {},
    [[]],
    [[[[[[]]]]]],
    { toString: 1 },
    { constructor: { prototype: { admin: true } } },
    { length: 1e9 },
    Array.from({ length: 2000 }, () => 1),
  ],
  ...[
    '2026-02-30T00:00:00Z',
    '+275760-09-13T00:00:00.000Z',
    '-000001-01-01T00:00:00Z',
    '__proto__',
    'constructor',
    'hasOwnProperty',
    'then',
  ],
  ...ATTACKS,
];

const UNKNOWN_KEYS = [
  'surprise',
  'constructor',
  'toString',
  'userId',
  'account',
  'is_admin',
  'then',
  '',
  'a.b',
  'a[b]',
  '\u0000',
  '界',
  'sign',
  'timestamp',
];

/** Inserted into the text of a body, because JSON.stringify never repeats a key or names a prototype. */
const REPEATED_KEYS = [
  '"__proto__":{"admin":true}',
  '"amount":"1"',
  '"id":"2"',
  '"constructor":{"prototype":{}}',
  '"sign":"0"',
  '"timestamp":"1"',
];

const BODIES = [
  '',
  '{',
  '[]',
  'null',
  '"text"',
  '7',
  '{"a":1',
  "{'a':1}",
  '{"a":1}{"b":2}',
  '[1,2,3]',
  '\ufeff{}',
  '{"a":}',
  'NaN',
  '['.repeat(30_000),
  '{"a":'.repeat(5000),
  '\u0000',
  'a=b&c=d',
  '<a/>',
];

const TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'APPLICATION/JSON',
  'application/jsonp',
  'application/xml',
  'multipart/form-data',
  'multipart/form-data; boundary=' + 'x'.repeat(300),
  ',',
  '*/*',
  'application/json, text/html',
];

const HEADERS: readonly Readonly<Record<string, string | string[]>>[] = [
  { 'accept-language': 'xx-YY;q=9, *;q=-1' },
  { 'accept-language': 'zh_CN,'.repeat(500) },
  { accept: 'text/html' },
  { 'content-encoding': 'gzip' },
  { 'x-forwarded-for': '::1, evil, 999.999.999.999' },
  { 'x-http-method-override': 'DELETE' },
  { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  { cookie: 'session=1; '.repeat(200) },
  { range: 'bytes=0-1,2-3' },
  { 'if-none-match': '*' },
  { 'x-big': 'x'.repeat(12_000) },
];

const METHODS = ['PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'POST', 'GET', 'PROPFIND'];

const textOf = (value: unknown): string =>
  (JSON.stringify(value) ?? 'null').replaceAll(new RegExp(`"${RAW}([^"]*)"`, 'g'), '$1');

/** Names of the fields of a call's input. */
function fieldsOf(name: CallName): string[] {
  const { query, body } = callOf(name);
  const schema = query ?? body;
  return schema
    ? Object.keys(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {})
    : [];
}

/** An input that the call's schema accepts. */
function fittingInput(name: CallName, random: Random): Record<string, unknown> {
  const { query, body } = callOf(name);
  let input: Record<string, unknown> = { ...inputOf(name) };
  for (const field of fieldsOf(name)) {
    for (let tries = random.int(0, 12); tries > 0; tries -= 1) {
      const next = { ...input, [field]: random.pick(FITTING) };
      if ((query ?? body)?.safeParse(next).success) input = next;
    }
  }
  return input;
}

/** A path to some value in an input. */
function somewhere(value: unknown, random: Random): string[] {
  if (typeof value !== 'object' || value === null || random.chance(0.2)) return [];
  const keys = Object.keys(value);
  if (keys.length === 0) return [];
  const key = random.pick(keys);
  return [key, ...somewhere((value as Record<string, unknown>)[key], random)];
}

/** The input with some of its values replaced or removed, or with values added. */
function brokenInput(name: CallName, random: Random): Record<string, unknown> {
  let input = fittingInput(name, random);
  for (let faults = random.int(1, 3); faults > 0; faults -= 1) {
    const path = somewhere(input, random);
    const fields = fieldsOf(name);
    if (path.length > 0 && random.chance(0.6))
      input = withAt(input, path, random.pick(HOSTILE)) as typeof input;
    else if (fields.length > 0 && random.chance(0.5))
      input = { ...input, [random.pick(fields)]: random.pick(HOSTILE) };
    else if (path.length > 0 && random.chance(0.5)) delete input[path[0] ?? ''];
    else input = { ...input, [random.pick(UNKNOWN_KEYS)]: random.pick(HOSTILE) };
  }
  return input;
}

const uuid = (random: Random): string =>
  `${'x'.repeat(8)}-xxxx-4xxx-8xxx-${'x'.repeat(12)}`.replaceAll('x', () => random.int(0, 15).toString(16));

/** Query values as text: lists and objects as a naive client would send them. */
const queryOf = (input: Record<string, unknown>, random: Random): string =>
  Object.entries(input)
    .flatMap(([key, value]) => {
      const text = typeof value === 'string' ? value.replace(RAW, '') : (JSON.stringify(value) ?? '');
      const pair = `${encodeURIComponent(key.toWellFormed())}=${encodeURIComponent(text.toWellFormed())}`;
      return random.chance(0.03) ? [pair, pair] : random.chance(0.02) ? [`${pair}%ff%`] : [pair];
    })
    .join('&');

async function formOf(name: CallName, input: Record<string, unknown>, random: Random) {
  const bytes = () => random.pick([pngOf('fuzz'), Buffer.from('nothing'), Buffer.alloc(0)]);
  const files: Record<string, { bytes: Uint8Array; name?: string }> = {};
  for (const field of Object.keys(callOf(name).files ?? {}))
    if (random.chance(0.8)) files[field] = { bytes: bytes() };
  if (random.chance(0.1)) files[random.pick(UNKNOWN_KEYS)] = { bytes: bytes(), name: '../../x\u0000.png' };
  // A form of this client has no lone surrogates.
  const fields = Object.entries(input).map(([field, value]) => [field, textOf(value).toWellFormed()]);
  return requestOf(
    name,
    Object.fromEntries(fields) as Record<string, string>,
    { files },
    DEVELOPMENT_SIGN_KEY,
  );
}

/** Request `n` of a seed, and who sends it. */
export async function requestFor(seed: number, n: number, roles: readonly string[]) {
  const random = randomFrom(seed * 1_000_003 + n);
  const name = random.pick(ATTACKED);
  const role = random.pick(roles);
  const input = random.chance(0.5) ? fittingInput(name, random) : brokenInput(name, random);
  const [verb = '', path = ''] = name.split(' ');
  const method = random.chance(0.03) ? random.pick(METHODS) : verb;
  const headers: Record<string, string | string[]> = random.chance(0.15) ? { ...random.pick(HEADERS) } : {};
  const request: { -readonly [K in keyof Request]: Request[K] } = { method, path, headers };
  if (verb === 'GET') {
    const query = queryOf(input, random);
    if (query) request.path += `?${query}`;
    if (random.chance(0.02)) request.body = 'a body';
  } else {
    const key = random.chance(0.1) ? uuid(randomFrom(seed + random.int(0, 20))) : uuid(random);
    if (!random.chance(0.03))
      headers['idempotency-key'] = random.chance(0.04)
        ? random.pick(['', 'abc', `${key}0`, 'g'.repeat(36)])
        : key;
    if (random.chance(0.01)) headers['idempotency-key'] = [key, uuid(random)];
    if (callOf(name).files && random.chance(0.9)) {
      const form = await formOf(name, input, random);
      request.body = form.body;
      headers['content-type'] = form.headers['content-type'] ?? '';
    } else {
      headers['content-type'] = random.chance(0.05) ? random.pick(TYPES) : 'application/json';
      let json = random.chance(0.04) ? random.pick(BODIES) : textOf(input);
      if (json.startsWith('{') && random.chance(0.04))
        json = `{${random.pick(REPEATED_KEYS)}${json === '{}' ? '' : ','}${json.slice(1)}`;
      const late = random.chance(0.03) && {
        timestamp: random.pick(['', 'now', '0', '99999999999999999', '-1', '1e3']),
      };
      const wrong = random.chance(0.03) && { sign: random.pick(['0', 'f'.repeat(64), 'ÿ', 'F'.repeat(65)]) };
      request.body = signed(json, { ...late, ...wrong });
    }
    if (random.chance(0.01)) request.path += '?a=b';
  }
  return { name: method === verb ? name : null, role, request, method };
}
