/**
 * The devnet's first start and first block: test tokens, ADIT, price feeds, the keeper's contract, and a treasury with
 * demo mode's balances.
 */
import { randomBytes } from 'node:crypto';
import { getCreateAddress } from 'ethers/address';
import { hexlify, parseEther, parseUnits } from 'ethers/utils';
import { toDecimals } from '#rules/amounts.ts';
import { COINS, treasurySeed } from '#server/chain/coins.ts';
import { artifact, creationCode } from '#server/chain/contracts/artifacts.ts';
import { type Rpc, readBlock } from '#server/chain/rpc.ts';
import { signerOf } from '#server/chain/signer.ts';
import { type Launch, launchSomewhere } from './anvil.ts';
import { type Draft, endow, included, sender } from './sender.ts';
import { type Keys, type Passport, save, writePassport } from './state.ts';

const FEED_DECIMALS = 8;
/** Less than the chain's block limit of 30 million gas, so that everything fits into one block. */
const GAS = { token: 1_200_000, feed: 700_000, keeper: 400_000, mint: 100_000 };
const OWNER_GAS = parseEther('1000000000');
const PURSE = parseEther('1000');

type Deployed = Pick<Passport, 'identity' | 'tokens' | 'feeds' | 'keeper'>;

/** New random keys. */
function newKeys(): Keys {
  const key = () => hexlify(randomBytes(32));
  return { owner: key(), keeper: key(), treasury: key() };
}

/**
 * Deploys everything into block 1 of an empty chain that does not mine automatically.
 * @throws Error if a transaction reverts or the chain is not empty.
 */
async function deploy(rpc: Rpc, keys: Keys, chainId: number): Promise<Deployed> {
  const owner = signerOf(keys.owner);
  const [keeper, treasury] = [signerOf(keys.keeper).address, signerOf(keys.treasury).address];
  await endow(rpc, owner.address, OWNER_GAS);
  await endow(rpc, keeper, OWNER_GAS);
  await endow(rpc, treasury, PURSE);

  const drafts: Draft[] = [];
  const create = (data: string, gasLimit: number): string => {
    const address = getCreateAddress({ from: owner.address, nonce: drafts.length });
    drafts.push({ to: null, data, gasLimit });
    return address;
  };
  const tokens: Record<string, string> = {};
  const feeds: Record<string, string> = {};
  for (const { symbol, name, decimals, price } of COINS) {
    const code =
      symbol === 'ADIT'
        ? creationCode('AditToken', [name, symbol, owner.address])
        : creationCode('TestToken', [name, symbol, decimals, owner.address]);
    tokens[symbol] = create(code, GAS.token);
    if (price === null || 'fixed' in price) continue;
    const answer = parseUnits(price.devnet, FEED_DECIMALS);
    feeds[symbol] = create(
      creationCode('MockV3Aggregator', [FEED_DECIMALS, price.feed, answer, owner.address]),
      GAS.feed,
    );
  }
  const keeperContract = create(creationCode('Keeper', []), GAS.keeper);
  for (const listed of COINS) {
    const amount = toDecimals(treasurySeed(listed), listed.decimals);
    if (amount === 0n) continue;
    const data = artifact('TestToken').abi.encodeFunctionData('mint', [treasury, amount]);
    drafts.push({ to: tokens[listed.symbol] ?? null, data, gasLimit: GAS.mint });
  }

  const sent = await sender(rpc, owner, chainId).send(drafts);
  await rpc.call('evm_mine');
  const last = await included(rpc, sent, 10_000);
  const first = await readBlock(rpc, 1);
  if (!first || last !== 1) throw new Error('the devnet was not empty');
  return { identity: first.hash, tokens, feeds, keeper: keeperContract };
}

/**
 * The first start: deploys on an empty chain, saves it, and finally writes the passport, which makes the devnet valid.
 * @throws Error when the chain cannot be created
 */
export async function found(folder: string, launch: Launch): Promise<Passport> {
  const anvil = await launchSomewhere(launch);
  try {
    const keys = newKeys();
    const deployed = await deploy(anvil.rpc, keys, launch.chainId);
    if (!anvil.alive()) throw new Error('the devnet ended while it was deployed');
    await save(anvil.rpc, folder);
    const passport: Passport = { chainId: launch.chainId, port: anvil.port, keys, ...deployed };
    await writePassport(folder, passport);
    return passport;
  } finally {
    await anvil.kill();
  }
}
