/** Coalescing: one read answers everybody who asked before it began, and nobody who asked afterwards. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { coalesce } from './coalesce.ts';

/** Reads that finish when the test says so. */
function reads() {
  const begun: { keys: string[]; end: (error?: Error) => void }[] = [];
  const read = (keys: ReadonlySet<string>) =>
    new Promise<number>((resolve, reject) => {
      const mine = begun.length + 1;
      begun.push({ keys: [...keys], end: (error) => (error ? reject(error) : resolve(mine)) });
    });
  return { begun, read };
}
const turn = () => sleep(5);

describe('coalesced questions', () => {
  test('that come together are one read of all their keys', async () => {
    const { begun, read } = reads();
    const ask = coalesce(read, 0);
    const answers = Promise.all([ask(['BTC']), ask(['ETH', 'BTC']), ask([])]);
    await turn();
    expect(begun.map(({ keys }) => keys)).toEqual([['BTC', 'ETH']]);
    begun[0]?.end();
    expect(await answers).toEqual([1, 1, 1]);
  });

  test('never join a read that is under way', async () => {
    const { begun, read } = reads();
    const ask = coalesce(read, 0);
    const first = ask(['BTC']);
    await turn();
    const later = [ask(['BTC']), ask(['ETH'])];
    await turn();
    expect(begun).toHaveLength(1);
    begun[0]?.end();
    expect(await first).toBe(1);
    await turn();
    expect(begun.map(({ keys }) => keys)).toEqual([['BTC'], ['BTC', 'ETH']]);
    begun[1]?.end();
    expect(await Promise.all(later)).toEqual([2, 2]);
  });

  test('get the failure of their own read alone', async () => {
    const { begun, read } = reads();
    const ask = coalesce(read, 0);
    const first = ask(['BTC']);
    await turn();
    const second = ask(['BTC']);
    begun[0]?.end(new Error('away'));
    await expect(first).rejects.toThrow('away');
    await turn();
    begun[1]?.end();
    expect(await second).toBe(2);
  });

  test('of a hundred in a second are a few reads', async () => {
    let count = 0;
    const ask = coalesce(async () => (count += 1), 100);
    const answers: Promise<number>[] = [];
    for (let n = 0; n < 100; n += 1) {
      answers.push(ask(['BTC']));
      if (n % 10 === 9) await sleep(20);
    }
    await Promise.all(answers);
    expect(count).toBeLessThan(12);
  });
});
