// Scenarios over the chain, on a real devnet: deposits in flight and payouts pending while blocks are replaced, or while the node
// cannot be trusted. Each deposit is credited once and not early, each withdrawal is paid once.
import { Wallet, id as topic, zeroPadValue } from 'ethers';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { endow } from '#server/chain/devnet/sender.ts';
import { connect } from '#server/chain/rpc.ts';
import { STRIDE } from '#server/chain/watcher.rules.ts';
import { openDatabase } from '#server/db/client.ts';
import { audit } from '#server/ledger/audit.ts';
import { balances } from '#server/ledger/read.ts';
import { quiet } from '#tests/support/databases.ts';
import {
  type Paid,
  byHand,
  height,
  mine,
  openAccount,
  purse,
  watchDeposits,
} from '#tests/support/deposits.ts';
import { openDevnet, tempFolder } from '#tests/support/devnet.ts';
import { COIN } from '#tests/support/ledger.ts';
import * as pay from '#tests/support/payouts.ts';
import { NODE_FAULTS, startNodeProxy } from './node.ts';
import { type Random, randomFrom } from '#tests/support/random.ts';
import type { Options, Result } from './under-load.ts';

const CONFIRMATIONS = 6;
const FEE = COIN / 10n;
/** Blocks after which a block is read a second time: this finds what a node has left out. */
const REREAD = 10;
/** Enough blocks and reads for everything to become final, even after a node was wrong. */
const MOST_LOOKS = REREAD + STRIDE + 2 * CONFIRMATIONS;

type Receipt = { readonly blockNumber: string } | null;

/** A devnet whose blocks are mined by the scenario, a watcher and a payouts worker that reach it through a proxy. */
async function openWorld(end: AsyncDisposableStack) {
  const folder = await tempFolder();
  end.defer(() => folder.remove());
  const devnet = await openDevnet(folder.path, { history: 64, recycleBlocks: 1e9 });
  end.defer(() => devnet.stop());
  await byHand(devnet);
  await mine(devnet.rpc, 40);
  const proxy = await startNodeProxy(devnet.rpc.url);
  end.defer(() => proxy.stop());
  const database = await openDatabase({ log: quiet });
  end.defer(() => database.close());
  const db = database.kysely;
  const payer = await purse(devnet, { USDT: '100000' });
  const user = await openAccount(db, payer.address);
  const rich = await pay.richUser(db, ['USDT'], 100_000n * COIN);
  const wallet = new Wallet(Wallet.createRandom().privateKey);
  await endow(devnet.rpc, wallet.address, COIN);
  await pay.mint(devnet, wallet.address, 'USDT', 100_000n * COIN);
  const rpc = connect(proxy.url);
  const { watcher } = watchDeposits(devnet, db, { rpc, confirmations: CONFIRMATIONS, reread: REREAD });
  end.defer(() => watcher.stop());
  const payouts = await pay.openPayouts(devnet, db, {
    rpc,
    key: wallet.privateKey,
    confirmations: CONFIRMATIONS,
  });
  end.defer(() => payouts.stop());
  await watcher.look();

  const paid: (Paid & { readonly amount: bigint })[] = [];
  const owed: string[] = [];
  const problems: string[] = [];
  let confirmed = 0;
  const receipt = (hash: string) => devnet.rpc.call<Receipt>('eth_getTransactionReceipt', [hash]);
  const credited = () => db.selectFrom('deposits').select(['tx_hash', 'amount']).execute();
  const look = async () => {
    await watcher.look().catch(() => undefined);
    await payouts.look().catch(() => undefined);
  };
  const unsettled = async () => {
    const payouts = await db
      .selectFrom('payouts')
      .select(['id', 'state'])
      .where('state', '!=', 'confirmed')
      .execute();
    const known = new Set((await credited()).map(({ tx_hash }) => tx_hash));
    return [
      ...payouts.map(({ id, state }) => `payout ${id} ${state}`),
      ...paid.filter(({ hash }) => !known.has(hash)).map(({ hash }) => `deposit ${hash}`),
    ];
  };
  const attempts = () => db.selectFrom('payout_attempts').select(['hash', 'raw']).orderBy('nonce').execute();
  /** What has left the chain is sent again, in order, as the nodes of a network do. */
  const resend = async () => {
    for (const { hash, raw } of [...paid, ...(await attempts())])
      if ((await receipt(hash)) === null)
        await devnet.rpc.call('eth_sendRawTransaction', [raw]).catch(() => undefined);
  };

  return {
    devnet,
    proxy,
    problems,
    look,
    resend,
    attempts,
    receipt,
    paid,
    /** A deposit and a withdrawal begin. */
    async begin(random: Random) {
      // Transactions that left the chain get their nonces back first, or the wallet would replace them.
      await resend();
      for (let n = random.int(1, 2); n > 0; n -= 1) {
        const amount = `1.${String(paid.length + 1).padStart(6, '0')}`;
        paid.push({ ...(await payer.pay('USDT', amount)), amount: toUnits(amount) });
      }
      const address = pay.newAddress();
      const amount = COIN + BigInt(owed.length + 1);
      await pay.order(db, { user: rich, address, amount: amount + FEE, fee: FEE });
      owed.push(`${address.slice(2).toLowerCase()} ${amount}`);
    },
    /** Nothing is credited that the honest chain does not hold deep enough. */
    async notEarly() {
      const head = await height(devnet.rpc);
      for (const { tx_hash } of await credited()) {
        const block = Number((await receipt(tx_hash))?.blockNumber ?? Infinity);
        if (head - block + 1 < CONFIRMATIONS)
          problems.push(`${tx_hash} was credited ${head - block + 1} blocks deep`);
      }
    },
    /** Everything becomes final. */
    async settle() {
      for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
        await resend();
        await mine(devnet.rpc);
        await look();
        if ((await unsettled()).length === 0) return;
      }
      problems.push(`not settled after ${MOST_LOOKS} blocks: ${(await unsettled()).join(', ')}`);
    },
    /** What is missing or double: deposits in the ledger, payments on the chain. */
    async compare() {
      const booked = await credited();
      const [have, want] = [booked.map(({ tx_hash }) => tx_hash), paid.map(({ hash }) => hash)];
      const lostIn = want.filter((hash) => !have.includes(hash));
      const sum = paid.reduce((total, { amount }) => total + amount, 0n);
      const held = (await balances(db, user)).get('USDT') ?? 0n;
      if (held !== sum) problems.push(`the account has ${fromUnits(held)} instead of ${fromUnits(sum)} USDT`);
      const logs = await devnet.rpc.call<{ topics: string[]; data: string }[]>('eth_getLogs', [
        {
          ...{ fromBlock: '0x0', address: devnet.passport.tokens['USDT'] },
          topics: [topic('Transfer(address,address,uint256)'), zeroPadValue(wallet.address, 32)],
        },
      ]);
      const sent = logs.map(({ topics, data }) => `${topics[2]?.slice(-40)} ${BigInt(data)}`);
      const unpaid = owed.filter((one) => !sent.includes(one));
      confirmed = owed.length - unpaid.length;
      problems.push(...(await audit(db)));
      return {
        acknowledged: want.length + confirmed,
        lost: lostIn.length + unpaid.length,
        doubled: sent.length - new Set(sent).size + sent.filter((one) => !owed.includes(one)).length,
        figures: { deposits: want.length, payouts: owed.length },
      };
    },
  };
}

type ChainWorld = Awaited<ReturnType<typeof openWorld>>;

async function rounds(
  { rounds: count, seed, tell }: Options,
  work: (world: ChainWorld, round: number, random: Random) => Promise<string>,
): Promise<Result> {
  const began = performance.now();
  await using end = new AsyncDisposableStack();
  const world = await openWorld(end);
  const random = randomFrom(seed);
  for (let round = 1; round <= count; round += 1) {
    const from = performance.now();
    const what = await work(world, round, random);
    tell(
      `${round}/${count} ${what} (${Math.round(performance.now() - from)} ms): ${world.problems.length} problems`,
    );
  }
  await world.settle();
  const { figures, ...compared } = await world.compare();
  const counted = { ...figures, spoiled: world.proxy.spoiled };
  return {
    rounds: count,
    ...compared,
    figures: counted,
    problems: world.problems,
    ms: performance.now() - began,
  };
}

/**
 * The newest blocks are replaced: from one up to as many as make a deposit final. What they held comes back,
 * immediately or later.
 */
export const reorgs = (options: Options): Promise<Result> =>
  rounds(options, async (world, round, random) => {
    const { devnet, look, paid } = world;
    const depth = 1 + ((round - 1) % CONFIRMATIONS);
    await world.begin(random);
    await look();
    for (let blocks = random.int(1, depth + 1); blocks > 0; blocks -= 1) {
      await mine(devnet.rpc);
      if (random.chance(0.5)) await look();
    }
    const first = (await height(devnet.rpc)) - depth + 1;
    const replaced = async (all: readonly { hash: string; raw: string }[]) => {
      const places = await Promise.all(all.map(({ hash }) => world.receipt(hash)));
      return all.filter((_, n) => Number(places[n]?.blockNumber ?? 0) >= first);
    };
    // Nonces must stay in order, so what comes back immediately is what each wallet sent first.
    const kept = [await replaced(paid), await replaced(await world.attempts())].flatMap((all) =>
      all.slice(0, random.int(0, all.length)),
    );
    const last = depth - 1;
    const places = kept.map(({ raw }) => [raw, random.chance(0.5) ? last : 0] as const);
    await devnet.rpc.call('anvil_reorg', [depth, places.toSorted((one, other) => one[1] - other[1])]);
    await look();
    if (random.chance(0.5)) await world.resend();
    await mine(devnet.rpc);
    await look();
    return `${depth} blocks replaced, ${kept.length} transactions kept`;
  });

/** The node lies, lags or breaks while deposits and payouts are in progress; then it is honest again. */
export const nodes = (options: Options): Promise<Result> =>
  rounds(options, async (world, round, random) => {
    const fault = NODE_FAULTS[(round - 1) % NODE_FAULTS.length] ?? 'broken';
    await world.begin(random);
    if (random.chance(0.5)) await world.look();
    world.proxy.fault = fault;
    const most = fault === 'silent' ? 1 : CONFIRMATIONS + 2;
    for (let blocks = random.int(1, most); blocks > 0; blocks -= 1) {
      await mine(world.devnet.rpc);
      await world.look();
      await world.notEarly();
    }
    world.proxy.fault = undefined;
    await world.settle();
    await world.notEarly();
    return fault;
  });
