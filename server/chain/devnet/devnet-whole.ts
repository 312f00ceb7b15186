/** What is done to a devnet as a whole: it is founded, told from others, brought to rest, and saved. */
import { type Launch, launchSomewhere, mineEvery } from './anvil.ts';
import { deploy, newKeys } from './deploy.ts';
import { type Rpc, readBlock } from '#server/chain/rpc.ts';
import { type Passport, writePassport, writeState } from './state.ts';

/** A state of some thousand blocks takes a quarter of a second; a busy machine gets its time. */
const DUMP_LIMIT_MS = 30_000;

/** Keeps the whole state; returns the newest block that is certainly in it. */
export async function save(rpc: Rpc, folder: string): Promise<number> {
  const head = Number(await rpc.call('eth_blockNumber'));
  await writeState(folder, await rpc.call<string>('anvil_dumpState', [], DUMP_LIMIT_MS));
  return head;
}

/** Lets no block be made any more, but one for the transactions that wait. */
export async function settle(rpc: Rpc): Promise<void> {
  await mineEvery(rpc, 0);
  const { pending } = await rpc.call<{ pending: string }>('txpool_status');
  if (Number(pending) > 0) await rpc.call('evm_mine');
}

/** @throws Error when the node is not the chain that the passport describes */
export async function verifyIdentity(rpc: Rpc, passport: Passport): Promise<void> {
  const first = await readBlock(rpc, 1);
  if (first?.hash !== passport.identity)
    throw new Error(`the node at ${rpc.url} is another chain than the one in DATA_DIR`);
}

/** The first start: deploys on an empty chain, saves it, and writes the passport last, which makes it count. */
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
