// Follows a deposit on the chain: head and receipt once a second, plus whatever it takes to tell a slow transaction
// from one that was replaced or dropped. If several components show it, it is fetched once.
import { atom } from 'jotai';
import type { Chain } from '#features/assets/chain-reads.ts';
import { waitAfter } from '#lib/back-off.ts';
import { fromDecimals, fromUnits } from '#rules/amounts.ts';
import {
  type Deposit,
  type Memory,
  NO_MEMORY,
  type Observation,
  type Status,
  isOver,
  moved,
  remember,
  statusOf,
} from './deposit.rules.ts';

export interface Followed {
  /** Null until the node has reported something. */
  status: Status | null;
  /** The node did not answer the last request. */
  away: boolean;
}

/** By the deposit's id. */
export const followedAtom = atom<Readonly<Record<string, Followed>>>({});

export interface FollowDeps {
  chain: Chain;
  confirmations: number;
  now(): number;
  /** The current deposit: its hash may have changed. */
  deposit(): Deposit | undefined;
  change(patch: Partial<Deposit>): void;
  /** Hashes that are followed as separate deposits. */
  others(): readonly string[];
  tell(followed: Followed): void;
}

async function look(chain: Chain, { hash, sender, nonce }: Deposit) {
  const [head, receipt] = await Promise.all([chain.head(), chain.receipt(hash)]);
  if (receipt)
    return { observation: { head, receipt, known: true, nonce: null } satisfies Observation, found: null };
  const [found, count] = await Promise.all([
    chain.transaction(hash),
    sender === null || nonce === null ? null : chain.nonce(sender),
  ]);
  return { observation: { head, receipt, known: found !== null, nonce: count } satisfies Observation, found };
}

/**
 * The transfer to the treasury that replaced `deposit`, for instance because the wallet sped it up; null if there is
 * none.
 */
async function successor(deps: FollowDeps, deposit: Deposit): Promise<Partial<Deposit> | null> {
  const { chain } = deps;
  const others = deps.others();
  const { token, owner, treasury, block, nonce, decimals } = deposit;
  // A node that refuses the search finds nothing; the server credits whatever has arrived anyway.
  const transfers = await chain.transfers(token, owner, treasury, block).catch(() => []);
  for (const { hash, amount } of transfers) {
    if (hash === deposit.hash || others.includes(hash)) continue;
    const transaction = await chain.transaction(hash);
    if (transaction?.nonce === nonce) return { hash, amount: fromUnits(fromDecimals(amount, decimals)) };
  }
  return null;
}

/** Polls the chain once. Returns what to remember for the next time. @throws NodeFault if the node does not answer */
export async function step(deps: FollowDeps, memory: Memory): Promise<Memory> {
  const deposit = deps.deposit();
  if (!deposit) return memory;
  const { observation, found } = await look(deps.chain, deposit);
  if (found && deposit.nonce === null) deps.change({ sender: found.from, nonce: found.nonce });
  const now = deps.now();
  const next = remember(deposit, observation, memory, deps.confirmations, now);
  const status = statusOf(deposit, observation, next, deps.confirmations, now);
  if (status.is === 'replaced') {
    const patch = await successor(deps, deposit);
    if (patch) {
      deps.change(patch);
      return NO_MEMORY;
    }
  }
  const brought = observation.receipt && moved(deposit, observation.receipt);
  if (brought !== null) {
    const amount = fromUnits(fromDecimals(brought, deposit.decimals));
    if (amount !== deposit.amount) deps.change({ amount });
  }
  deps.tell({ status, away: false });
  return next;
}

/** A new head comes every half second to three seconds. */
const EVERY_MS = 1000;
/** For a deposit that no longer changes. */
const RARELY_MS = 5000;

/** Follows until the returned function is called. Pauses while the page is hidden. */
export function follow(deps: FollowDeps): () => void {
  let memory = NO_MEMORY;
  let status: Status | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  /** How often in a row the node has not answered. */
  let failed = 0;
  const watched: FollowDeps = {
    ...deps,
    tell: (followed) => {
      status = followed.status;
      if (!stopped) deps.tell(followed);
    },
  };
  async function turn(): Promise<void> {
    if (!document.hidden) {
      try {
        memory = await step(watched, memory);
        failed = 0;
      } catch {
        watched.tell({ status, away: true });
        failed += 1;
      }
    }
    const every = status && isOver(status) ? RARELY_MS : EVERY_MS;
    const wait = failed > 0 ? waitAfter(failed) : every;
    if (!stopped) timer = setTimeout(() => void turn(), wait);
  }
  void turn();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
