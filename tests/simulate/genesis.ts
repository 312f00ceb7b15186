// The starting point of every run: a chain on which wallets hold coins, funds that can pay, and verified accounts
// without a history. Created once per process and copied for each run.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mkdtempSync, rmSync } from 'node:fs';
import { Interface, Wallet, computeAddress } from 'ethers';
import { pino } from 'pino';
import { COINS } from '#server/chain/coins.ts';
import { DEVELOPMENT_SIGN_KEY } from '#contract/signing.ts';
import { type Random, randomFrom } from '#tests/support/random.ts';
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
const erc20 = new Interface(['function transfer(address to, uint256 amount)']);
const HOT_KEY = `0x${'d3'.repeat(32)}`;
export const HOT_WALLET = computeAddress(HOT_KEY).toLowerCase();
export const TREASURY = computeAddress(`0x${'d4'.repeat(32)}`).toLowerCase();
/** Redeemed for 200 ADIT. */
export const COUPON = 'SHAFT-LAMP-26';

/** What the verified people have redeemed beforehand. */
const WELCOME = 'WELCOME-LAMP-26';

/** Wallets of the people: the first ones are verified before the run, the others have never signed in. */
export const WALLETS = Array.from({ length: 6 }, (_, at) => new Wallet(`0x${`a${at}`.repeat(32)}`));
export const VERIFIED = 4;

const addressOf = (place: number): string => `0x${place.toString(16).padStart(40, 'c')}`;
export const USDT = COINS.find(({ symbol }) => symbol === 'USDT')?.bnbChain?.toLowerCase() ?? '';
const PLACES = {
  tokens: { USDT, ADIT: addressOf(100) },
  feeds: Object.fromEntries(
    COINS.flatMap(({ symbol, price }) => (price && 'feed' in price ? [[symbol, price.bnbChain]] : [])),
  ),
};

/** The initial chain; later choices come from `random`. `meanwhile` runs before the people's first deposits. */
export async function genesisChain(
  random: () => Random,
  meanwhile: (chain: SimulatedChain) => Promise<unknown> = async () => undefined,
): Promise<SimulatedChain> {
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
  // The total of what the funds are given below.
  chain.mint(USDT, TREASURY, 5000n * UNIT);
  for (const { address } of WALLETS) {
    chain.endow(address, UNIT);
    chain.mint(USDT, address, 5000n * UNIT);
  }
  const grow = () => chain.mine((chain.truth.blocks.at(-1)?.timestamp ?? 0) + 5, { leave: 0 });
  for (let blocks = 0; blocks < 4; blocks += 1) grow();
  await meanwhile(chain);
  for (const wallet of WALLETS.slice(0, VERIFIED)) chain.send(await depositOf(wallet, 0, 200n * UNIT));
  for (let blocks = 0; blocks < 6; blocks += 1) grow();
  source = random;
  return chain;
}

/** A signed transfer of USDT to the treasury. */
export const depositOf = (wallet: Wallet, nonce: number, amount: bigint): Promise<string> =>
  wallet.signTransaction({
    ...{ type: 0, chainId: CHAIN_ID, gasPrice: 1_000_000_000n, gasLimit: 200_000, nonce, to: USDT },
    data: erc20.encodeFunctionData('transfer', [TREASURY, amount]),
  });

export interface World {
  readonly database: SimulatedDatabase;
  readonly env: Readonly<Record<string, string>>;
  /** Tokens of the verified people's sessions. */
  readonly tokens: readonly string[];
  close(): void;
}

interface Answered {
  readonly code: number;
  readonly message: string;
  readonly data: Record<string, string>;
}

async function sendTo(
  server: Server,
  name: Parameters<typeof requestOf>[0],
  input: Record<string, unknown>,
  token?: string,
  files = {},
) {
  const request = await requestOf(name, input, { token, files }, DEVELOPMENT_SIGN_KEY);
  const { method, path: url, headers, body } = request;
  const payload = body && { payload: body };
  const response = await kernel.until(server.serve({ method, url, headers, ...payload }));
  const { code, data, message } = JSON.parse(response.body) as Answered;
  if (code !== 0) throw new Error(`${name}: ${code} ${message}`);
  return data;
}

/** Signs the wallet in and has it verified. */
async function verifiedAccount(
  server: Server,
  wallet: Wallet,
  inviteCode?: string,
): Promise<{ token: string; invite: string }> {
  const { nonce = '' } = await sendTo(server, 'GET /api/auth/nonce', {});
  const message = signInMessage(wallet.address, nonce, { chainId: CHAIN_ID, publicUrl: PUBLIC_URL });
  const signature = await wallet.signMessage(message);
  const invited = inviteCode === undefined ? {} : { inviteCode };
  const { token = '' } = await sendTo(server, 'POST /api/auth/login', { message, signature, ...invited });
  const fields = {
    exchange: 'binance',
    exchangeUid: wallet.address.slice(2, 12),
    exchangeAddress: wallet.address,
  };
  const files = {
    idDocument: { bytes: pngOf(`id ${wallet.address}`) },
    addressDocument: { bytes: pngOf(`at ${wallet.address}`) },
  };
  await sendTo(server, 'POST /api/user/kyc', fields, token, files);
  const { inviteCode: own = '' } = await sendTo(server, 'GET /api/user/info', {}, token);
  return { token, invite: own };
}

export async function makeWorld(cluster?: string): Promise<World> {
  const dataDir = mkdtempSync(join(tmpdir(), 'adit-simulate-'));
  const env = {
    ...{
      NODE_ENV: 'test',
      DEMO: 'off',
      PUBLIC_URL,
      DATA_DIR: dataDir,
      CHAIN_ID: String(CHAIN_ID),
      CONFIRMATIONS: '3',
    },
    ...{ CHAIN_RPC_URL: 'http://node.invalid', CHAIN_PUBLIC_RPC_URL: 'http://public.invalid' },
    ...{ TREASURY_ADDRESS: TREASURY, HOT_WALLET_KEY: HOT_KEY, RATE_LIMIT: '0', RATE_LIMIT_SIGN_IN: '0' },
    ...{ WITHDRAW_APPROVAL: 'off' },
  };
  const database = await SimulatedDatabase.open(cluster);
  kernel.reset(0);
  await kernel.until(database.migrate(pino({ level: 'silent' })));
  const tokens: string[] = [];
  let server: Server | undefined;
  await genesisChain(
    () => kernel.random,
    async (chain) => {
      const first = simulatedServer('first', {
        database,
        chain,
        nodeMs: () => 0,
        logged: () => undefined,
        env,
      });
      server = first;
      await kernel.until(first.start());
      for (const command of COMMANDS) await kernel.until(first.operate(...command.split(' ')));
      let invite: string | undefined;
      for (const wallet of WALLETS.slice(0, VERIFIED)) {
        const made = await verifiedAccount(first, wallet, invite);
        tokens.push(made.token);
        invite = made.invite;
      }
      const waiting = await database.ask<{ id: bigint }>(
        "select id from kyc_submissions where status = 'submitted' order by id",
      );
      for (const { id } of waiting) await kernel.until(first.operate('kyc', 'approve', String(id)));
      for (const token of tokens) {
        await sendTo(first, 'POST /api/mining/claim1', {}, token);
        await sendTo(first, 'POST /api/assets/redeem', { code: WELCOME }, token);
      }
    },
  );
  // Their deposits are credited.
  await kernel.until(kernel.pause(5000));
  if (server) await kernel.until(server.stop());
  await database.snapshot();
  return { database, env, tokens, close: () => rmSync(dataDir, { recursive: true, force: true }) };
}

const COMMANDS = [
  'fund reserve USDT 10000 stock',
  'fund buyback USDT 1000 stock',
  'fund issue reserve ADIT 100000 stock',
  'fund issue race_bank ADIT 100000 stock',
  `coupon add ${COUPON} --coin ADIT --amount 200`,
  `coupon add ${WELCOME} --coin ADIT --amount 300`,
];
