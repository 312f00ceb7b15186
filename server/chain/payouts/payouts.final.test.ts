/** When the payout worker treats transactions as final, over a node that answers from a table. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { NodeUnreachable, hex } from '#server/chain/rpc.ts';
import { type Answers, WALLET, deskOf, word } from '#tests/support/table-node.ts';
import { type Desk, type Survey, finalOnes, isFinal } from './payouts.chain.ts';

/** A chain with a wallet; null: the node has no such block at the moment. */
function fakeChain() {
  const chain = {
    head: 10 as number | null,
    finalized: 10 as number | null,
    nonce: 5,
    /** Hashes of blocks that differ from the usual one for their number; null: the node lacks the block. */
    replaced: new Map<number, string | null>(),
    /** Runs before the nonce is returned. */
    meanwhile: () => {},
  };
  const blockAt = (number: number | null) => {
    const hash = number === null ? null : chain.replaced.get(number);
    if (number === null || hash === null) return null;
    return { number: hex(number), hash: hash ?? word(number), parentHash: word(0), timestamp: '0x1' };
  };
  const answers: Answers = {
    eth_getBlockByNumber: (tag: string) =>
      blockAt(tag === 'latest' || tag === 'finalized' ? chain[tag === 'latest' ? 'head' : tag] : Number(tag)),
    eth_getTransactionCount: () => {
      chain.meanwhile();
      return hex(chain.nonce);
    },
  };
  return Object.assign(chain, { desk: deskOf(answers) });
}

describe('final ones among the receipts', () => {
  const minedIn = (...numbers: number[]) =>
    numbers.map((number) => ({
      receipt: { blockNumber: number, blockHash: word(number) },
    })) as unknown as Survey['mined'];
  const finalIn = async (desk: Desk, ...numbers: number[]) =>
    (await finalOnes(desk, minedIn(...numbers))).map(({ receipt }) => receipt.blockNumber);

  test('are those with enough confirmations in final blocks', async () => {
    const chain = fakeChain();
    expect(await finalIn(chain.desk, 8, 9)).toEqual([8]);
    chain.finalized = 7;
    expect(await finalIn(chain.desk, 7, 8)).toEqual([7]);
  });

  test('come from the newest block to the oldest', async () => {
    const { desk } = fakeChain();
    for (const order of [
      [1, 2, 3],
      [3, 2, 1],
      [2, 3, 1],
      [2, 1, 3],
    ])
      expect(await finalIn(desk, ...order)).toEqual([3, 2, 1]);
  });

  test('are not those of blocks that were replaced or that the node lacks', async () => {
    const chain = fakeChain();
    chain.replaced.set(2, word(99)).set(3, null);
    expect(await finalIn(chain.desk, 1, 2, 3, 4)).toEqual([4, 1]);
  });

  test.each(['head', 'finalized'] as const)(
    'are unknown while the node has no block for its %s',
    async (which) => {
      const chain = fakeChain();
      chain[which] = null;
      await expect(finalOnes(chain.desk, minedIn(1))).rejects.toStrictEqual(
        new NodeUnreachable('the node has no newest block'),
      );
    },
  );
});

describe('whether transactions are final', () => {
  beforeEach(() => void vi.useFakeTimers({ fakeNodeBuiltins: true }));
  afterEach(() => void vi.useRealTimers());

  /** Asks about five transactions. The answer is undefined until it arrives. */
  async function begin({ desk }: { desk: Desk }) {
    const seen: { answer?: unknown } = {};
    isFinal(desk, WALLET.address, 5n).then(
      (answer) => (seen.answer = answer),
      (error: unknown) => (seen.answer = error),
    );
    await vi.advanceTimersByTimeAsync(0);
    return seen;
  }
  const poll = () => vi.advanceTimersByTimeAsync(250);

  test('is answered once the newest block has its confirmations and is final, not before', async () => {
    const chain = fakeChain();
    const seen = await begin(chain);
    for (const [head, finalized] of [
      [10, 10],
      [11, 10],
      [12, 9],
    ] as const) {
      Object.assign(chain, { head, finalized });
      await poll();
      expect(seen).toEqual({});
    }
    chain.finalized = 10;
    await poll();
    expect(seen).toEqual({ answer: true });
  });

  test('is denied at once if there are fewer', async () => {
    const chain = Object.assign(fakeChain(), { nonce: 4 });
    expect(await begin(chain)).toEqual({ answer: false });
  });

  test.each([word(99), null])(
    'is denied if their block has become %s before it was final',
    async (instead) => {
      const chain = fakeChain();
      const seen = await begin(chain);
      chain.replaced.set(10, instead);
      Object.assign(chain, { head: 20, finalized: 20 });
      await poll();
      expect(seen).toEqual({ answer: false });
    },
  );

  test('is not decided by a nonce of another block than the one that is waited for', async () => {
    const chain = Object.assign(fakeChain(), { finalized: 8 });
    // A block with the fifth transaction comes between the two requests, and leaves the chain afterwards.
    chain.meanwhile = () => (chain.head = 11);
    const seen = await begin(chain);
    expect(seen).toEqual({});
    chain.replaced.set(11, word(99));
    Object.assign(chain, { head: 20, finalized: 20, nonce: 4, meanwhile: () => {} });
    await poll();
    expect(seen).toEqual({ answer: false });
  });

  test.each(['before', 'after'])(
    'is asked again if the node had no newest block %s giving the nonce',
    async (when) => {
      const chain = fakeChain();
      const forget = () => void (chain.head = null);
      if (when === 'before') forget();
      else chain.meanwhile = forget;
      const seen = await begin(chain);
      expect(seen).toEqual({});
      Object.assign(chain, { head: 10, meanwhile: () => {} });
      await poll();
      expect(seen).toEqual({});
      chain.head = 12;
      await poll();
      expect(seen).toEqual({ answer: true });
    },
  );

  test.each(['head', 'finalized'] as const)('waits while the node has no block for its %s', async (which) => {
    const chain = fakeChain();
    const seen = await begin(chain);
    Object.assign(chain, { head: 12, [which]: null });
    await poll();
    expect(seen).toEqual({});
    Object.assign(chain, { head: 12, finalized: 10 });
    await poll();
    expect(seen).toEqual({ answer: true });
  });

  test.each([
    [19_750, true],
    [20_000, false],
  ])('is denied after 20 s: if it is so after %i ms, the answer is %s', async (ms, answer) => {
    const chain = fakeChain();
    const seen = await begin(chain);
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(seen).toEqual({});
    chain.head = 12;
    await vi.advanceTimersByTimeAsync(1);
    expect(seen).toEqual({ answer });
  });
});
