/** Which amounts may be withdrawn, and to which addresses. */
import fc from 'fast-check';
import { getAddress } from 'ethers';
import { describe, expect, test } from 'vitest';
import { approvalOf, feeOf, limitsOf, minimumOf, needsApproval } from '#rules/withdraw.ts';
import { fromUnits, leftOf, toUnits } from '#rules/amounts.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { type WithdrawCoin, checkLimit, closedAddresses, readAddress, readAmount } from './withdraw.rules.ts';

const USDT: WithdrawCoin = {
  symbol: 'USDT',
  decimals: 18,
  contract: `0x${'1'.repeat(40)}`,
  minWithdraw: '10',
  withdrawFee: '1',
  dailyWithdraw: '10000',
};

/** What was refused, and which error it got. */
function refusal(work: () => unknown): [string, unknown] | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return [error.name, error.data];
    throw error;
  }
}

describe('a limit', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  test('allows exactly what is left, and otherwise reports it', () => {
    fc.assert(
      fc.property(
        fc.bigInt(0n, 10n ** 24n),
        fc.bigInt(0n, 10n ** 24n),
        fc.bigInt(1n, 10n ** 24n),
        (limit, spent, amount) => {
          const fits = spent + amount <= limit;
          const found = refusal(() => checkLimit('USDT', amount, limit, spent, now));
          expect(found === null).toBe(fits);
          if (!fits)
            expect(found).toEqual([
              'invalid_amount',
              {
                reason: 'limit',
                coin: 'USDT',
                limit: fromUnits(limit),
                left: fromUnits(leftOf(limit, spent)),
                resetsAt: '2026-11-21T16:00:00.000Z',
              },
            ]);
        },
      ),
    );
  });

  test('comes from the coin list unless the operator sets another; off means no limit', () => {
    const coins = [USDT, { ...USDT, symbol: 'ETH', dailyWithdraw: '3.3' }];
    expect(limitsOf(coins, undefined)).toEqual(
      new Map([
        ['USDT', toUnits('10000')],
        ['ETH', toUnits('3.3')],
      ]),
    );
    expect(limitsOf(coins, new Map([['ETH', 5n]]))).toEqual(
      new Map([
        ['USDT', toUnits('10000')],
        ['ETH', 5n],
      ]),
    );
    expect(limitsOf(coins, 'off')).toEqual(new Map());
  });

  test('for approval is a tenth of the daily limit unless the operator sets another; off means never', () => {
    const tenth = (limits: Parameters<typeof approvalOf>[1]) => approvalOf([USDT], limits, undefined);
    expect(tenth(undefined)).toEqual(new Map([['USDT', toUnits('1000')]]));
    expect(tenth('off')).toEqual(tenth(undefined));
    expect(tenth(new Map([['USDT', toUnits('500')]]))).toEqual(new Map([['USDT', toUnits('50')]]));
    const coins = [USDT, { symbol: 'ETH', dailyWithdraw: '3' }];
    expect(approvalOf(coins, undefined, new Map([['ETH', 5n]]))).toEqual(
      new Map([
        ['USDT', toUnits('1000')],
        ['ETH', 5n],
      ]),
    );
    expect(approvalOf([USDT], undefined, 'off')).toBe('off');
  });

  test('for approval counts the day of the account, and that of all accounts together', () => {
    const asked = (account: bigint, everybody: bigint) => needsApproval(100n, { account, everybody });
    expect([99n, 100n, 101n].map((sum) => asked(sum, sum))).toEqual([false, true, true]);
    expect([999n, 1000n].map((sum) => asked(1n, sum))).toEqual([false, true]);
    expect(needsApproval(undefined, { account: 10n ** 30n, everybody: 10n ** 30n })).toBe(false);
  });

  test('cannot avoid approval by being split: what was paid without it stays below the threshold', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt(1n, 150n), { maxLength: 40 }), (amounts) => {
        let [asked, paid] = [0n, 0n];
        for (const amount of amounts) {
          asked += amount;
          if (!needsApproval(100n, { account: asked, everybody: paid + amount })) paid += amount;
        }
        expect(paid).toBeLessThan(100n);
      }),
    );
  });
});

describe('an amount', () => {
  test('is read exactly from the minimum up, with at most the token’s decimals', () => {
    fc.assert(
      fc.property(fc.bigInt(toUnits('10'), 10n ** 37n), (units) => {
        expect(readAmount(fromUnits(units), USDT)).toBe(units);
      }),
    );
  });

  test.each(['0', '0.000', '9.999999999999999999', '1e3', '', '-10', '10.', '10.0000000000000000001'])(
    'is refused if it is %j',
    (text) => {
      expect(refusal(() => readAmount(text, USDT))?.[0]).toBe('invalid_amount');
    },
  );

  test('is refused with more decimals than the token has, or when the fee uses it up', () => {
    const coarse = { ...USDT, decimals: 6, minWithdraw: '0.5' };
    expect(refusal(() => readAmount('20.1234567', coarse))).toEqual([
      'invalid_amount',
      { coin: 'USDT', decimals: 6 },
    ]);
    expect(minimumOf(coarse)).toBe(toUnits('1.000001'));
    expect(refusal(() => readAmount('1', coarse))).toEqual([
      'invalid_amount',
      { reason: 'minimum', coin: 'USDT', minimum: '1.000001' },
    ]);
    expect(readAmount('1.000001', coarse)).toBe(toUnits('1.000001'));
  });
});

test('an accepted amount, less any fee, can be paid to the token’s last unit', () => {
  const places = fc.integer({ min: 0, max: 18 });
  fc.assert(
    fc.property(places, fc.bigInt(0n, 10n ** 30n), fc.bigInt(0n, 10n ** 30n), (decimals, fee, more) => {
      const coin = { decimals, minWithdraw: '0', withdrawFee: fromUnits(fee) };
      const step = 10n ** BigInt(18 - decimals);
      const amount = minimumOf(coin) + more * step;
      expect((amount - feeOf(coin)) % step).toBe(0n);
      expect(amount - feeOf(coin)).toBeGreaterThan(0n);
      expect(feeOf(coin)).toBeLessThanOrEqual(fee);
    }),
  );
  expect(feeOf({ withdrawFee: '0.00005', decimals: 6 })).toBe(toUnits('0.00005'));
  expect(feeOf({ withdrawFee: '0.00005', decimals: 4 })).toBe(0n);
});

describe('an address', () => {
  const closed = closedAddresses([USDT, { contract: null }], ['0x52908400098527886E0F7030069857D2E4169EE7']);
  const bytes = fc
    .uint8Array({ minLength: 20, maxLength: 20 })
    .map((raw) => `0x${Buffer.from(raw).toString('hex')}`);

  test('is accepted with its checksum or in one case, and returned with its checksum', () => {
    fc.assert(
      fc.property(bytes, (address) => {
        fc.pre(!closed.has(address) && BigInt(address) !== 0n);
        const right = getAddress(address);
        for (const text of [address, right, `0x${address.slice(2).toUpperCase()}`])
          expect(readAddress(text, closed)).toBe(right);
      }),
    );
  });

  test('is refused with one letter in the wrong case', () => {
    fc.assert(
      fc.property(bytes, fc.nat(), (address, pick) => {
        const right = getAddress(address);
        const letters = [...right].flatMap((c, i) => (i > 1 && /[a-f]/i.test(c) ? [i] : []));
        fc.pre(letters.length > 2);
        const at = letters[pick % letters.length] ?? 0;
        const c = right[at] ?? '';
        const flipped =
          right.slice(0, at) +
          (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase()) +
          right.slice(at + 1);
        fc.pre(flipped !== flipped.toLowerCase() && flipped.slice(2) !== flipped.slice(2).toUpperCase());
        expect(refusal(() => readAddress(flipped, closed))).toEqual(['address_invalid', undefined]);
      }),
    );
  });

  test.each([
    '',
    '0x',
    'me',
    `0X${'2'.repeat(40)}`,
    '2'.repeat(40),
    `0x${'2'.repeat(39)}`,
    `0x${'2'.repeat(41)}`,
    ` 0x${'2'.repeat(40)}`,
    `0x${'g'.repeat(40)}`,
    `0x${'0'.repeat(36)}dEaD`,
    `0x${'0'.repeat(40)}`,
    `0x${'1'.repeat(40)}`,
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0x52908400098527886e0f7030069857d2e4169ee7',
  ])('is refused if it is %j', (text) => {
    expect(refusal(() => readAddress(text, closed))?.[0]).toBe('address_invalid');
  });
});
