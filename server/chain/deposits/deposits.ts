/**
 * Finds deposits in final blocks and credits each one once. If a credited deposit is no longer in its place, because a
 * re-org went deeper than finality, it is searched for. The ledger is never changed because of this; the operator is
 * alerted.
 */
import type { Logger } from 'pino';
import { fromUnits } from '#rules/amounts.ts';
import type { Db } from '#server/db/client.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { systemBalances } from '#server/ledger/read.ts';
import { credited as counted } from '#server/lib/metrics.ts';
import { type Alert, raiseAlert, settleAlert } from '#server/chain/alerts.ts';
import type { Place } from '#server/chain/cursor.ts';
import { prove, transferReader, whereabouts } from './deposits.chain.ts';
import {
  type Credited,
  creditDeposits,
  creditedIn,
  creditedOf,
  keyOf,
  moveDeposit,
  ownWallets,
  usersOf,
} from './deposits.repository.ts';
import { type Book, type Deposit, TOO_LARGE, compare } from './deposits.rules.ts';
import { NodeUnreachable, type Rpc } from '#server/chain/rpc.ts';
import type { Scan } from '#server/chain/watcher.ts';
import type { Range } from '#server/chain/watcher.rules.ts';

export interface DepositDeps {
  readonly rpc: Rpc;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'error'>;
  readonly book: Book;
  /** The node drops old blocks that hold nothing (devnet). */
  readonly dropsBlocks?: boolean;
  /** Called after the commit with the users whose balances changed. */
  readonly changed: (users: readonly bigint[]) => void;
}

/** How a range of the chain changes the ledger. */
interface Changes {
  readonly fresh: Deposit[];
  readonly moved: { readonly deposit: Deposit; readonly block: Place }[];
  readonly alerts: Alert[];
}

const describe = ({ txHash, ordinal, coin, amount, from, user, block }: Credited): string =>
  `${fromUnits(amount)} ${coin} from ${from} (${user === null ? 'unclaimed' : `account ${user}`}), log ${ordinal} of transaction ${txHash}, credited in block ${block.number},`;

const lostAlert = (gone: Credited): Alert => ({
  kind: 'deposit_lost',
  key: keyOf(gone),
  detail: `${describe(gone)} is not in the chain any more; the ledger still holds it`,
});

const tooLargeAlert = (found: Deposit): Alert => ({
  kind: 'deposit_too_large',
  key: keyOf(found),
  detail: `${fromUnits(found.amount)} ${found.coin} from ${found.from}, log ${found.ordinal} of transaction ${found.txHash}, would make more than the coin can have; nothing was credited`,
});

const changedAlert = (known: Credited, found: Deposit): Alert => ({
  kind: 'deposit_changed',
  key: keyOf(known),
  detail: `${describe(known)} is ${fromUnits(found.amount)} ${found.coin} from ${found.from} in block ${found.block.number} now; the ledger holds what was credited`,
});

/** The scan that credits deposits, for the watcher. The token list must not be empty. */
export function depositScan({ rpc, db, clock, log, book, changed, dropsBlocks = false }: DepositDeps): Scan {
  const readTransfers = transferReader({ rpc, book, dropsBlocks });

  /** Compares the chain's deposits with the credited ones. What our own wallets sent is none. */
  async function judge(deposits: readonly Deposit[], changes: Changes, all: boolean): Promise<void> {
    // Most blocks hold none, and there is one every second.
    if (deposits.length === 0) return;
    const own = await ownWallets(db);
    const known = await creditedOf(db, [...new Set(deposits.map(({ txHash }) => txHash))]);
    const byKey = new Map(known.map((one) => [keyOf(one), one]));
    const coins = [...new Set(deposits.map(({ coin }) => coin))];
    const custody = await systemBalances(db, { system: 'custody', coins });
    const held = new Map(custody.map(({ coin, balance }) => [coin, -balance]));
    for (const found of deposits) {
      const credited = byKey.get(keyOf(found));
      const verdict = compare(credited, found);
      if (verdict === 'fresh' && (own.has(found.from) || (found.replaced && !all))) continue;
      const after = (held.get(found.coin) ?? 0n) + found.amount;
      if (verdict === 'fresh' && after >= TOO_LARGE) changes.alerts.push(tooLargeAlert(found));
      else if (verdict === 'fresh') {
        changes.fresh.push(found);
        held.set(found.coin, after);
      }
      if (verdict === 'moved') changes.moved.push({ deposit: found, block: found.block });
      if (verdict === 'changed' && credited) changes.alerts.push(changedAlert(credited, found));
    }
  }

  /** Searches the range for deposits that the ledger has but the chain does not. */
  async function search(deposits: readonly Deposit[], range: Range, changes: Changes): Promise<void> {
    const here = new Set(deposits.map(keyOf));
    const missing = (await creditedIn(db, range)).filter((one) => !here.has(keyOf(one)));
    const places = await whereabouts(rpc, missing, book);
    for (const [index, deposit] of missing.entries()) {
      const block = places[index] ?? null;
      if (block && block.number >= range.from && block.number <= range.to)
        throw new NodeUnreachable('the node has receipts for logs that it does not list');
      if (block) changes.moved.push({ deposit, block });
      else changes.alerts.push(lostAlert(deposit));
    }
  }

  async function apply(tx: Db, { fresh, moved, alerts }: Changes): Promise<() => void> {
    const now = clock.now();
    for (const { deposit, block } of moved) {
      const back = { kind: 'deposit_lost', key: keyOf(deposit) };
      await moveDeposit(tx, deposit, block);
      await settleAlert(tx, back, 'the chain, which holds it again', now);
    }
    const raised: Alert[] = [];
    for (const alert of alerts) if (await raiseAlert(tx, alert, now)) raised.push(alert);
    const credits = await creditDeposits(tx, fresh, now);
    return () => {
      for (const { detail } of raised) log.error(detail);
      for (const { entry, coin } of credits) {
        counted.inc({ coin });
        log.info({ entry: String(entry), coin }, 'deposit credited');
      }
      const users = usersOf(credits);
      if (users.length > 0) changed(users);
    };
  }

  return async ({ from, to: wanted }, { known = [], replaced = false } = {}) => {
    const { to, transfers } = await readTransfers({ from, to: wanted }, known);
    const deposits = await prove(rpc, transfers, book);
    const changes: Changes = { fresh: [], moved: [], alerts: [] };
    await judge(deposits, changes, replaced);
    await search(deposits, { from, to }, changes);
    const nothing = changes.fresh.length + changes.moved.length + changes.alerts.length === 0;
    return { to, fresh: changes.fresh.length, apply: nothing ? null : (tx) => apply(tx, changes) };
  };
}
