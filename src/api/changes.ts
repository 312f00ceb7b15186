// What actions and events make stale. It all follows from the contract (`changes` of its POSTs,
// src/contract/topics.ts), whose read names are the first part of query keys: no page lists what to refetch after an
// action.
import type { Query } from '@tanstack/react-query';
import type { Changes, PostName, ReadName } from '#contract';
import { readsOf, type Topic, topicNames, TOPICS, topicsOf } from '#contract/topics.ts';
import { onSessionEnd, patchWallet, signedInAtom, walletAtom } from '#lib/session.ts';
import { read } from '#lib/store.ts';
import { ahead } from './client.ts';
import { askAnew, inProgress, queryClient } from './queries.ts';

/** The contract with its schemas is not downloaded; the build inserts this part of it here (vite.config.ts). */
declare const CONTRACT_CHANGES: Readonly<Record<PostName, Changes>>;

const FIGURES = 'GET /api/assets/list';

/** An account's stored figures are known to be stale until the next coin list arrives (features/wallet/figures.ts). */
export function markStale(): void {
  if (read(signedInAtom)) patchWallet({ needRefresh: true });
}

/** Whether the figures are still stale and no request for newer ones is in progress. */
export const isRefreshNeeded = (): boolean =>
  read(walletAtom).needRefresh && queryClient.isFetching({ queryKey: [FIGURES] }) === 0;

interface Known {
  /** Answers from this time onwards (epoch milliseconds) already include the change. */
  since?: number;
  /** So do requests in progress. */
  cancelRefetch?: boolean;
}

const isAmong = (reads: Changes, name: unknown): boolean =>
  reads === 'all' || reads.includes(name as ReadName);

function invalidate(reads: Changes, { since = Infinity, cancelRefetch = true }: Known = {}) {
  const isOld = (name: unknown, at: number) => isAmong(reads, name) && at < since;
  // What a batch has asked for may be from before the change.
  for (const [key, { name }] of ahead) if (isOld(name, 0)) ahead.delete(key);
  const figuresAt = queryClient.getQueryState([FIGURES, {}])?.dataUpdatedAt ?? 0;
  if (reads !== 'all' && isOld(FIGURES, figuresAt)) markStale();
  return askAnew(({ queryKey: [name], state }) => isOld(name, state.dataUpdatedAt), cancelRefetch);
}

/** Queries to be asked again as soon as what is in progress is answered. */
const following = new WeakSet<Query>();

/**
 * Others may have changed these reads, and may do so every second. What is in progress is answered first, and asked again
 * then: on a slow network, each event would otherwise cancel what the previous one began.
 */
export function changedByOthers(reads: Changes): void {
  const busy = inProgress(({ queryKey: [name] }) => isAmong(reads, name));
  void invalidate(reads, { cancelRefetch: false });
  for (const query of busy) {
    if (following.has(query)) continue;
    following.add(query);
    const answered = () => {
      following.delete(query);
      void askAnew((other) => other === query, false);
    };
    // src/api/back.ts asks again.
    const failed = () => {
      following.delete(query);
      query.invalidate();
    };
    void query.promise?.then(answered, failed);
  }
}

/** Refetches these reads wherever they are shown. */
export const stale = (...reads: readonly ReadName[]): Promise<unknown> => invalidate(reads);

/**
 * Reads that others change at any time. An account rarely acts elsewhere in the second before its page starts
 * listening.
 */
const SHARED: ReadonlySet<unknown> = new Set(
  topicNames.filter((topic) => TOPICS[topic].to === 'everybody').flatMap(readsOf),
);

/**
 * A new event stream is open: events of earlier actions will no longer come. If there was no stream for a while,
 * events may have been missed, and everything shown is refetched. Before the first stream, changes by others may have
 * been missed in anything answered since the page was loaded; requests in progress continue.
 */
export function listening(missed: boolean): void {
  awaited = [];
  unclaimed = [];
  if (missed) changedByOthers('all');
  else void askAnew(({ queryKey: [name], state }) => SHARED.has(name) && state.dataUpdatedAt > 0, false);
}

const together = (all: readonly Changes[]): Changes =>
  all.includes('all') ? 'all' : (all as ReadName[][]).flat();

/** Actions have been carried out, or may have been. */
export const changed = (...names: readonly PostName[]): Promise<unknown> =>
  invalidate(together(names.map((name) => CONTRACT_CHANGES[name])));

/** Answers this close to each other were requested together. */
const TOGETHER_MS = 1000;

/** The account's money has moved. `seenAt`: the time of an answer that shows it, when there may have been no event. */
export const balanceMoved = (seenAt?: number): Promise<unknown> =>
  invalidate(
    readsOf('balance'),
    seenAt === undefined ? {} : { since: seenAt - TOGETHER_MS, cancelRefetch: false },
  );

/**
 * The event of an action leaves the server 50 ms after its answer, and a slow connection may delay it. An event that
 * comes later than this is treated as news: one that never arrived must not hide the next one for long.
 */
const OWN_WITHIN_MS = 2000;
interface Expected {
  topic: Topic;
  /** By performance.now. */
  until: number;
}
/** Events of this page's actions that are still to come. */
let awaited: Expected[] = [];
/** Events that were news. Each may belong to a queued action whose end this page does not know of yet. */
let unclaimed: Expected[] = [];

const accountTopics = (changing: Changes): Topic[] =>
  topicsOf(changing).filter((topic) => TOPICS[topic].to === 'account');

function withMore(list: readonly Expected[], topics: readonly Topic[]): Expected[] {
  const now = performance.now();
  const more = topics.map((topic) => ({ topic, until: now + OWN_WITHIN_MS }));
  return [...list.filter(({ until }) => now < until), ...more];
}

/** Takes the first event of a topic out of a list of them, if there is one. */
function takeFrom(list: Expected[], topic: Topic): boolean {
  const index = list.findIndex((one) => one.topic === topic && performance.now() < one.until);
  return index >= 0 && list.splice(index, 1).length > 0;
}

function expectOwn(topics: readonly Topic[]): void {
  awaited = withMore(awaited, topics);
}

/**
 * An action has been carried out while nobody waited for it. Returns what to refetch: an event that has already
 * arrived is taken for this action's own, and what it announced has been refetched since. If it was somebody else's,
 * this action's own event is still to come, and counts as news.
 */
function done(name: PostName): Changes {
  const changing = CONTRACT_CHANGES[name];
  const topics = accountTopics(changing);
  const heard = topics.filter((topic) => takeFrom(unclaimed, topic));
  expectOwn(topics.filter((topic) => !heard.includes(topic)));
  const asked = new Set<ReadName>(heard.flatMap(readsOf));
  return changing === 'all' ? 'all' : changing.filter((read) => !asked.has(read));
}

/**
 * Queued actions have ended while nobody waited for them: what they change is refetched once, whether this or their
 * events come first. A refused action has no event.
 */
export const ended = (carriedOut: readonly PostName[], refused: readonly PostName[]): Promise<unknown> =>
  invalidate(together([...carriedOut.map(done), ...refused.map((name) => CONTRACT_CHANGES[name])]));

interface Action {
  topics: readonly Topic[];
  /** Topics received for the account meanwhile: they may be the action's own event, arriving before its answer. */
  heard: Set<Topic>;
  /** It has waited for its answer for so long that events are no longer held back. */
  late: boolean;
}
const underWay = new Set<Action>();
const LATE_MS = 1000;

onSessionEnd(() => {
  awaited = [];
  unclaimed = [];
  underWay.clear();
});

/**
 * Whose event it is: `own` if it must belong to an action of this page, or may do so and waits for the action's
 * answer; `late` if that answer takes too long.
 */
function whose(topic: Topic): 'own' | 'late' | undefined {
  if (takeFrom(awaited, topic)) return 'own';
  const action = [...underWay].find(({ topics, heard }) => topics.includes(topic) && !heard.has(topic));
  action?.heard.add(topic);
  return action && (action.late ? 'late' : 'own');
}

/**
 * Handles a live event. Each action of an account causes one event, so one event per action of this page is not news:
 * what the action changes is refetched after its answer. It does not matter which of several events is taken as the
 * action's, since the others are handled. Events to everybody also announce other people's changes.
 */
export function notified(topic: Topic): void {
  if (TOPICS[topic].to === 'account') {
    const by = whose(topic);
    if (by === 'own') return;
    if (by === undefined) unclaimed = withMore(unclaimed, [topic]);
    void invalidate(readsOf(topic));
  } else changedByOthers(readsOf(topic));
}

/**
 * Starts an action. Call the returned function once the action has ended. With an answer, `show` caches the data that
 * it includes (`remember`), and everything else that the action changes is refetched, once; without one, events
 * received meanwhile are treated as news.
 */
export function acting(name: PostName): (show?: () => void) => void {
  const changing = CONTRACT_CHANGES[name];
  const topics = accountTopics(changing);
  const action: Action = { topics, heard: new Set(), late: false };
  const letGo = () => {
    if (!action.late) for (const topic of action.heard) void invalidate(readsOf(topic));
    action.late = true;
  };
  underWay.add(action);
  const timer = setTimeout(letGo, LATE_MS);
  return (show) => {
    clearTimeout(timer);
    if (!underWay.delete(action)) return;
    if (!show) return letGo();
    const since = Date.now();
    show();
    expectOwn(topics.filter((topic) => !action.heard.has(topic)));
    void invalidate(changing, { since });
  };
}
