// What actions and events make stale. All of it follows from the contract (`changes` of its POSTs, src/contract/topics.ts), whose
// names of reads begin the keys of the queries: no page lists what to ask for again after an action.
import type { Changes, PostName, ReadName } from '#contract';
import { readsOf, type Topic, TOPICS, topicsOf } from '#contract/topics.ts';
import { onSessionEnd, patchWallet, signedInAtom, walletAtom } from '#lib/session.ts';
import { read } from '#lib/store.ts';
import { queryClient } from './queries.ts';

/** The contract with its schemas is not downloaded; the build puts this part of it here (vite.config.ts). */
declare const CONTRACT_CHANGES: Readonly<Record<PostName, Changes>>;

const FIGURES = 'GET /api/assets/list';

/** An account's stored figures are known to be old until the next coin list arrives (features/wallet/figures.ts). */
export function markStale(): void {
  if (read(signedInAtom)) patchWallet({ needRefresh: true });
}

/** Whether the figures are still old, and nobody is asking for newer ones. */
export const isRefreshNeeded = (): boolean =>
  read(walletAtom).needRefresh && queryClient.isFetching({ queryKey: [FIGURES] }) === 0;

interface Known {
  /** Answers from this moment on (epoch milliseconds) hold the change already. */
  since?: number;
  /** So does what is on its way. */
  cancelRefetch?: boolean;
}

function invalidate(reads: Changes, { since = Infinity, cancelRefetch = true }: Known = {}) {
  const isOld = (name: unknown, at: number) =>
    (reads === 'all' || reads.includes(name as ReadName)) && at < since;
  const figuresAt = queryClient.getQueryState([FIGURES, {}])?.dataUpdatedAt ?? 0;
  if (reads !== 'all' && isOld(FIGURES, figuresAt)) markStale();
  return queryClient.invalidateQueries(
    { predicate: ({ queryKey: [name], state }) => isOld(name, state.dataUpdatedAt) },
    { cancelRefetch },
  );
}

/** Asks these reads again wherever they are shown. */
export const stale = (...reads: readonly ReadName[]): Promise<unknown> => invalidate(reads);

/** Nobody knows what was missed: everything that is looked at now is asked for again. */
export function somethingMissed(): void {
  awaited = [];
  void invalidate('all');
}

/** Actions have been carried out, or may have been. */
export const changed = (...names: readonly PostName[]): Promise<unknown> => {
  const all = names.map((name) => CONTRACT_CHANGES[name]);
  return invalidate(all.includes('all') ? 'all' : (all as ReadName[][]).flat());
};

/** Answers that come so close to each other were asked for together. */
const TOGETHER_MS = 1000;

/** The account's money has moved. `seenAt`: an answer of that moment shows it, and there may have been no event. */
export const balanceMoved = (seenAt?: number): Promise<unknown> =>
  invalidate(
    readsOf('balance'),
    seenAt === undefined ? {} : { since: seenAt - TOGETHER_MS, cancelRefetch: false },
  );

/** The event of an action leaves the server 50 ms after its answer. */
const OWN_WITHIN_MS = 1000;
/** Events of own actions that are still to come, until when (performance.now). */
let awaited: { topic: Topic; until: number }[] = [];
/** When the account was last told of a topic. */
const heardAt = new Map<Topic, number>();

onSessionEnd(() => {
  awaited = [];
  heardAt.clear();
});

/**
 * A live event. Each action of an account is told of by an event of its own. That of an action of this page brings no news: what
 * it changes was asked for after its answer. Any other one does.
 */
export function told(topic: Topic): void {
  if (TOPICS[topic].to === 'account') {
    const now = performance.now();
    heardAt.set(topic, now);
    awaited = awaited.filter(({ until }) => now < until);
    const own = awaited.findIndex((one) => one.topic === topic);
    if (own >= 0) {
      awaited.splice(own, 1);
      return;
    }
  }
  void invalidate(readsOf(topic));
}

/**
 * An action begins. The function that it gives is called with the answer: `show` puts what that brings along in its place
 * (`remember`), and all else that the action changes is asked for, once. An event that came since may have been that of the action: then
 * what it tells of is on its way already, and if it was somebody else's, the action's own is still to come.
 */
export function acting(name: PostName): (show: () => void) => void {
  const began = performance.now();
  return (show) => {
    const since = Date.now();
    show();
    const topics = topicsOf(CONTRACT_CHANGES[name]).filter((topic) => TOPICS[topic].to === 'account');
    const heard = topics.filter((topic) => (heardAt.get(topic) ?? -1) >= began);
    const until = performance.now() + OWN_WITHIN_MS;
    awaited.push(...topics.filter((topic) => !heard.includes(topic)).map((topic) => ({ topic, until })));
    const all = CONTRACT_CHANGES[name];
    const known = heard.flatMap(readsOf);
    void invalidate(all === 'all' ? all : all.filter((each) => !known.includes(each)), { since });
  };
}
