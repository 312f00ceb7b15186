/** What callers and logs see of an error. */
import { expect, test } from 'vitest';
import { Refusal } from '#server/lib/refusal.ts';
import { loggable, redact, refusalOf } from './faults.ts';

const failure = (code: string, message = 'x') => Object.assign(new Error(message), { code });

test('refusals stay as they are, and bugs become 500 without details', () => {
  const refusal = new Refusal('miner_running');
  expect(refusalOf(refusal)).toBe(refusal);
  expect(refusalOf(new TypeError('secret')).name).toBe('internal');
  expect(refusalOf('thrown text').name).toBe('internal');
});

test.each(['ECONNREFUSED', 'ECONNRESET', '57P01', '57P03', '08006', '53300', '40P01'])(
  '%s is 503',
  (code) => {
    expect(refusalOf(failure(code)).name).toBe('unavailable');
  },
);

test.each(['23505', '22P02', '42P01'])('%s is a bug of the server', (code) => {
  expect(refusalOf(failure(code)).name).toBe('internal');
});

test('a lost connection without a code is 503', () => {
  expect(refusalOf(new Error('Connection terminated unexpectedly')).name).toBe('unavailable');
});

test('the cause of an error is logged with it, also redacted, down to a limited depth', () => {
  const inner = Object.assign(failure('ECONNREFUSED', `0x${'ab'.repeat(20)} away`), { detail: 'x' });
  const line = loggable(new Error('outer', { cause: inner }));
  expect(line).toMatchObject({ message: 'outer', cause: { message: '… away', code: 'ECONNREFUSED' } });
  expect(line['cause']).not.toHaveProperty('detail');
  const circle = new Error('again');
  circle.cause = circle;
  expect(JSON.stringify(loggable(circle)).split('"again"').length).toBeLessThan(10);
});

test('no token, signature, address or database value gets into the log', () => {
  const address = `0x${'ab'.repeat(20)}`;
  const token = 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8S9t0U1v';
  const line = loggable(
    Object.assign(failure('23505', `duplicate ${address} of ${token}`), {
      detail: `Key (address)=(${address})`,
    }),
  );
  expect(JSON.stringify(line)).not.toContain(address);
  expect(JSON.stringify(line)).not.toContain(token);
  expect(line).not.toHaveProperty('detail');
  expect(redact('at post (/srv/app/server/ledger/post.ts:10:5)')).toBe(
    'at post (/srv/app/server/ledger/post.ts:10:5)',
  );
});
