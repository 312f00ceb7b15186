/**
 * Which block decides a draw: compared with a simple definition over random chains, and with misbehaving chains and
 * nodes.
 */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MINER, type MemoryChain, STRANGER, type Senders, memoryChain } from '#tests/support/memory-chain.ts';
import { type Looked, blockFinder } from './draw-block.ts';
import { VOID_TRIES, isGivenUp, narrow, probes } from './draw-block.rules.ts';

const at = (time: number) => new Date(time * 1000);

/** The rule, literally: the first final block at or after the time whose last transaction is its miner's. */
function decided(chain: MemoryChain, time: number, finality: number): number | undefined {
  const final = chain.blocks.slice(0, Math.max(1, chain.blocks.length - finality));
  return final.find(({ timestamp, txs }) => timestamp >= time && txs.at(-1)?.from === MINER)?.number;
}

const numberIn = (looked: Looked) => ('block' in looked ? looked.block.number : undefined);

describe('the draw block', () => {
  const senders = fc.oneof(
    { weight: 6, arbitrary: fc.constant<Senders>([]) },
    { weight: 3, arbitrary: fc.constant<Senders>([STRANGER]) },
    { weight: 1, arbitrary: fc.constant<Senders>([MINER, STRANGER]) },
    { weight: 1, arbitrary: fc.constant<Senders>([STRANGER, MINER]) },
    { weight: 1, arbitrary: fc.constant<Senders>([MINER]) },
  );
  const step = fc.record({ wait: fc.constantFrom(0, 0, 0, 1, 1, 2, 60, 4000), senders });

  test('is the first final one at or after the time that ends with its miner’s transaction, on any chain', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 150 }),
        fc.integer({ min: 0, max: 4 }),
        fc.nat(200),
        async (steps, finality, offset) => {
          const chain = memoryChain(finality);
          let time = 1000;
          for (const one of steps) chain.mine((time += one.wait), one.senders);
          const wanted = 1000 + Math.floor(((time - 1000) * offset) / 180);
          const finder = blockFinder(chain.rpc);
          const looked = await finder.find(at(wanted));
          expect(numberIn(looked)).toBe(decided(chain, wanted, finality));
          if (!('block' in looked)) return;
          const { from, hash, txHash, number } = looked.block;
          expect([hash, txHash]).toEqual([
            chain.blocks[number]?.hash,
            chain.blocks[number]?.txs.at(-1)?.hash,
          ]);
          expect(from).toBe(chain.blocks.findIndex((block, index) => index > 0 && block.timestamp >= wanted));
          // A finder that has followed the chain from the start finds the same block.
          const again = await finder.find(at(wanted));
          expect(again).toEqual(looked);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('is also found by a finder that reads every block as it arrives', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
        const chain = memoryChain();
        const finder = blockFinder(chain.rpc);
        let time = 1000;
        for (const one of steps) {
          chain.mine((time += one.wait), one.senders);
          expect(numberIn(await finder.find(at(1003)))).toBe(decided(chain, 1003, 2));
        }
      }),
      { numRuns: 100 },
    );
  });

  test('costs a handful of requests: six hours after its time among 20,000 blocks, and while it waits', async () => {
    const chain = memoryChain();
    for (let time = 1000; time < 21_000; time += 1) chain.mine(time, time % 5 === 0 ? [MINER] : []);
    const finder = blockFinder(chain.rpc);
    expect(numberIn(await finder.find(at(4001)))).toBe(
      chain.blocks.find((b) => b.timestamp === 4005)?.number,
    );
    expect(chain.requests()).toBeLessThan(12);

    const waiting = memoryChain();
    for (let time = 1000; time < 1600; time += 1) waiting.mine(time, [STRANGER]);
    const patient = blockFinder(waiting.rpc);
    expect(await patient.find(at(1010))).toHaveProperty('waits');
    expect(await patient.find(at(1010))).toHaveProperty('waits');
    const before = waiting.requests();
    waiting.mine(1600, [MINER]);
    expect(await patient.find(at(1010))).toHaveProperty('waits');
    expect(waiting.requests() - before).toBeLessThan(4);
    waiting.mine(1600);
    waiting.mine(1600);
    expect(numberIn(await patient.find(at(1010)))).toBe(waiting.blocks.length - 3);
  });

  test('is unknown while a node lacks the block before the first one of its time', async () => {
    const chain = memoryChain();
    for (let time = 1000; time < 1020; time += 1) chain.mine(time, [MINER]);
    const first = chain.blocks.find(({ timestamp }) => timestamp === 1010)?.number ?? 0;
    chain.forget(first - 1);
    expect(await blockFinder(chain.rpc).find(at(1010))).toEqual({
      waits: `the chain does not hold block ${first - 1} any more`,
    });
    expect(await blockFinder(chain.rpc).find(at(1012))).toHaveProperty('block');
  });

  test('is not accepted if it leaves the chain while it is read, whichever request that interrupts', async () => {
    for (let request = 1; request < 9; request += 1) {
      const chain = memoryChain();
      for (let time = 1000; time < 1020; time += 1)
        chain.mine(time, time === 1013 ? [MINER] : time > 1010 ? [STRANGER] : []);
      const finder = blockFinder(chain.rpc);
      let asked = 0;
      chain.before = () => {
        // Deeper than finality: the first block of that time is a different one, and so is the deciding one.
        if ((asked += 1) === request) chain.reorg(12, [[MINER], [MINER], [], [STRANGER], [MINER]], 1);
      };
      const looked = await finder.find(at(1010)).catch((error: unknown) => (error as Error).message);
      if (typeof looked === 'string') expect(looked).toMatch(/changed while it was read|does not follow/);
      else expect(numberIn(looked), `request ${request}`).toBe(decided(chain, 1010, 2));
      expect(numberIn(await finder.find(at(1010)))).toBe(decided(chain, 1010, 2));
    }
  });
});

describe('the search', () => {
  test('always narrows, and never passes the block it looks for', () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.integer({ min: 1, max: 1000 }), fc.nat(40), (before, size, wanted) => {
        const bounds = { before, at: before + size };
        const target = before + 1 + (wanted % size);
        const numbers = probes(bounds, 7);
        expect(numbers.every((number) => number > before && number < bounds.at)).toBe(true);
        expect(numbers.length).toBe(Math.min(7, size - 1));
        const seen = numbers.map((number) => [number, { timestamp: number }] as const);
        const next = narrow(bounds, seen, target);
        expect(next.before < target && target <= next.at).toBe(true);
        if (size > 1) expect(next.at - next.before).toBeLessThan(size);
      }),
    );
  });
});

test('gives a draw up only when both six hours and five tries have passed', () => {
  const time = at(1000);
  const late = at(1000 + 6 * 3600);
  expect(isGivenUp(time, VOID_TRIES, late)).toBe(true);
  expect(isGivenUp(time, VOID_TRIES, new Date(late.getTime() - 1))).toBe(false);
  expect(isGivenUp(time, VOID_TRIES - 1, at(10_000_000))).toBe(false);
});
