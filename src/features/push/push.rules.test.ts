// A device is reported to the server when something has changed, and only if reminders are wanted.
import { describe, expect, test } from 'vitest';
import { bytesOf } from '#lib/base64url.ts';
import { madeFor, type PushFacts, pushStep, type Reported } from './push.rules.ts';

const reported: Reported = {
  endpoint: 'https://push.example/1',
  address: '0xa',
  quiet: { from: '22:00', to: '07:00' },
  timeZone: 'Asia/Bangkok',
  lang: 'th',
};
const settled: PushFacts = { on: true, reported, ...reported };
const step = (changes: Partial<PushFacts>) => pushStep({ ...settled, ...changes });

describe('while reminders are on', () => {
  test('does nothing when everything is as last reported', () => {
    expect(step({})).toBe('nothing');
    expect(step({ quiet: { ...settled.quiet, from: '22:00', to: '07:00' } })).toBe('nothing');
  });
  test.each<[string, Partial<PushFacts>]>([
    ['another account', { address: '0xb' }],
    ['another endpoint', { endpoint: 'https://push.example/2' }],
    ['a lost subscription', { endpoint: null }],
    ['other quiet hours', { quiet: { from: '23:00', to: '07:00' } }],
    ['no more quiet hours', { quiet: null }],
    ['another time zone', { timeZone: 'Europe/Berlin' }],
    ['another language', { lang: 'ja' }],
    ['a new session', { reported: null }],
  ])('reports %s to the server', (_, changes) => {
    expect(step(changes)).toBe('tell');
  });
  test('reminds no guests', () => {
    expect(step({ address: null })).toBe('nothing');
    expect(step({ address: null, endpoint: null, reported: null })).toBe('nothing');
  });
});

test('removes what is left, once, when switched off', () => {
  expect(step({ on: false })).toBe('remove');
  expect(step({ on: false, reported: null, address: null })).toBe('remove');
  expect(step({ on: false, endpoint: null })).toBe('remove');
  expect(step({ on: false, endpoint: null, reported: null })).toBe('nothing');
});

test('a subscription belongs to the key it was created with', () => {
  const key = bytesOf('BPn_-A');
  expect([...key]).toEqual([0x04, 0xf9, 0xff, 0xf8]);
  expect(madeFor(key, bytesOf('BPn_-A').buffer)).toBe(true);
  expect(madeFor(key, bytesOf('BPn_-Q').buffer)).toBe(false);
  expect(madeFor(key, bytesOf('BPn_').buffer)).toBe(false);
  expect(madeFor(key, null)).toBe(false);
});
