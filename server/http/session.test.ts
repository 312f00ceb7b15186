/** When a session holds, and how its token is read. */
import { describe, expect, test } from 'vitest';
import { IDLE_MS, TOUCH_MS, bearerToken, decideSession, hashToken, newToken } from './session.ts';

const now = new Date('2026-11-21T12:00:00Z');
const after = (ms: number) => new Date(now.getTime() + ms);
const session = {
  shown: 'session',
  lastSeenAt: now,
  expiresAt: after(1),
  outboxExpiresAt: after(1),
} as const;

describe('a session token', () => {
  test('holds until the millisecond of its absolute end', () => {
    expect(decideSession(session, false, now)).toBe('holds');
    expect(decideSession({ ...session, expiresAt: now }, false, now)).toBe('ended');
  });

  test('ends after 24 h without use', () => {
    const long = { ...session, expiresAt: after(10 * IDLE_MS) };
    expect(decideSession(long, false, after(IDLE_MS - 1))).toBe('touch');
    expect(decideSession(long, false, after(IDLE_MS))).toBe('ended');
  });

  test('is written down again only a minute after the last time', () => {
    const long = { ...session, expiresAt: after(IDLE_MS) };
    expect(decideSession(long, false, after(TOUCH_MS))).toBe('holds');
    expect(decideSession(long, false, after(TOUCH_MS + 1))).toBe('touch');
  });

  test('survives a clock that went back', () => {
    expect(decideSession(session, false, after(-5000))).toBe('holds');
  });
});

describe('an outbox token', () => {
  const outbox = { ...session, shown: 'outbox', outboxExpiresAt: after(1000) } as const;

  test('opens the calls that are meant for it alone', () => {
    expect(decideSession(outbox, true, now)).toBe('holds');
    expect(decideSession(outbox, false, now)).toBe('ended');
  });

  test('outlives an idle session, up to its own end, and never keeps the session alive', () => {
    const idle = { ...outbox, lastSeenAt: after(-2 * IDLE_MS) };
    expect(decideSession(idle, true, now)).toBe('holds');
    expect(decideSession(idle, true, after(1000))).toBe('ended');
  });
});

test('tokens have 256 bits, are never the same, and are kept as SHA-256', () => {
  const tokens = new Set(Array.from({ length: 100 }, newToken));
  expect(tokens.size).toBe(100);
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(hashToken('abc').toString('hex')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});

test('reads the bearer token of a header', () => {
  expect(bearerToken(undefined)).toBeUndefined();
  expect(bearerToken('Bearer abc-_1')).toBe('abc-_1');
  expect(bearerToken('bearer abc')).toBe('abc');
  for (const bad of ['', 'abc', 'Basic abc', 'Bearer ', 'Bearer a b', `Bearer ${'a'.repeat(201)}`])
    expect(bearerToken(bad)).toBe('');
});
