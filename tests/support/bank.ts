/** Deposits of many users made together, the whole fund history of an account, and the fate of its withdrawals. */
import { randomUUID } from 'node:crypto';
import { type Contract, type HDNodeWallet, NonceManager, type Signer, Wallet } from 'ethers';
import { expect } from 'vitest';
import type { Input, Output } from '#contract';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { pass } from '#tests/support/clock.ts';
import { operate } from '#tests/support/command.ts';
import { type Client, client } from '#tests/support/http.ts';
import type { LocalChain } from '#tests/support/local-chain.ts';
import type { Devnet, Node } from '#tests/support/money.ts';
import { DAY, type Person, ask, newcomer, verify } from '#tests/support/person.ts';
import { waitFor } from '#tests/support/wait.ts';

export type Row = Output<'GET /api/assets/records'>['items'][number];
type Filter = { coin?: string; category?: Row['category'] };
type Coins = Readonly<Record<string, string>>;
/** A devnet accepts transactions without a fee. */
export const FREE = { gasPrice: 0n, gasLimit: 200_000n };

const owners = new WeakMap<Devnet, Signer>();

/** The devnet's owner with a single nonce counter, so that many transactions can be sent in parallel. */
export function ownerOf(devnet: Devnet): Signer {
  const owner = owners.get(devnet) ?? (devnet.token('USDT').runner as NonceManager);
  owners.set(devnet, owner);
  return owner;
}

type Call = readonly [contract: Contract, method: string, ...args: unknown[]];

/** A transaction that the node has accepted. */
interface Sent {
  readonly contract: Contract;
  readonly method: string;
  readonly hash: string;
}

async function sent(contract: Contract, method: string, ...args: unknown[]): Promise<Sent> {
  const { hash } = await contract.getFunction(method).send(...args, FREE);
  return { contract, method, hash };
}

/**
 * Resolves with its hash once it is in a block, and fails if it was reverted there. Polls for the receipt: ethers waits
 * for the next block, which never comes if a test mines the blocks itself and has just mined the right one.
 */
async function landed({ contract, method, hash }: Sent): Promise<string> {
  const receipt = await waitFor(
    async () => {
      const found = await contract.runner?.provider?.getTransactionReceipt(hash);
      if (!found) throw new Error(`${method} is in no block`);
      return found;
    },
    { timeout: 25_000, interval: 50 },
  );
  if (receipt.status !== 1) throw new Error(`${method} was reverted`);
  return hash;
}

/** Devnets whose blocks are mined by a test. */
const byHand = new WeakSet<Node>();

/**
 * Sends transactions that the node accepts one by one, in a single block mined for them unless a test mines the
 * blocks.
 */
export async function together(devnet: Devnet, all: readonly Call[]): Promise<string[]> {
  const taken = await Promise.all(all.map((each) => sent(...each)));
  if (!byHand.has(devnet)) await mine(devnet);
  return Promise.all(taken.map(landed));
}

/** Mints coins into wallets. */
export const mint = (
  devnet: Devnet,
  all: readonly (readonly [address: string, coin: string, amount: string])[],
): Promise<string[]> =>
  together(
    devnet,
    all.map(([address, coin, amount]) => [
      devnet.token(coin).connect(ownerOf(devnet)) as Contract,
      'mint',
      address,
      toUnits(amount),
    ]),
  );

/** Coins out of a wallet into the treasury. */
function toTreasury(
  devnet: Devnet,
  wallet: Wallet | HDNodeWallet,
  all: readonly (readonly [coin: string, amount: string])[],
): Call[] {
  const signer = new NonceManager(wallet.connect(devnet.provider));
  return all.map(([coin, amount]) => [
    devnet.token(coin).connect(signer) as Contract,
    'transfer',
    devnet.treasury,
    toUnits(amount),
  ]);
}

/** Transfers from one wallet to the treasury, in this order and as close together as the chain allows. */
export const transfers = (
  devnet: Devnet,
  wallet: Wallet | HDNodeWallet,
  all: readonly (readonly [coin: string, amount: string])[],
): Promise<string[]> => together(devnet, toTreasury(devnet, wallet, all));

export const assetsOf = (api: Client) => ask(api, 'GET /api/assets/list', {});

/** Balances by coin. */
export async function balances(api: Client): Promise<Record<string, string>> {
  const { items } = await assetsOf(api);
  return Object.fromEntries(items.map(({ coin, balance }) => [coin, balance]));
}

/** The list's entry of one coin. */
export async function assetOf(api: Client, coin: string) {
  const asset = (await assetsOf(api)).items.find((item) => item.coin === coin);
  if (!asset) throw new Error(`the list has no ${coin}`);
  return asset;
}

/** Turns everybody's coins into balances. */
export const fund = (chain: Devnet | LocalChain, all: readonly (readonly [Person, Coins])[]): Promise<void> =>
  'credit' in chain
    ? chain.credit(all.map(([{ wallet }, coins]) => [wallet.address, coins]))
    : transferred(chain, all);

/** Mints, transfers to the treasury, mines the confirmations and waits for the credits. */
async function transferred(devnet: Devnet, all: readonly (readonly [Person, Coins])[]): Promise<void> {
  const first = all[0]?.[0];
  if (!first) return;
  const before = await Promise.all(all.map(([{ api }]) => balances(api)));
  const purse = ({ wallet }: Person, coins: Coins) =>
    Object.entries(coins).map(([coin, amount]) => [wallet.address, coin, amount] as const);
  await mint(
    devnet,
    all.flatMap(([person, coins]) => purse(person, coins)),
  );
  // In one block: separate blocks would each move the chain's clock a second further ahead of the server's.
  await together(
    devnet,
    all.flatMap(([{ wallet }, coins]) => toTreasury(devnet, wallet, Object.entries(coins))),
  );
  await mine(devnet, (await assetsOf(first.api)).confirmations + 1);
  const credited = async () => {
    const after = await Promise.all(all.map(([{ api }]) => balances(api)));
    for (const [i, [, coins]] of all.entries())
      for (const [coin, amount] of Object.entries(coins))
        expect(after[i]?.[coin]).toBe(fromUnits(toUnits(before[i]?.[coin] ?? '0') + toUnits(amount)));
  };
  await waitFor(credited, { timeout: 30_000, interval: 100 });
}

/** Gives a user ADIT that counts as produced, by a coupon; other ADIT is not sold to the repurchase fund. */
export async function produce(dataDir: string, { api }: Pick<Person, 'api'>, amount: string): Promise<void> {
  const code = `P-${newAddress().slice(2, 14).toUpperCase()}`;
  const made = await operate(dataDir, 'coupon', 'add', code, '--coin', 'ADIT', '--amount', amount);
  if (made.code !== 0) throw new Error(made.stderr);
  await ask(api, 'POST /api/assets/redeem', { code });
}

/** One user per purse, who has its content as a balance; verified, so that withdrawals are possible. */
export async function richPeople<const P extends readonly Coins[]>(
  url: string,
  devnet: Devnet | LocalChain,
  purses: P,
): Promise<{ -readonly [K in keyof P]: Person }> {
  const people = await Promise.all(purses.map(() => newcomer(url)));
  const all = people.map((person, i) => [person, purses[i] ?? {}] as const);
  await Promise.all([fund(devnet, all), ...people.map(({ api }) => verify(api))]);
  return people as { -readonly [K in keyof P]: Person };
}

/** The trial's cycle, then a permanent miner for 10 USDT; the users sign in again, because a day has passed. */
export async function makePermanent(url: string, ...people: Person[]): Promise<void> {
  for (const { api } of people) await ask(api, 'POST /api/mining/claim1', {});
  await pass(url, DAY, ...people);
  for (const { api } of people) {
    await ask(api, 'POST /api/mining/claim', {});
    await ask(api, 'POST /api/mining/buy', { method: 'usdt' });
  }
}

/** The repurchase fund's balance, and what it has bought. */
export const buybackFund = async (url: string) =>
  (await ask(client(url), 'GET /api/mining/buyback/list', {})).fund;

/** The whole fund history, newest first. */
export async function history(api: Client, filter: Filter = {}): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const query: Filter & { limit: string; cursor?: string } = {
      ...filter,
      limit: '100',
      ...(cursor && { cursor }),
    };
    const page: Output<'GET /api/assets/records'> = await ask(api, 'GET /api/assets/records', query);
    rows.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor);
  return rows;
}

/** Each balance equals the previous one plus the row's amount, from 0 to the listed balance. */
export async function expectAddsUp(api: Client): Promise<void> {
  const sums: Record<string, bigint> = {};
  for (const { coin, amount, balanceAfter } of (await history(api)).toReversed()) {
    const signed = amount.startsWith('-') ? -toUnits(amount.slice(1)) : toUnits(amount);
    sums[coin] = (sums[coin] ?? 0n) + signed;
    expect(balanceAfter).toBe(fromUnits(sums[coin]));
  }
  for (const [coin, balance] of Object.entries(await balances(api)))
    expect([coin, balance]).toEqual([coin, fromUnits(sums[coin] ?? 0n)]);
}

type Withdrawal = Input<'POST /api/assets/withdraw'>;

/** The withdrawal with what its wallet has to sign, if it goes to another address and would be possible. */
export async function consented({ api, wallet }: Person, input: Withdrawal): Promise<Withdrawal> {
  const { code, data } = await api.call('POST /api/assets/withdraw', input);
  if (code !== 1307) throw new Error(`no consent was asked for, but ${code}`);
  const { message } = data as unknown as { message: string };
  return { ...input, consent: { message, signature: await wallet.signMessage(message) } };
}

/** Withdraws, and lets the wallet sign if requested. */
export async function withdraw({ api, wallet }: Person, input: Withdrawal, key: string = randomUUID()) {
  const answer = await api.call('POST /api/assets/withdraw', input, { key });
  if (answer.code !== 1307) return answer;
  const { message } = answer.data as unknown as { message: string };
  const consent = { message, signature: await wallet.signMessage(message) };
  return api.call('POST /api/assets/withdraw', { ...input, consent }, { key });
}

/** The history row of the withdrawal to an address. */
export async function withdrawalTo(api: Client, address: string): Promise<Row | undefined> {
  const rows = await history(api, { category: 'withdraw' });
  const found = rows.filter((row) => row.address?.toLowerCase() === address.toLowerCase());
  expect(found.length).toBeLessThan(2);
  return found[0];
}

/** Waits until the withdrawal to an address is in `state`, and returns the states seen on the way. */
export async function reaches(api: Client, address: string, state: Row['state']) {
  const seen: string[] = [];
  const row = await waitFor(
    async () => {
      const now = await withdrawalTo(api, address);
      if (now && seen.at(-1) !== now.state) seen.push(now.state);
      expect(now?.state).toBe(state);
      return now as Row;
    },
    { timeout: 25_000, interval: 50 },
  );
  return { row, seen };
}

/** The same up to its end, without waiting for the confirmations' normal time. */
export async function paid(devnet: Devnet, api: Client, address: string): Promise<Row> {
  const sent = async () =>
    expect(['broadcast', 'confirmed']).toContain((await withdrawalTo(api, address))?.state);
  await waitFor(sent, { timeout: 25_000, interval: 50 });
  await mine(devnet, (await assetsOf(api)).confirmations + 1);
  return (await reaches(api, address, 'confirmed')).row;
}

/**
 * The result of a contract call. Asks for the pending block: anvil keeps only the newest state, and a new block that
 * arrives between resolving "latest" and reading it makes it refuse (1 % of the calls while blocks are made all the
 * time).
 */
export const read = async (contract: Contract, method: string, ...args: unknown[]): Promise<bigint> =>
  (await contract.getFunction(method).staticCall(...args, { blockTag: 'pending' })) as bigint;

/** What an address holds on chain. */
export const held = (devnet: Devnet, coin: string, address: string): Promise<bigint> =>
  read(devnet.token(coin), 'balanceOf', address);

/** Stops or restores the devnet's automatic blocks; `mine` makes them in between. */
export function setMining(devnet: Node, on: boolean): Promise<unknown> {
  if (on) byHand.delete(devnet);
  else byHand.add(devnet);
  return devnet.provider.send('evm_setIntervalMining', [on ? 1 : 0]);
}

export const mine = (devnet: Node, blocks = 1) =>
  devnet.provider.send('anvil_mine', [`0x${blocks.toString(16)}`]);

/** Waits until the server has read the chain up to its current head. */
export async function readByServer(url: string, devnet: Devnet): Promise<void> {
  const head = await devnet.provider.getBlockNumber();
  await waitFor(
    async () => {
      const { chain } = await ask(client(url), 'GET /api/health', {});
      expect(chain.lag).toBe(0);
      expect(chain.head).toBeGreaterThanOrEqual(head);
    },
    { timeout: 20_000, interval: 50 },
  );
}

/** A new address whose key nobody uses. */
export const newAddress = () => Wallet.createRandom().address;
