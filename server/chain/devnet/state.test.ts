/** What a saved state contains. */
import { expect, test } from 'vitest';
import { trim } from './state.ts';

test('trimming keeps genesis, block 1, the newest blocks, every block with a user’s transaction, and those that draws need', () => {
  const keeper = '0xAbCd';
  const from = (number: number, who: string) => ({ block_number: number, info: { from: who } });
  const dump = {
    best_block_number: 100,
    blocks: Array.from({ length: 101 }, (_, number) => ({
      // Two blocks a second.
      header: { number: `0x${number.toString(16)}`, timestamp: `0x${(5000 + (number >> 1)).toString(16)}` },
    })),
    transactions: [from(20, '0xabcd'), from(30, '0x1'), from(30, '0xabcd'), from(99, '0xabcd')],
  };
  const kept = trim(dump, keeper, 3);
  const numbers = (one: typeof dump) => one.blocks.map((block) => Number(block.header.number));
  expect(numbers(kept)).toEqual([0, 1, 30, 98, 99, 100]);
  expect(kept.transactions).toEqual([from(30, '0x1'), from(30, '0xabcd'), from(99, '0xabcd')]);
  const more = trim(dump, keeper, 3, { blocks: [[19, 20]], since: 5048 });
  // The block before the first one of that time proves that it is the first.
  expect(numbers(more)).toEqual([0, 1, 19, 20, 30, 95, 96, 97, 98, 99, 100]);
  expect(more.transactions).toHaveLength(4);
});
