// How often and how much may be uploaded.
import { expect, test } from 'vitest';
import { MOST_BYTES, waitOf } from './kyc.uploads.rules.ts';

const NOW = new Date('2026-11-21T04:00:00Z');
const NOTHING = { oldest: undefined, account: 0, network: 0 };

test('the tenth upload before this one must be an hour ago', () => {
  const ago = (ms: number) => waitOf({ ...NOTHING, oldest: new Date(NOW.getTime() - ms) }, 1, NOW);
  expect(ago(0)).toEqual({ reason: 'uploads', retryAfter: 3600 });
  expect(ago(3_599_999)).toEqual({ reason: 'uploads', retryAfter: 1 });
  expect(ago(3_600_000)).toBeNull();
  expect(waitOf(NOTHING, 1, NOW)).toBeNull();
});

test.each(['account', 'network'] as const)(
  'bytes of the day count for the %s, until midnight in Singapore',
  (who) => {
    const full = { ...NOTHING, [who]: MOST_BYTES[who] - 5 };
    expect(waitOf(full, 5, NOW)).toBeNull();
    expect(waitOf(full, 6, NOW)).toEqual({ reason: 'quota', retryAfter: 12 * 3600 });
  },
);
