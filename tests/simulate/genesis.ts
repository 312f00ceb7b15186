// What every run begins with: a chain on which wallets hold coins, funds that can pay, and verified accounts without a history. Made once in
// a process and copied for each run.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mkdtempSync, rmSync } from 'node:fs';
import { Wallet, computeAddress } from 'ethers';
import { pino } from 'pino';
import { COINS } from '#server/chain/coins.ts';
import { DEVELOPMENT_SIGN_KEY } from '#contract/signing.ts';
import { type Random, randomFrom } from '#tests/chaos/random.ts';
import { pngOf } from '#tests/support/documents.ts';
import { requestOf } from '#tests/support/http.ts';
import { signInMessage } from '#tests/support/wallet.ts';
import { type SimulatedChain, simulatedChain } from './chain.ts';
import { SimulatedDatabase } from './database.ts';
import { GENESIS, kernel } from './kernel.ts';
import { type Server, simulatedServer } from './server.ts';

export const CHAIN_ID = 56;
export const PUBLIC_URL = 'https://adit.example';
const UNIT = 10n ** 18n;
const HOT_KEY = `0x${'d3'.repeat(32)}`;
export const HOT_WALLET = computeAddress(HOT_KEY).toLowerCase();
export const TREASURY = computeAddress(`0x${'d4'.repeat(32)}`).toLowerCase();
/** Redeemed for 200 ADIT. */
export const COUPON = 'SHAFT-LAMP-26';

/** Wallets of the people: the first ones are verified before the run, the others have never signed in. */
export const WALLETS = Array.from({ length: 6 }, (_, at) => new Wallet(`0x${`a${at}`.repeat(32)}`));
const VERIFIED = 4;

const addressOf = (place: number): string => `0x${place.toString(16).padStart(40, 'c')}`;
export const USDT = COINS.find(({ symbol }) => symbol === 'USDT')?.bnbChain?.toLowerCase() ?? '';
const PLACES = {
  tokens: { USDT, ADIT: addressOf(100) },
  feeds: Object.fromEntries(
    COINS.flatMap(({ symbol, price }) => (price && 'feed' in price ? [[symbol, price.bnbChain]] : [])),
  ),
};

/** A chain as at the beginning; later choices come from `random`. */
export function genesisChain(random: () => Random): SimulatedChain {
  const fixed = randomFrom(1);
  let source = () => fixed;
  const chain = simulatedChain({
    random: () => source().int(0, 2 ** 30 - 1) / 2 ** 30,
    chainId: CHAIN_ID,
    timestamp: GENESIS / 1000 - 60,
    places: PLACES,
  });
  chain.endow(HOT_WALLET, 10n * UNIT);
  chain.mint(USDT, HOT_WALLET, 6000n * UNIT);
  // Together what the funds are given below.
  chain.mint(USDT, TREASURY, 5000n * UNIT);
  for (const { address } of WALLETS) {
    chain.endow(address, UNIT);
    chain.mint(USDT, address, 5000n * UNIT);
  }
  for (let at = 50; at > 0; at -= 10) chain.mine(GENESIS / 1000 - at, { leave: 0 });
  source = random;
  return chain;
}

export interface World {
  readonly database: SimulatedDatabase;
  readonly env: Readonly<Record<string, string>>;
  close(): void;
}

async function sendTo(server: Server, name: Parameters<typeof requestOf>[0], input: Record<string, unknown>, token?: string, files = {}) {
  const request = await requestOf(name, input, { token, files }, DEVELOPMENT_SIGN_KEY);
  const { method, path: url, headers, body } = request;
  const work = () => server.app?.inject({ method, url, headers, ...(body && { payload: body }) });
  const response = await kernel.until(Promise.resolve(work()));
  const { code, data, message } = response?.json() as { code: number; data: never; message: string };
  if (code !== 0) throw new Error(`${name}: ${code} ${message}`);
  return data as Record<string, string>;
}

/** Signs the wallet in and has it verified. */
async function verifiedAccount(server: Server, wallet: Wallet, inviteCode?: string): Promise<string> {
  const { nonce = '' } = await sendTo(server, 'GET /api/auth/nonce', {});
  const message = signInMessage(wallet.address, nonce, { chainId: CHAIN_ID, publicUrl: PUBLIC_URL });
  const signature = await wallet.signMessage(message);
  const invited = inviteCode === undefined ? {} : { inviteCode };
  const { token } = await sendTo(server, 'POST /api/auth/login', { message, signature, ...invited });
  const fields = { exchange: 'binance', exchangeUid: wallet.address.slice(2, 12), exchangeAddress: wallet.address };
  const files = { idDocument: { bytes: pngOf(`id ${wallet.address}`) }, addressDocument: { bytes: pngOf(`at ${wallet.address}`) } };
  await sendTo(server, 'POST /api/user/kyc', fields, token, files);
  const { inviteCode: own = '' } = await sendTo(server, 'GET /api/user/info', {}, token);
  return own;
}

export async function makeWorld(cluster?: string): Promise<World> {
  const dataDir = mkdtempSync(join(tmpdir(), 'adit-simulate-'));
  const env = {
    ...{ NODE_ENV: 'test', DEMO: 'off', PUBLIC_URL, DATA_DIR: dataDir, CHAIN_ID: String(CHAIN_ID), CONFIRMATIONS: '3' },
    ...{ CHAIN_RPC_URL: 'http://node.invalid', CHAIN_PUBLIC_RPC_URL: 'http://public.invalid' },
    ...{ TREASURY_ADDRESS: TREASURY, HOT_WALLET_KEY: HOT_KEY, RATE_LIMIT: '0', RATE_LIMIT_SIGN_IN: '0' },
    ...{ WITHDRAW_APPROVAL: 'off' },
  };
  const database = await SimulatedDatabase.open(cluster);
  kernel.reset(0);
  await kernel.until(database.migrate(pino({ level: 'silent' })));
  const chain = genesisChain(() => kernel.random);
  const server = simulatedServer('first', { database, chain, nodeMs: () => 0, logged: () => undefined, env });
  await kernel.until(server.start());
  for (const command of [
    'fund reserve USDT 10000 stock',
    'fund buyback USDT 1000 stock',
    'fund issue reserve ADIT 100000 stock',
    'fund issue race_bank ADIT 100000 stock',
    `coupon add ${COUPON} --coin ADIT --amount 200`,
  ])
    await kernel.until(server.operate(...command.split(' ')));
  let invite: string | undefined;
  for (const wallet of WALLETS.slice(0, VERIFIED)) invite = await verifiedAccount(server, wallet, invite);
  const waiting = await database.ask<{ id: bigint }>("select id from kyc_submissions where status = 'submitted' order by id");
  for (const { id } of waiting) await kernel.until(server.operate('kyc', 'approve', String(id)));
  await kernel.until(server.stop());
  // They sign in again in each run.
  await database.ask('delete from sessions');
  await database.snapshot();
  return { database, env, close: () => rmSync(dataDir, { recursive: true, force: true }) };
}
