/** Gives people in tests money from outside the server: the faucet, minting on the devnet, and transfers to the treasury. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Contract, type HDNodeWallet, JsonRpcProvider, NonceManager, Wallet } from 'ethers';
import { expect } from 'vitest';
import { toUnits } from '#rules/amounts.ts';
import { client } from '#tests/support/http.ts';
import { type Person, ask, balance } from '#tests/support/person.ts';
import { waitFor } from '#tests/support/wait.ts';

const TOKEN = [
  'function transfer(address to, uint256 amount) returns (bool)',
  'function mint(address to, uint256 amount)',
  'function balanceOf(address owner) view returns (uint256)',
];
const FEED = ['function updateAnswer(int128 answer)', 'function latestAnswer() view returns (int256)'];

/** A node that accepts any JSON-RPC method. */
export interface Node {
  readonly provider: Pick<JsonRpcProvider, 'send'>;
}

export interface Devnet {
  readonly provider: JsonRpcProvider;
  readonly treasury: string;
  /** Contract of a listed token, signed by the devnet's owner unless `as` is given. */
  token(coin: string, as?: Wallet | HDNodeWallet): Contract;
  /** Contract of a coin's price feed, signed by its owner. */
  feed(coin: string): Contract;
  close(): void;
}

interface Passport {
  keys: { owner: string };
  feeds: Record<string, string>;
}

/** The devnet of a running app; the owner's key comes from its data folder. */
export async function devnetOf(app: { url: string; dataDir: string }): Promise<Devnet> {
  const { data } = await client(app.url).call('GET /api/assets/list', {});
  const passport = JSON.parse(readFileSync(join(app.dataDir, 'chain/devnet.json'), 'utf8')) as Passport;
  const provider = new JsonRpcProvider(data.rpcUrl, data.chainId, { staticNetwork: true, cacheTimeout: -1 });
  provider.pollingInterval = 200;
  const owner = new Wallet(passport.keys.owner, provider);
  return {
    provider,
    treasury: data.treasury ?? '',
    token(coin, as) {
      const address = data.items.find((item) => item.coin === coin)?.contract ?? '';
      return new Contract(address, TOKEN, as?.connect(provider) ?? new NonceManager(owner));
    },
    feed: (coin) => new Contract(passport.feeds[coin] ?? '', FEED, new NonceManager(owner)),
    close: () => provider.destroy(),
  };
}

const send = (
  contract: Contract,
  method: string,
  ...args: unknown[]
): Promise<{ hash: string; wait(): Promise<unknown> }> =>
  (contract.getFunction(method) as unknown as (...all: unknown[]) => Promise<never>)(...args, {
    gasPrice: 0n,
  });

/** Puts gas from the faucet and `amount` coins, minted by the devnet's owner, into a wallet. */
export async function fill(
  url: string,
  devnet: Devnet,
  address: string,
  coin: string,
  amount: string,
): Promise<void> {
  await ask(client(url), 'POST /api/demo/faucet', { address });
  await (await send(devnet.token(coin), 'mint', address, toUnits(amount))).wait();
}

/** Sends coins from a wallet to the treasury. Resolves with the transaction hash once it is in a block. */
export async function sendToTreasury(
  devnet: Devnet,
  wallet: Wallet | HDNodeWallet,
  coin: string,
  amount: string,
): Promise<string> {
  const sent = await send(devnet.token(coin, wallet), 'transfer', devnet.treasury, toUnits(amount));
  await sent.wait();
  return sent.hash;
}

/** Fills the wallet, sends the coins to the treasury and waits until the app has credited them. Resolves with the transaction hash. */
export async function deposit(
  url: string,
  devnet: Devnet,
  { api, wallet }: Pick<Person, 'api' | 'wallet'>,
  coin: string,
  amount: string,
): Promise<string> {
  const before = toUnits((await balance(api, coin)) ?? '0');
  await fill(url, devnet, wallet.address, coin, amount);
  const hash = await sendToTreasury(devnet, wallet, coin, amount);
  await waitFor(
    async () => expect(toUnits((await balance(api, coin)) ?? '0')).toBe(before + toUnits(amount)),
    { timeout: 30_000, interval: 200 },
  );
  return hash;
}
