// The server is told of a device when something has changed, and of nothing that is not wanted.
import { describe, expect, test } from 'vitest';
import { keyBytes, madeFor, type PushFacts, pushStep, type Reported } from './push.rules.ts';

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
  test('nothing is done when all is as it was told', () => {
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
  ])('the server is told of %s', (_, changes) => {
    expect(step(changes)).toBe('tell');
  });
  test('a guest is nobody to be reminded', () => {
    expect(step({ address: null })).toBe('nothing');
    expect(step({ address: null, endpoint: null, reported: null })).toBe('nothing');
  });
});

test('switched off, what is left is removed, once', () => {
  expect(step({ on: false })).toBe('remove');
  expect(step({ on: false, reported: null, address: null })).toBe('remove');
  expect(step({ on: false, endpoint: null })).toBe('remove');
  expect(step({ on: false, endpoint: null, reported: null })).toBe('nothing');
});

test('a subscription belongs to the key it was made with', () => {
  const key = keyBytes('BPn_-A');
  expect([...key]).toEqual([0x04, 0xf9, 0xff, 0xf8]);
  expect(madeFor(key, keyBytes('BPn_-A').buffer)).toBe(true);
  expect(madeFor(key, keyBytes('BPn_-Q').buffer)).toBe(false);
  expect(madeFor(key, keyBytes('BPn_').buffer)).toBe(false);
  expect(madeFor(key, null)).toBe(false);
});
