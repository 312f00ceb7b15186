/** How often callers are admitted, and how counts of several processes add up. */
import { describe, expect, test } from 'vitest';
import { WINDOW_MS, networkOf, rateLimiter, rateWindows, windowOf } from './rate-limit.ts';

const START = 1_700_000_040_000;
const limits = { account: 5, guest: 3, signIn: 2 };
const guest = { ip: '192.0.2.1', token: undefined, signIn: false, open: false };
const times = (n: number, ask: () => number) => Array.from({ length: n }, ask);

describe('limits', () => {
  test('a guest is refused beyond the limit and told how long to wait', () => {
    const limiter = rateLimiter(limits);
    expect(times(4, () => limiter.admit(guest, START))).toEqual([0, 0, 0, 60]);
    expect(limiter.admit(guest, START + WINDOW_MS - 1)).toBe(1);
    expect(limiter.admit(guest, START + WINDOW_MS)).toBe(0);
  });

  test('addresses are counted apart', () => {
    const limiter = rateLimiter(limits);
    times(4, () => limiter.admit(guest, START));
    expect(limiter.admit({ ...guest, ip: '192.0.2.2' }, START)).toBe(0);
  });

  test('signed-in callers are counted by account, whatever sessions they use and wherever they are', () => {
    const limiter = rateLimiter(limits);
    for (const token of ['one', 'two', 'three']) limiter.trust(token, 7n, START);
    limiter.trust('other', 8n, START);
    const tokens = ['one', 'two', 'three', 'one', 'two', 'three'];
    expect(tokens.map((token, n) => limiter.admit({ ...guest, ip: `192.0.2.${n}`, token }, START))).toEqual([
      0, 0, 0, 0, 0, 60,
    ]);
    expect(limiter.admit({ ...guest, token: 'other' }, START)).toBe(0);
  });

  test('the accounts of a network together have ten times the allowance of one, and refused calls use up none of it', () => {
    const limiter = rateLimiter(limits);
    for (let account = 0; account < 12; account += 1) limiter.trust(`of ${account}`, BigInt(account), START);
    const ask = (account: number, ip = guest.ip) =>
      limiter.admit({ ip, token: `of ${account}`, signIn: false, open: false }, START);
    times(200, () => ask(0));
    for (let account = 1; account < 10; account += 1)
      expect(times(5, () => ask(account))).toEqual([0, 0, 0, 0, 0]);
    expect([ask(10), ask(11), ask(11, '192.0.2.2')]).toEqual([60, 60, 0]);
  });

  test('guests cannot shut out those who are signed in, even if the server does not know their tokens yet', () => {
    const limiter = rateLimiter(limits);
    times(100, () => limiter.admit(guest, START));
    expect(limiter.admit({ ...guest, token: 'from before the restart' }, START)).toBe(0);
    limiter.trust('good', 7n, START);
    let n = 0;
    times(100, () => limiter.admit({ ...guest, token: `made-up-${n++}` }, START));
    expect(times(6, () => limiter.admit({ ...guest, token: 'good' }, START))).toEqual([0, 0, 0, 0, 0, 60]);
  });

  test('a made-up token gains nothing in a call that needs no session', () => {
    const limiter = rateLimiter(limits);
    times(3, () => limiter.admit(guest, START));
    expect(limiter.admit({ ...guest, token: 'made up', open: true }, START)).toBe(60);
    limiter.trust('good', 7n, START);
    expect(limiter.admit({ ...guest, token: 'good', open: true }, START)).toBe(0);
  });

  test('guests cannot keep anybody from signing in', () => {
    const limiter = rateLimiter(limits);
    times(100, () => limiter.admit(guest, START));
    expect(limiter.admit({ ...guest, signIn: true }, START)).toBe(0);
  });

  test('made-up tokens gain nothing: all of a network have one allowance', () => {
    const limiter = rateLimiter(limits);
    let n = 0;
    expect(times(6, () => limiter.admit({ ...guest, token: `made-up-${n++}` }, START))).toEqual([
      0, 0, 0, 0, 0, 60,
    ]);
  });

  test('a token that is not valid any more uses up nothing of its account', () => {
    const limiter = rateLimiter(limits);
    limiter.trust('ended', 7n, START);
    limiter.trust('good', 7n, START);
    limiter.forget('ended');
    times(100, () => limiter.admit({ ...guest, token: 'ended' }, START));
    expect(limiter.admit({ ...guest, token: 'good' }, START)).toBe(0);
  });

  test('a valid token is remembered for an hour or two after its last use', () => {
    const limiter = rateLimiter({ ...limits, account: 1 });
    const hour = 60 * WINDOW_MS;
    const exhausted = (token: string, at: number) => {
      limiter.admit({ ...guest, token: 'made-up' }, at);
      return limiter.admit({ ...guest, token }, at) > 0;
    };
    limiter.trust('good', 7n, START);
    for (const n of [1, 2, 3]) expect(exhausted('good', START + n * hour)).toBe(false);
    expect(exhausted('good', START + 5 * hour)).toBe(true);
  });

  test('sign-in calls have a smaller limit by address', () => {
    const limiter = rateLimiter(limits);
    expect(times(3, () => limiter.admit({ ...guest, signIn: true }, START))).toEqual([0, 0, 60]);
    expect(limiter.admit(guest, START)).toBe(0);
  });

  test('0 means no limit', () => {
    const limiter = rateLimiter({ account: 0, guest: 0, signIn: 0 });
    expect(
      times(10_000, () => limiter.admit({ ...guest, signIn: true }, START)).every((wait) => wait === 0),
    ).toBe(true);
  });

  test('an IPv6 subscriber, with 56 bits of their own, counts as one network', () => {
    expect(networkOf('2001:db8:1:200::5')).toBe(networkOf('2001:0db8:0001:02ff:ffff:1:2:3'));
    expect(networkOf('2001:db8:1:200::5')).not.toBe(networkOf('2001:db8:1:300::5'));
    expect(networkOf('::1')).toBe('0:0:0:0');
    expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0');
    expect(networkOf('::ffff:192.0.2.1')).toBe('192.0.2.1');
  });
});

describe('adding up', () => {
  test('two processes share one limit within a flush', () => {
    const [a, b] = [rateWindows(), rateWindows()];
    const table = new Map<string, number>();
    const flush = (windows: typeof a) => {
      const { window, counts } = windows.takeFresh();
      const totals = new Map<string, number>();
      for (const [bucket, count] of counts) {
        table.set(bucket, (table.get(bucket) ?? 0) + count);
        totals.set(bucket, table.get(bucket) ?? 0);
      }
      windows.merge(window, totals);
    };
    times(6, () => a.hit('x', 10, START));
    times(3, () => b.hit('x', 10, START));
    flush(a);
    flush(b);
    expect(times(2, () => b.hit('x', 10, START))).toEqual([0, 60]);
    flush(b);
    flush(a);
    expect(a.hit('x', 10, START)).toBe(0);
  });

  test('nothing is counted twice, nor lost, when the database does not answer', () => {
    const windows = rateWindows();
    times(4, () => windows.hit('x', 10, START));
    expect(windows.takeFresh().counts.get('x')).toBe(4);
    windows.hit('x', 10, START);
    windows.putBack();
    expect(windows.takeFresh().counts.get('x')).toBe(5);
    windows.merge(windowOf(START), new Map([['x', 9]]));
    expect(times(2, () => windows.hit('x', 10, START))).toEqual([0, 60]);
  });

  test('quiet callers are not sent, and sums of a past minute change nothing', () => {
    const windows = rateWindows();
    times(4, () => windows.hit('x', 100, START));
    expect(windows.takeFresh().counts.size).toBe(0);
    windows.hit('x', 100, START);
    expect(windows.takeFresh().counts.get('x')).toBe(5);
    windows.hit('x', 100, START + WINDOW_MS);
    windows.merge(windowOf(START), new Map([['x', 100]]));
    expect(windows.hit('x', 100, START + WINDOW_MS)).toBe(0);
  });
});
