/** The operator's contracts and feeds on an external node: checked on the chain before they are accepted. */
import { Wallet, getCreateAddress } from 'ethers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Database } from '#server/db/client.ts';
import { fromUnits } from '#rules/amounts.ts';
import { type Settings, openSettings } from '#server/config/settings.ts';
import { freshDatabase, quiet } from '#tests/support/databases.ts';
import { CHAIN_ID, openDevnet, tempFolder, testClock } from '#tests/support/devnet.ts';
import { type Chain, createChain } from '#server/chain/chain.ts';
import { coinCommands } from '#server/chain/coins.commands.ts';
import { contractCommands } from '#server/chain/contracts/contracts.commands.ts';
import { creationCode } from '#server/chain/contracts/artifacts.ts';
import type { Devnet } from '#server/chain/devnet/devnet.ts';
import { feedCommands } from './feeds.commands.ts';
import { included, sender } from '#server/chain/devnet/sender.ts';

const clock = testClock();
const NOBODY = '0x52908400098527886E0F7030069857D2E4169EE7';
/** The first example of EIP-55 with another first letter. */
const TYPO = '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
let folder: Awaited<ReturnType<typeof tempFolder>>;
let devnet: Devnet;
let database: Database;
let settings: Settings;
let chain: Chain;

const start = () =>
  createChain(
    { dataDir: folder.path, chainId: CHAIN_ID, confirmations: 3, chainRpcUrl: devnet.rpc.url },
    ...[
      {
        db: database.kysely,
        clock,
        log: quiet,
        changed: () => undefined,
        changes: () => settings.now().coins,
      },
    ],
  );
async function run(typed: string, options: Record<string, string> = {}): Promise<string> {
  const deps = { settings, db: database.kysely, clock, chain };
  const commands = [...coinCommands(deps), ...contractCommands(deps), ...feedCommands(deps)];
  const command = commands.find(({ name }) => typed.startsWith(name));
  const words = typed.slice(command?.name.length).trim().split(' ');
  return (await command?.run(words, 'olga', { options, files: [] }))?.text ?? '';
}
async function deploy(data: string): Promise<string> {
  const owner = sender(devnet.rpc, new Wallet(devnet.passport.keys.owner), CHAIN_ID);
  const sent = await owner.send([{ to: null, data, gasLimit: 1_500_000 }]);
  await included(devnet.rpc, sent, 10_000);
  return getCreateAddress({ from: owner.address, nonce: sent[0]?.nonce ?? 0 });
}
const contractOf = (coin: string) => chain.coins.find(({ symbol }) => symbol === coin);

beforeAll(async () => {
  folder = await tempFolder();
  devnet = await openDevnet(folder.path);
  database = await freshDatabase('postgres');
  settings = await openSettings({ database, env: {}, log: quiet });
  chain = await start();
});
afterAll(async () => {
  await chain.stop();
  await devnet.stop();
  await database.close();
  await folder.remove();
});

describe('a contract', () => {
  test('applies from the next start, with the decimals that it declares', async () => {
    const owner = new Wallet(devnet.passport.keys.owner).address;
    const token = await deploy(creationCode('TestToken', ['Doge', 'DOGE', 8, owner]));
    expect(await run(`coin contract OOGE ${token}`)).toMatch(
      /^OOGE is DOGE at 0x.* with 8 decimals from the next start/,
    );
    expect(contractOf('OOGE')?.contract).toBeNull();
    // Refused even before that restart: after it, the token would belong to two coins.
    await expect(run(`coin contract BTC ${token.toLowerCase()}`)).rejects.toThrow(/of OOGE already/);
    await chain.stop();
    chain = await start();
    expect(contractOf('OOGE')).toMatchObject({ contract: token, decimals: 8 });
    await expect(run(`coin contract BTC ${token}`)).rejects.toThrow(/the contract of OOGE already/);
    const other = devnet.passport.tokens['BTC'] ?? '';
    await expect(run(`coin contract OOGE ${other}`)).rejects.toThrow(/withdrawals off/);
    await run('coin set OOGE', { withdrawals: 'off', deposits: 'off' });
    // Named by mistake, but servers credit it until another one is named.
    const mistaken = await deploy(creationCode('TestToken', ['Dodge', 'DODGE', 6, owner]));
    await run(`coin contract OOGE ${mistaken}`);
    expect(await run(`coin contract OOGE ${other}`)).toContain('18 decimals');
    await expect(run('coin set OOGE', { 'withdraw-fee': '5.000000001' })).rejects.toThrow(/8 decimals/);
    await chain.stop();
    chain = await start();
    const earlier = [
      { address: token, decimals: 8 },
      { address: mistaken, decimals: 6 },
    ];
    expect(contractOf('OOGE')).toMatchObject({ contract: other, decimals: 18, earlier });
  });

  test.each([
    [`coin contract BTC ${NOBODY}`, /is not a contract on this chain$/],
    ['coin contract BTC 0x12', /^give the address of the token: an address is 0x and 40 hex digits$/],
    [`coin contract BTC ${TYPO}`, /^give the address of the token: its checksum is wrong/],
    [`coin contract DOGE ${NOBODY}`, /listed coin/],
  ])('is refused: %s', async (typed, why) => {
    await expect(run(typed)).rejects.toThrow(why);
  });
});

describe('a feed', () => {
  const feed = (coin: string) => devnet.passport.feeds[coin] ?? '';

  test('is checked, accepted at once, listed, and removed again', async () => {
    expect(chain.quote('BTC')).toBeNull();
    await vi.waitFor(() => run(`feed set BTC ${feed('BTC')}`), { timeout: 60_000 });
    expect(fromUnits(chain.quote('BTC')?.price ?? 0n)).toBe('90000');
    expect(await run('feed list')).toMatch(
      /^BTC\t0x.*\t90000\t\d+ s old\theartbeat 300 s\t1000 to 10000000\tdeviation 0.001\tgood$/,
    );
    // A coin without a feed in the list gets its price from the feed configured by the operator.
    await run(`feed set TON ${feed('ETH')}`, { low: '1', high: '100000' });
    expect(fromUnits(chain.quote('TON')?.price ?? 0n)).toBe('3000');
    await run('feed remove TON');
    expect(chain.quote('TON')).toBeNull();
    expect(await run('feed reset BTC')).toBe(
      'BTC has no price: the coin list has no feed for it on this chain',
    );
    expect(chain.quote('BTC')).toBeNull();
    await expect(run('feed reset BTC')).rejects.toThrow(/was not changed/);
  });

  test('is refused, without any change, if its answer is out of bounds, old or missing', async () => {
    const before = settings.now();
    await expect(run(`feed set BTC ${feed('ETH')}`, { low: '10000', high: '200000' })).rejects.toThrow(
      /bounds/,
    );
    await expect(run(`feed set BTC ${devnet.passport.tokens['BTC']}`)).rejects.toThrow(/not a price feed/);
    await expect(run(`feed set BTC ${NOBODY}`)).rejects.toThrow(/not a contract/);
    await expect(run(`feed set BTC ${TYPO}`)).rejects.toThrow(
      /^give the address of the feed: its checksum is wrong/,
    );
    await expect(run(`feed set TON ${feed('ETH')}`)).rejects.toThrow(/give --low and --high/);
    await expect(run(`feed set BTC ${feed('BTC')}`, { heartbeat: '0' })).rejects.toThrow(/--heartbeat/);
    await expect(run(`feed set ADIT ${feed('BTC')}`)).rejects.toThrow(/fixed price 0.01/);
    clock.advance(600);
    await expect(run(`feed set BTC ${feed('BTC')}`)).rejects.toThrow(/more than the heartbeat/);
    expect(settings.now()).toBe(before);
  });
});
