/** What an operator puts into the funds and takes out of them: exact, balanced, never overdrawn, and refused in one line. */
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { systemClock } from '#server/jobs/clock.ts';
import { onBothDatabases, removeClusterAtEnd } from '#tests/support/databases.ts';
import { audit } from './audit.ts';
import { fundCommands } from './fund.commands.ts';
import { FUND_NAMES, checkTake, moveEntry, readMove } from './fund.rules.ts';
import { systemBalance } from './read.ts';

const LISTED = ['ADIT', 'USDT', 'BTC'];
const PUT = { direction: 'put', source: 'custody' } as const;
const TAKE = { direction: 'take', source: 'custody' } as const;

removeClusterAtEnd();

describe('the words', () => {
  test.each([
    [['wallet', 'USDT', '1', 'x'], /^give one of the funds/],
    [['lottery_pool', 'ADIT', '1', 'x'], /^give one of the funds/],
    [['custody', 'USDT', '1', 'x'], /^give one of the funds/],
    [['buyback', 'BTC', '1', 'x'], /^buyback holds USDT$/],
    [['reserve', 'DOGE', '1', 'x'], /^reserve holds ADIT, USDT, BTC$/],
    [['reserve', 'BTC', '0', 'x'], /amount above 0/],
    [['reserve', 'BTC', '-1', 'x'], /amount above 0/],
    [['reserve', 'BTC', '1e3', 'x'], /amount above 0/],
    [['reserve', 'BTC', '0.0000000000000000001', 'x'], /amount above 0/],
    [['reserve', 'BTC', '1'], /^give a reason/],
  ])('%j are refused', (words, why) => {
    expect(() => readMove(words, PUT, LISTED)).toThrow(why);
  });

  test('only ADIT is issued', () => {
    const issue = { direction: 'put', source: 'issuance' } as const;
    expect(() => readMove(['reserve', 'USDT', '1', 'x'], issue, LISTED)).toThrow(/^only ADIT/);
    expect(readMove(['race_bank', 'adit', '1.5', 'a', 'start'], issue, LISTED)).toMatchObject({
      ...{ fund: 'race_bank', coin: 'ADIT', amount: toUnits('1.5'), source: 'issuance', reason: 'a start' },
    });
  });

  const units = fc.bigInt({ min: 1n, max: 10n ** 37n });
  test('of any amount make an entry that sums to zero and moves exactly that', () => {
    fc.assert(
      fc.property(units, fc.boolean(), (amount, put) => {
        const move = readMove(['reserve', 'BTC', fromUnits(amount), 'x'], put ? PUT : TAKE, LISTED);
        const { lines } = moveEntry(move, 'id', new Date(0));
        expect(lines.reduce((sum, line) => sum + line.amount, 0n)).toBe(0n);
        expect(lines.find(({ system }) => system === 'reserve')?.amount).toBe(put ? amount : -amount);
      }),
    );
  });

  test('never take more than is free', () => {
    fc.assert(
      fc.property(units, units, units, (amount, balance, promised) => {
        const move = readMove(['race_bank', 'ADIT', fromUnits(amount), 'x'], TAKE, LISTED);
        const take = () => checkTake(move, balance, promised);
        if (amount + promised <= balance) expect(take).not.toThrow();
        else expect(take).toThrow(/at most/);
      }),
    );
  });
});

onBothDatabases((open) => {
  let promised = 0n;
  let chain: bigint | string = '';
  const run = async (name: string, ...words: string[]) => {
    const commands = fundCommands({
      ...{ database: open(), clock: systemClock, coins: LISTED },
      promised: { race_bank: async () => promised },
      onChain: async () => chain,
    });
    return (await commands.find((one) => one.name === name)?.run(words, 'olga'))?.text ?? '';
  };
  const held = async (system: string, coin: string) =>
    fromUnits(await systemBalance(open().kysely, system, coin));

  beforeAll(async () => {
    await run('fund issue', 'race_bank', 'ADIT', '100', 'a bank to begin with');
  });
  beforeEach(() => {
    promised = 0n;
    chain = 'nobody knows';
  });

  test('coins come from custody and return to it, and the answer says what the chain holds', async () => {
    chain = toUnits('5');
    expect(await run('fund', 'reserve', 'USDT', '5', 'inventory')).toBe(
      'reserve has 5 USDT now; custody: booked 5 USDT, on the chain 5',
    );
    expect(await run('fund', 'reserve', 'USDT', '0.000000000000000001', 'a unit')).toContain(
      'LESS THAN BOOKED',
    );
    chain = 'USDT has no contract on the chain';
    expect(await run('fund take', 'reserve', 'USDT', '1.5', 'back')).toBe(
      'reserve has 3.500000000000000001 USDT now; custody: booked 3.500000000000000001 USDT, USDT has no contract on the chain',
    );
    expect(await held('custody', 'USDT')).toBe('-3.500000000000000001');
    expect(await run('fund list')).toContain('reserve*\tUSDT\t3.500000000000000001');
    expect(await audit(open().kysely)).toEqual([]);
  });

  test('missing or promised money stays, even with simultaneous requests', async () => {
    promised = toUnits('60');
    await expect(run('fund take', 'race_bank', 'ADIT', '41', 'x')).rejects.toThrow(
      'race_bank has 100 ADIT, 60 of them promised: at most 40 can be taken',
    );
    await expect(run('fund take', 'buyback', 'USDT', '1', 'x')).rejects.toThrow(/buyback has 0 USDT/);
    promised = 0n;
    const takes = await Promise.allSettled(
      Array.from({ length: 8 }, () => run('fund take', 'race_bank', 'ADIT', '30', 'together')),
    );
    expect(takes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    for (const take of takes)
      if (take.status === 'rejected') expect(String(take.reason)).toMatch(/race_bank has/);
    expect(await held('race_bank', 'ADIT')).toBe('10');
    expect(await audit(open().kysely)).toEqual([]);
  });

  test('every fund that is offered can be filled', async () => {
    for (const fund of FUND_NAMES) {
      const coin = fund === 'buyback' || fund === 'resale' ? 'USDT' : 'ADIT';
      const before = toUnits(await held(fund, coin));
      await run('fund', fund, coin, '2', 'one after the other');
      expect(await held(fund, coin)).toBe(fromUnits(before + toUnits('2')));
    }
  });
});
