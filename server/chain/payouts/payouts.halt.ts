/**
 * Halting and resuming. A halt stands in the database: no process signs, sends or replaces anything of the wallet until the
 * operator resumes, which is refused while its cause stands. Receipts are followed all the same.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { inTransaction } from '#server/db/client.ts';
import { CommandError } from '#server/operator/protocol.ts';
import { raiseAlert, settleAlert } from '#server/chain/alerts.ts';
import type { Desk } from './payouts.desk.ts';
import { nonceOf } from './payouts.node.ts';
import { lockWallet } from './payouts.write.ts';
import { type Survey, survey } from './payouts.survey.ts';
import { type Block, readBlock, readBlocks } from '#server/chain/rpc.ts';
import { readyBlock } from '#server/chain/watcher.rules.ts';

/** Kind of the alert for a wallet that is halted. Its key is the wallet's address. */
const HALTED = 'payouts_halted';

/** Halts a wallet for all processes; false when it is halted already. */
export const halt = ({ db, clock, log }: Desk, address: string, reason: string): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const now = clock.now();
    const { rows } = await sql<{ address: string }>`
      insert into payout_wallets (address, halted_at, halt_reason) values (${address}, ${now}, ${reason})
      on conflict (address) do update set halted_at = excluded.halted_at, halt_reason = excluded.halt_reason
        where payout_wallets.halted_at is null
      returning address`.execute(tx);
    if (rows.length === 0) return false;
    await raiseAlert(tx, { kind: HALTED, key: address, detail: `${address}: ${reason}` }, now);
    log.error({ wallet: address, reason }, 'payouts are halted');
    return true;
  });

const FINAL_LIMIT_MS = 20_000;
const FINAL_POLL_MS = 250;

/** The newest block with the wallet's nonce at it: the block is the same before and after the nonce was asked. */
async function pinned({ rpc }: Desk, address: string): Promise<{ block: Block; nonce: bigint } | null> {
  const block = await readBlock(rpc, 'latest');
  const nonce = await nonceOf(rpc, address);
  return block && (await readBlock(rpc, 'latest'))?.hash === block.hash ? { block, nonce } : null;
}

/**
 * Whether `nonce` transactions of the wallet are in the chain for good. Not every node tells the state of an old block, so that the
 * newest one is noted and waited for until it is final.
 */
async function isFinal(desk: Desk, address: string, nonce: bigint): Promise<boolean> {
  const { rpc, confirmations } = desk;
  const deadline = performance.now() + FINAL_LIMIT_MS;
  let pin = await pinned(desk, address);
  for (; performance.now() < deadline; pin ??= await pinned(desk, address)) {
    if (pin && pin.nonce < nonce) return false;
    const [head, finalized] = await readBlocks(rpc, ['latest', 'finalized']);
    if (
      pin &&
      head &&
      finalized &&
      readyBlock(head.number, finalized.number, confirmations) >= pin.block.number
    )
      return (await readBlock(rpc, pin.block.number))?.hash === pin.block.hash;
    await sleep(FINAL_POLL_MS);
  }
  return false;
}

/** What stands against resuming, in one line; null when the operator's `accepted` nonce takes it away. */
async function objection(desk: Desk, found: Survey, accepted: bigint | undefined): Promise<string | null> {
  const { doubt, chainNonce, address } = found;
  if (!doubt) return null;
  if (doubt.kind === 'lost') return doubt.reason;
  if (accepted !== chainNonce)
    return `${doubt.reason}; find out who has the key. If it was you, \`payouts resume ${chainNonce}\` goes on from the chain's nonce`;
  if (await isFinal(desk, address, chainNonce)) return null;
  return `${doubt.reason}, in a block that is not final yet; try again in a minute`;
}

/**
 * Goes on signing. With `accepted`, the chain's nonce, the operator accepts that transactions of other programmes came between: payouts
 * that lost their nonce to one can never be paid by what was signed for them, so that they wait for a new approval.
 * @returns ids of those payouts
 * @throws CommandError while the cause of the halt stands
 */
export async function resume(desk: Desk, by: string, accepted?: bigint): Promise<bigint[]> {
  const { db, wallet, clock, log } = desk;
  const before = await survey(desk, wallet.address);
  if (!before.row?.halted_at) throw new CommandError('payouts are not halted');
  const against = await objection(desk, before, accepted);
  if (against) throw new CommandError(against);
  // Asked again now that the nonces are final: what is struck by then stays so.
  const found = before.doubt ? await survey(desk, wallet.address) : before;
  if (found.doubt && found.chainNonce !== accepted)
    throw new CommandError('the chain has moved on; try again');
  const freed = await inTransaction(db, async (tx) => {
    await lockWallet(tx, wallet.address);
    const { rows } = await sql<{ id: bigint; user_id: bigint }>`
      update payouts set state = 'requested', approved_at = null, approved_by = null, wallet = null, nonce = null, tx_hash = null
      where id = any(${found.struck.map(({ id }) => id)}::bigint[]) and wallet = ${wallet.address}
        and state in ('signed', 'broadcast') and nonce < ${found.chainNonce}
      returning id, user_id`.execute(tx);
    await sql`
      update payout_wallets set halted_at = null, halt_reason = null,
        next_nonce = next_nonce + greatest(${found.chainNonce}::bigint - next_nonce, 0)
      where address = ${wallet.address}`.execute(tx);
    await settleAlert(tx, { kind: HALTED, key: wallet.address }, by, clock.now());
    return rows;
  });
  log.warn({ by }, 'payouts go on');
  desk.changed(freed.map(({ user_id: user }) => user));
  return freed.map(({ id }) => id);
}
