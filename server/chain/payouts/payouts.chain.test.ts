/** What the payout worker concludes from a node's answers and its own records, over a node that answers from a table. */
import { Transaction } from 'ethers/transaction';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WATCHER, startCursor } from '#server/chain/cursor.ts';
import { NodeUnreachable, type Rpc, RpcError, hex } from '#server/chain/rpc.ts';
import type { Database } from '#server/db/client.ts';
import { freshDatabase } from '#tests/support/databases.ts';
import { COIN, NOON, makeUsers } from '#tests/support/ledger.ts';
import {
  type Answers,
  RECIPIENT,
  SMALL,
  TOKEN,
  WALLET,
  deskOf,
  tableNode,
  word,
} from '#tests/support/table-node.ts';
import {
  type Plan,
  type Survey,
  gasMoney,
  marketPrice,
  nonceOf,
  planOf,
  send,
  signAgain,
  signTransfer,
  survey,
  tokenOf,
} from './payouts.chain.ts';
import type { Payout } from './payouts.repository.ts';
import { MAX_GAS } from './payouts.rules.ts';

const refusal = (method: string, message: string, code = -32_000) => new RpcError(method, { code, message });
const rejecting = (error: Error) => async () => {
  throw error;
};

describe('quantities', () => {
  const asks: [method: string, ask: (rpc: Rpc) => Promise<bigint>][] = [
    ['eth_getTransactionCount', (rpc) => nonceOf(rpc, WALLET.address)],
    ['eth_gasPrice', marketPrice],
    ['eth_getBalance', (rpc) => gasMoney(rpc, WALLET.address)],
  ];

  test.each(asks)('%s is read as a number', async (method, ask) => {
    expect(await ask(tableNode({ [method]: () => '0x1aF' }))).toBe(431n);
  });

  test.each(asks)('another answer to %s is no number but a fault of the node', async (method, ask) => {
    for (const answer of ['0x', '12', '-0x1', ' 0x1', '0x1g', '0x1 ', 'x', null])
      await expect(ask(tableNode({ [method]: () => answer })), String(answer)).rejects.toStrictEqual(
        new NodeUnreachable(`${method}: the answer is not a quantity`),
      );
  });

  test('the nonce is that in the chain unless pending transactions shall count', async () => {
    const rpc = tableNode({
      eth_getTransactionCount: (address: string, tag: string) =>
        address === WALLET.address ? { latest: '0x4', pending: '0x6' }[tag] : null,
    });
    expect(await nonceOf(rpc, WALLET.address)).toBe(4n);
    expect(await nonceOf(rpc, WALLET.address, 'pending')).toBe(6n);
  });
});

test('a coin has a token if it is listed with a contract', () => {
  expect(tokenOf(deskOf({}), 'BTC')).toEqual({ address: SMALL, decimals: 8 });
  expect(tokenOf(deskOf({}), 'NEW')).toBeUndefined();
  expect(tokenOf(deskOf({}), 'OLD')).toBeUndefined();
});

describe('sending', () => {
  const method = 'eth_sendRawTransaction';

  test('gives what the node’s answer means, and its words only if it objects', async () => {
    const sent: string[] = [];
    const taking = tableNode({ [method]: (raw: string) => sent.push(raw) });
    expect(await send(taking, '0x12')).toEqual({ answer: 'taken', words: '' });
    expect(sent).toEqual(['0x12']);
    for (const [words, answer] of [
      ['already known', 'taken'],
      ['nonce too low', 'used'],
      ['transaction underpriced', 'refused'],
    ] as const)
      expect(await send(tableNode({ [method]: rejecting(refusal(method, words)) }), '0x12')).toEqual({
        answer,
        words: `${method}: ${words}`,
      });
  });

  test('says nothing about the transaction if the node does not answer', async () => {
    const silence = new NodeUnreachable('no answer');
    await expect(send(tableNode({ [method]: rejecting(silence) }), '0x12')).rejects.toBe(silence);
  });
});

describe('signing again', () => {
  test('changes the price and nothing else', async () => {
    const transfer = { token: TOKEN, to: RECIPIENT, amount: 5n };
    const first = await signTransfer(WALLET, transfer, {
      ...{ chainId: 31_337, nonce: 4n },
      ...{ gasPrice: 10n, gasLimit: 80_000n },
    });
    const again = await signAgain(WALLET, first.raw, 12n);
    const parts = ({ raw }: { raw: string }) => {
      const { type, chainId, nonce, gasLimit, gasPrice, to, data, value, from } = Transaction.from(raw);
      return { type, chainId, nonce, gasLimit, gasPrice, to, data, value, from };
    };
    expect(parts(again)).toEqual({ ...parts(first), gasPrice: 12n });
    expect(again.hash).toBe(Transaction.from(again.raw).hash);
  });

  test('is refused for a transaction that pays nobody', async () => {
    const draft = { type: 0, chainId: 1, nonce: 0, gasLimit: 1n, gasPrice: 1n, data: '0x00' };
    const raw = await WALLET.signTransaction(draft);
    expect(() => signAgain(WALLET, raw, 2n)).toThrow('a payout has a receiver');
  });
});

/** A payout of ten USDT after its fee, either due or under way. */
const payoutOf = (more: Partial<Payout> = {}) =>
  ({ id: 7n, coin: 'USDT', amount: 11n * COIN, fee: COIN, address: RECIPIENT, ...more }) as Payout;

describe('the plan of a payout', () => {
  interface Scene {
    readonly payout?: Payout;
    readonly waiting?: readonly Payout[];
    /** In the token's own units, at the first and the second request. */
    readonly balances?: readonly bigint[];
    readonly estimate?: () => unknown;
    /** wei */
    readonly money?: bigint;
  }
  const [PRICE, GAS_LIMIT] = [3n, 80_000n];

  function plan({ payout = payoutOf(), waiting = [], ...scene }: Scene): Promise<Plan> {
    const { balances = [100n * COIN], estimate = () => hex(50_000), money = COIN } = scene;
    const left = [...balances];
    const answers: Answers = {
      eth_call: () => word(left.shift() ?? 0n),
      eth_estimateGas: estimate,
      eth_getBalance: () => hex(money),
    };
    return planOf(deskOf(answers), payout, { gasPrice: PRICE, waiting });
  }
  const pays = {
    kind: 'pay',
    transfer: { token: TOKEN, to: RECIPIENT, amount: 10n * COIN },
    gasLimit: GAS_LIMIT,
  };
  const later = { kind: 'later' };
  const refused = { kind: 'refuse', reason: 'the token does not take this transfer' };

  test('sends what is left after the fee, in the token’s own units', async () => {
    expect(await plan({})).toEqual(pays);
    const payout = payoutOf({ coin: 'BTC' });
    expect(await plan({ payout })).toEqual({
      ...pays,
      transfer: { token: SMALL, to: RECIPIENT, amount: 1_000_000_000n },
    });
  });

  test.each(['NEW', 'OLD'])('waits for a contract of %s', async (coin) => {
    const detail = `${coin} has no contract on this chain`;
    expect(await plan({ payout: payoutOf({ coin }) })).toEqual({ kind: 'empty', lacks: coin, detail });
  });

  test('needs the whole amount in the wallet', async () => {
    expect(await plan({ balances: [10n * COIN] })).toEqual(pays);
    const balance = 10n * COIN - 1n;
    expect(await plan({ balances: [balance] })).toEqual({
      kind: 'empty',
      lacks: 'USDT',
      detail: `${WALLET.address} holds ${balance} smallest units of USDT, payout 7 needs ${10n * COIN}`,
    });
  });

  test('leaves what is promised to others of the same coin', async () => {
    const waiting = [
      payoutOf({ amount: 5n * COIN }),
      payoutOf({ coin: 'BTC' }),
      payoutOf({ amount: 3n * COIN }),
    ];
    expect(await plan({ waiting, balances: [16n * COIN] })).toEqual(pays);
    expect(await plan({ waiting, balances: [16n * COIN - 1n] })).toEqual(later);
    expect(await plan({ waiting, balances: [10n * COIN] })).toEqual(later);
    expect(await plan({ waiting, balances: [10n * COIN - 1n] })).toMatchObject({
      kind: 'empty',
      lacks: 'USDT',
    });
  });

  test('refuses a transfer that takes more than the most gas', async () => {
    const balances = [100n * COIN, 100n * COIN];
    const estimate = () => hex(MAX_GAS);
    expect(await plan({ balances, estimate })).toEqual({ ...pays, gasLimit: 500_000n });
    expect(await plan({ balances, estimate: () => hex(MAX_GAS + 1n) })).toEqual(refused);
  });

  test('refuses a transfer that would fail, unless the coins have left in between', async () => {
    const estimate = rejecting(refusal('eth_estimateGas', 'execution reverted', 3));
    expect(await plan({ estimate, balances: [11n * COIN, 10n * COIN] })).toEqual(refused);
    expect(await plan({ estimate, balances: [11n * COIN, 10n * COIN - 1n] })).toEqual(later);
  });

  test('is unknown if the node cannot tell whether the transfer would fail', async () => {
    for (const error of [refusal('eth_estimateGas', 'busy'), new NodeUnreachable('no answer')])
      await expect(plan({ estimate: rejecting(error) })).rejects.toBe(error);
  });

  test('needs gas for all that are under way, of whatever coin', async () => {
    const waiting = [payoutOf(), payoutOf({ coin: 'BTC' })];
    const needed = 3n * PRICE * GAS_LIMIT;
    expect(await plan({ waiting, money: needed })).toEqual(pays);
    expect(await plan({ waiting, money: needed - 1n })).toEqual({
      kind: 'empty',
      lacks: 'gas',
      detail: `${WALLET.address} holds ${needed - 1n} wei for gas, payouts under way need ${needed}`,
    });
  });
});

describe('the survey of a wallet', () => {
  let database: Database;
  let user = 0n;
  beforeAll(async () => {
    database = await freshDatabase('postgres');
    [user = 0n] = await makeUsers(database.kysely, 1);
  });
  afterAll(() => database.close());

  /** Hashes of the attempts with a nonce: the first, and the one that replaced it. */
  const hashesOf = (wallet: string, nonce: bigint) =>
    [1n, 2n].map((attempt) => word((BigInt(wallet) << 16n) + (nonce << 8n) + attempt)) as [string, string];

  async function store(wallet: string, nonce: bigint, state: Payout['state']): Promise<void> {
    const [first, second] = hashesOf(wallet, nonce);
    const { id } = await database.kysely
      .insertInto('payouts')
      .values({
        ...{ user_id: user, coin: 'USDT', amount: 2n, fee: 1n, address: RECIPIENT, requested_at: NOON },
        ...{ journal_id: BigInt(first), wallet, nonce, state, tx_hash: second },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const attempt = { payout_id: id, nonce, raw: '0x', gas_price: 1n, signed_at: NOON };
    await database.kysely
      .insertInto('payout_attempts')
      .values([first, second].map((hash) => ({ ...attempt, hash })))
      .execute();
  }

  let wallets = 0;
  /** A new wallet with these payouts, starting at nonce 5, and the next nonce after them. */
  async function walletWith(...states: Payout['state'][]): Promise<string> {
    const wallet = hex((wallets += 1));
    for (const [index, state] of states.entries()) await store(wallet, BigInt(5 + index), state);
    const next = BigInt(5 + states.length);
    await database.kysely
      .insertInto('payout_wallets')
      .values({ address: wallet, next_nonce: next })
      .execute();
    return wallet;
  }

  /**
   * Surveys while the chain's nonce and receipts are these; `again` and `late`: the nonce, and further receipts, when
   * the nonce is asked a second time. `statements`: how many statements the database was sent.
   */
  async function look(
    wallet: string,
    nonce: number,
    receipts: Record<string, object> = {},
    {
      head = 20,
      again = nonce,
      late = {},
    }: { head?: number; again?: number; late?: Record<string, object> } = {},
  ) {
    let statements = 0;
    let asked = 0;
    const db = database.kysely.withPlugin({
      transformQuery({ node }) {
        statements += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const answers: Answers = {
      eth_getTransactionCount: () => hex((asked += 1) === 1 ? nonce : again),
      eth_blockNumber: () => hex(head),
      eth_getTransactionReceipt: (hash: string) => receipts[hash] ?? (asked > 1 ? late[hash] : null) ?? null,
    };
    const found = await survey(deskOf(answers, db), wallet);
    return { ...found, statements };
  }
  const noncesOf = (list: Survey['waiting']) => list.map(({ nonce }) => nonce);

  test('has what waits for a block, lowest nonce first, with paid ones that have left the chain', async () => {
    const above = await look(await walletWith('broadcast', 'confirmed', 'signed', 'confirmed'), 5);
    expect(noncesOf(above.waiting)).toEqual([5n, 6n, 7n, 8n]);
    const below = await look(await walletWith('confirmed', 'signed'), 5);
    expect(noncesOf(below.waiting)).toEqual([5n, 6n]);
    expect([above.doubt, below.doubt]).toEqual([null, null]);
  });

  test('never sends a refunded one again, and doubts its nonce', async () => {
    const { waiting, doubt } = await look(await walletWith('signed', 'failed', 'signed'), 5);
    expect(noncesOf(waiting)).toEqual([5n, 7n]);
    expect(doubt).toMatchObject({ kind: 'lost' });
  });

  test('does not believe a node that has not caught up, where paid and refunded ones seem lost', async () => {
    const wallet = await walletWith('signed', 'failed', 'signed');
    await startCursor(database.kysely, WATCHER, { number: 20, hash: word(20) });
    await expect(look(wallet, 5, {}, { head: 19 })).rejects.toThrow(NodeUnreachable);
    await expect(look(wallet, 5, {}, { again: 6 }), 'another node').rejects.toThrow(NodeUnreachable);
    expect((await look(wallet, 5)).doubt).toMatchObject({ kind: 'lost' });
  });

  test('asks for ended ones only if a nonce is missing among those under way', async () => {
    const [whole, gap] = [await walletWith('signed', 'broadcast'), await walletWith('signed', 'confirmed')];
    const asked = [];
    for (const [wallet, nonce] of [
      [whole, 5],
      [gap, 5],
      [gap, 7],
    ] as const)
      asked.push((await look(wallet, nonce)).statements);
    // The payouts with their attempts, and the wallet; the same plus ended ones with their attempts; none under way
    // before nonce 7, and what was read of the chain, because another transaction seems to have used nonce 5.
    expect(asked).toEqual([3, 5, 4]);
  });

  test('tells those that are in a block, paid or failed, from those whose nonce another one used', async () => {
    const wallet = await walletWith('broadcast', 'broadcast', 'broadcast', 'broadcast', 'signed');
    const [[paid], [, failed], [gone]] = [5n, 6n, 7n].map((nonce) => hashesOf(wallet, nonce)) as [
      [string, string],
      [string, string],
      [string, string],
    ];
    const block = { blockNumber: '0x1f', blockHash: word(31), logs: [] };
    const { mined, struck, waiting, doubt } = await look(wallet, 9, {
      [paid]: { ...block, status: '0x1' },
      [failed]: { ...block, status: '0x0' },
      [gone]: { status: '0x1', blockNumber: null, blockHash: null, logs: [] },
    });
    const receipt = { blockNumber: 31, blockHash: word(31), logs: [] };
    expect(mined.map((one) => [one.flight.nonce, one.receipt])).toEqual([
      [5n, { ...receipt, transactionHash: paid, succeeded: true }],
      [6n, { ...receipt, transactionHash: failed, succeeded: false }],
    ]);
    expect([noncesOf(struck), noncesOf(waiting)]).toEqual([[7n, 8n], [9n]]);
    expect(doubt).toMatchObject({ kind: 'foreign' });
  });

  test('does not believe a node without the receipt of a payout whose nonce another node counts', async () => {
    const wallet = await walletWith('broadcast');
    const [hash] = hashesOf(wallet, 5n);
    const late = { [hash]: { blockNumber: '0x14', blockHash: word(20), logs: [], status: '0x1' } };
    await expect(look(wallet, 6, {}, { late })).rejects.toThrow(NodeUnreachable);
    await expect(look(wallet, 6, {}, { again: 5 })).rejects.toThrow(NodeUnreachable);
    expect((await look(wallet, 6)).doubt).toMatchObject({ kind: 'foreign' });
  });

  test('fails if a receipt does not tell whether the transaction succeeded', async () => {
    const wallet = await walletWith('broadcast');
    const [hash] = hashesOf(wallet, 5n);
    const receipt = { blockNumber: '0x1', blockHash: word(1), logs: [], status: 'ok' };
    await expect(look(wallet, 6, { [hash]: receipt })).rejects.toStrictEqual(
      new NodeUnreachable('eth_getTransactionReceipt: the answer is not a quantity'),
    );
  });

  test('of a wallet that never paid begins at the chain’s nonce', async () => {
    expect(await look('0xffff', 3)).toMatchObject({
      row: undefined,
      chainNonce: 3n,
      waiting: [],
      doubt: null,
    });
  });
});
