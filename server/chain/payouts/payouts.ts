/**
 * Pays withdrawals: approved → signed and stored → sent → in a block → final → booked. Any number of processes may run
 * it on one database. If one dies between two steps, the next pass continues from there. Nothing is sent before it is
 * stored, and a payout has only one nonce, so the chain itself pays it at most once.
 *
 * A halt is stored in the database: no process signs, sends or replaces anything for the wallet until the operator
 * resumes, which is refused while the cause persists. Receipts are still followed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { raiseAlert, settleAlert } from '#server/chain/alerts.ts';
import { signerOf } from '#server/chain/signer.ts';
import { verifyChain } from '#server/chain/watcher.ts';
import { inTransaction } from '#server/db/client.ts';
import { mutex } from '#server/lib/mutex.ts';
import { CommandError } from '#server/operator/protocol.ts';
import { type Desk, type Survey, isFinal, survey } from './payouts.chain.ts';
import { adopt, underway } from './payouts.adopt.ts';
import { MOVED, isHome, moveHome } from './payouts.home.ts';
import {
  flyingWallets,
  glance,
  haltWallet,
  haltedWallets,
  lockWallet,
  nextReady,
  payoutOf,
  resumeWallet,
} from './payouts.repository.ts';
import { STUCK, nothingToSign, replaceOverdue, sendWaiting, settle, signReady } from './payouts.steps.ts';

/** The worker's dependencies. */
export interface PayoutsDeps extends Omit<Desk, 'wallet' | 'refusals' | 'stopping' | 'replaceAfterMs'> {
  /** Private key of the hot wallet, 0x and hex. */
  readonly key: string;
  /** On the machine's clock; a minute by default. */
  readonly replaceAfterMs?: number;
  /**
   * A foreign nonce must be seen for this long before payouts are halted: a re-org may undo it, or a slow node catch
   * up.
   */
  readonly doubtMs?: number;
  readonly pollMs?: number | undefined;
}

interface PayoutsStatus {
  /** False while payouts are halted. */
  readonly ok: boolean;
  /** Payouts that have not ended. */
  readonly open: number;
}

/** The running worker. */
export interface Payouts {
  /** The hot wallet. */
  readonly address: string;
  /** Tells the worker that there may be something to do. */
  nudge(): void;
  /** Runs a pass now; resolves when nothing more can be done. @throws the error that prevents it */
  look(): Promise<void>;
  /** Answers from memory. */
  status(): PayoutsStatus;
  /** Halts all processes; false if already halted. */
  halt(reason: string): Promise<boolean>;
  /** @returns ids of payouts that wait for approval again @throws CommandError while the cause of the halt exists */
  resume(by: string, accepted?: bigint): Promise<bigint[]>;
  /**
   * Follows a transaction unknown to this database as that of a withdrawal. @throws CommandError unless it has paid
   * that withdrawal
   */
  adopt(id: bigint, hash: string): Promise<void>;
  stop(): Promise<void>;
}

const POLL_MS = 1000;
const SLOWEST_POLL_MS = 15_000;
/**
 * How many times less often it polls while there is nothing to send or follow: approvals in this process wake it
 * anyway.
 */
const IDLE_FOLD = 10;
const REPLACE_AFTER_MS = 60_000;
const DOUBT_MS = 3000;

/** Kind of the alert for a halted wallet; its key is the wallet's address. */
const HALTED = 'payouts_halted';

/** Halts a wallet for all processes; false if already halted. */
const halt = ({ db, clock, log }: Desk, address: string, reason: string): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const now = clock.now();
    if (!(await haltWallet(tx, address, reason, now))) return false;
    await raiseAlert(tx, { kind: HALTED, key: address, detail: `${address}: ${reason}` }, now);
    log.error({ wallet: address, reason }, 'payouts are halted');
    return true;
  });

/** What prevents resuming, in one line; null if the operator's `accepted` nonce resolves it. */
async function objection(desk: Desk, found: Survey, accepted: bigint | undefined): Promise<string | null> {
  const { doubt, chainNonce, address } = found;
  if (!doubt)
    return accepted === undefined ? null : 'there is no nonce to accept: run `payouts resume` without one';
  if (doubt.kind === 'lost') return doubt.reason;
  if (accepted !== chainNonce)
    return `${doubt.reason}; find out who has the key. If it was you, \`payouts resume ${chainNonce}\` continues from the chain's nonce`;
  if (await isFinal(desk, address, chainNonce)) return null;
  return `${doubt.reason}, in a block that is not final yet; try again in a minute`;
}

/**
 * Resumes signing. With `accepted`, the chain's nonce, the operator accepts that other programs' transactions came in
 * between. A payout that lost its nonce to one can never be paid by what was signed for it, so it needs a new approval.
 * Wallets of previous keys are resumed after the current one.
 * @returns ids of those payouts
 * @throws CommandError while the cause of the halt persists
 */
async function resume(desk: Desk, by: string, accepted?: bigint): Promise<bigint[]> {
  const { db, wallet, clock, log } = desk;
  const halted = (await haltedWallets(db)).map((row) => row.address);
  const address = halted.includes(wallet.address) ? wallet.address : halted[0];
  if (address === undefined) throw new CommandError('payouts are not halted');
  const before = await survey(desk, address);
  const moved = !(await isHome(db));
  const known = before.row?.next_nonce ?? 0n;
  const against =
    (await objection(desk, before, accepted)) ??
    (moved ? await underway(desk, address, before.chainNonce > known ? before.chainNonce : known) : null);
  if (against) throw new CommandError(against);
  // Read again now that the nonces are final: a payout that has lost its nonce by now has lost it for good.
  const found = before.doubt ? await survey(desk, address) : before;
  if (found.doubt && found.chainNonce !== accepted)
    throw new CommandError('the chain has moved on; try again');
  const freed = await inTransaction(db, async (tx) => {
    await lockWallet(tx, address);
    const rows = await resumeWallet(tx, {
      ...found,
      doubtful: moved && found.chainNonce > (found.row?.next_nonce ?? 0n),
    });
    if (moved) await moveHome(tx);
    for (const { id } of rows) await settleAlert(tx, { kind: STUCK, key: String(id) }, by, clock.now());
    await settleAlert(tx, { kind: HALTED, key: address }, by, clock.now());
    return rows;
  });
  log.warn({ by, wallet: address }, 'payouts resumed');
  desk.changed(freed.map(({ user_id: user }) => user));
  return freed.map(({ id }) => id);
}

/** Starts the worker. Errors are logged, and the worker retries. @throws TypeError if the key is invalid */
export function startPayouts(deps: PayoutsDeps): Payouts {
  const { key, replaceAfterMs = REPLACE_AFTER_MS, doubtMs = DOUBT_MS, pollMs = POLL_MS, ...rest } = deps;
  const { db, rpc, log, chainId } = deps;
  const wallet = signerOf(key);
  const { address } = wallet;
  const stopping = new AbortController();
  const desk: Desk = {
    ...rest,
    wallet,
    replaceAfterMs,
    refusals: new Map(),
    stopping: stopping.signal,
  };
  const inTurn = mutex();
  /** When a wallet's nonces first looked wrong, in monotonic ms. */
  const doubted = new Map<string, number>();
  let verified = false;
  /** No payout was open in the last pass, and its alerts are closed. */
  let quiet = false;
  let status: PayoutsStatus = { ok: true, open: 0 };
  let wake = new AbortController();

  async function refresh(): Promise<void> {
    const { open, halted } = await glance(db, address);
    status = { open, ok: !halted };
  }

  /** Halts a wallet that has looked wrong for long enough; true while it looks wrong. */
  async function isDoubtful({ address, doubt }: Survey): Promise<boolean> {
    if (!doubt) {
      doubted.delete(address);
      return false;
    }
    const since = doubted.get(address) ?? performance.now();
    doubted.set(address, since);
    if (performance.now() - since >= doubtMs) await halt(desk, address, doubt.reason);
    return true;
  }

  /** Follows signed payouts; false if nothing more may be signed. */
  async function follow(found: Survey): Promise<boolean> {
    await settle(desk, found);
    // The halt of the current key holds for what earlier keys have signed too.
    if (found.row?.halted_at || !status.ok) return false;
    if (await isDoubtful(found)) return false;
    await sendWaiting(desk, found);
    return true;
  }

  /** True if there was nothing to send or follow. */
  async function pass(): Promise<boolean> {
    if (!verified) await verifyChain(rpc, db, chainId);
    verified = true;
    if (!(await isHome(db))) await halt(desk, address, MOVED);
    await refresh();
    quiet &&= status.open === 0;
    if (quiet) return true;
    const flying = await flyingWallets(db);
    // Previous keys: following what they signed does not require the key.
    for (const other of flying)
      if (other !== address) {
        const found = await survey(desk, other);
        if (await follow(found)) await replaceOverdue(desk, found);
      }
    const ready = await nextReady(db);
    if (!ready) await nothingToSign(desk);
    quiet = !ready && status.open === 0;
    if (!ready && !flying.includes(address)) return flying.length === 0;
    const found = await survey(desk, address);
    if (await follow(found)) {
      await replaceOverdue(desk, found);
      if (ready) await signReady(desk, found);
    }
    return false;
  }

  /** Runs a pass in turn. True if there was nothing to send or follow. */
  const look = () =>
    inTurn(async () => {
      let idle = false;
      try {
        idle = await pass();
      } catch (error) {
        verified = false;
        throw error;
      } finally {
        if (!idle) await refresh();
      }
      return idle;
    });

  async function work(): Promise<void> {
    let wait = pollMs;
    while (!stopping.signal.aborted) {
      wake = new AbortController();
      try {
        wait = (await look()) ? pollMs * IDLE_FOLD : pollMs;
      } catch (error) {
        wait = Math.min(wait * 2, SLOWEST_POLL_MS);
        log.warn({ err: error }, 'the payout pass failed');
      }
      const signal = AbortSignal.any([stopping.signal, wake.signal]);
      await sleep(wait, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
  const working = work();

  return {
    address,
    nudge: () => wake.abort(),
    async look() {
      await look();
    },
    status: () => status,
    async halt(reason) {
      const done = await halt(desk, address, reason);
      await refresh();
      return done;
    },
    resume: (by, accepted) =>
      inTurn(async () => {
        const freed = await resume(desk, by, accepted);
        doubted.clear();
        await refresh();
        wake.abort();
        return freed;
      }),
    adopt: (id, hash) =>
      inTurn(async () => {
        const found = await payoutOf(db, id);
        if (!found) throw new CommandError(`withdrawal ${id} is unknown`);
        await adopt(desk, found.payout, hash);
        wake.abort();
      }),
    async stop() {
      stopping.abort();
      await working;
    },
  };
}
