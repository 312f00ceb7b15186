// Failed calls recover automatically. Each failing call is retried at the intervals of src/lib/back-off.ts; while the
// server cannot be reached at all, one cheap call probes it at the same intervals, so that no crowd of queries
// overwhelms a server that returns. The failure stays on screen during a retry; a part never flickers between an
// error and a skeleton.
import type { Query } from '@tanstack/react-query';
import { askNow, FIRST_WAIT_MS, forgetFailures, onAskNow, retryAt, waitAfter } from '#lib/back-off.ts';
import { hasNetwork, tellServerAway } from '#lib/online.ts';
import { isCached, SLOW_MS } from './away.ts';
import { call, whenAnswered } from './client.ts';
import { isTemporary, transportError } from './errors.ts';
import { askAgain, queryClient } from './queries.ts';

/** A server that takes longer than this to report its health is not healthy. */
const PATIENCE_MS = 5000;

/** When a query was sent, how often in a row it was retried automatically, and when it may be retried next. */
interface RetryState {
  askedAt: number;
  tries: number;
  nextAt: number;
}

const active = (fetchStatus: 'idle' | 'fetching') =>
  queryClient.getQueryCache().findAll({ type: 'active', fetchStatus });
const isMissing = ({ state }: Query): boolean => isTemporary(state.error) || isCached(state);
const isSilent = ({ state }: Query): boolean => state.status === 'pending';

/** Shows a silent query as failed while its request is still in progress. */
const tellSlow = (query: Query): void =>
  query.setState({ ...query.state, status: 'error', error: transportError('timeout') });

async function isThere(): Promise<boolean> {
  try {
    const health = await call('GET /api/health', {}, { timeoutMs: PATIENCE_MS });
    return health.database.ok;
  } catch (error) {
    return !isTemporary(error);
  }
}

/** Runs until the returned function is called. */
export function startRecovery(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retryStates = new WeakMap<Query, RetryState>();
  /** The server is known to be down; or a call was lost and the server has not been probed since. */
  let away = false;
  let doubted = false;
  let probing = false;
  let probes = 0;
  let probeAt = 0;

  const now = (): number => performance.now();
  function retryStateOf(query: Query): RetryState {
    const state = retryStates.get(query) ?? { askedAt: now(), tries: 0, nextAt: 0 };
    retryStates.set(query, state);
    return state;
  }
  function dueAt(query: Query): number {
    const at = retryAt(String(query.queryKey[0])) ?? 0;
    // Another caller is already retrying, and may unmount before it knows.
    return Math.max(retryStateOf(query).nextAt, at === Infinity ? now() + FIRST_WAIT_MS : at);
  }
  const slowAt = (query: Query): number => retryStateOf(query).askedAt + SLOW_MS;

  /** Sets the timer for whatever is due next. A hidden page and a page without a network send nothing. */
  function plan(): void {
    clearTimeout(timer);
    timer = undefined;
    if (probing || document.hidden || !hasNetwork()) return;
    const moments = active('fetching').filter(isSilent).map(slowAt);
    if (away || doubted) moments.push(probeAt);
    if (!away) moments.push(...active('idle').filter(isMissing).map(dueAt));
    const next = Math.min(...moments);
    if (Number.isFinite(next)) timer = setTimeout(run, Math.max(0, next - now()));
  }

  function run(): void {
    if (document.hidden || !hasNetwork()) return;
    for (const query of active('fetching').filter(isSilent)) if (slowAt(query) <= now()) tellSlow(query);
    if ((away || doubted) && probeAt <= now()) return void probe();
    const asked = new Set<string>();
    for (const query of away ? [] : active('idle').filter(isMissing)) {
      const name = String(query.queryKey[0]);
      if (dueAt(query) > now()) continue;
      // One of the queries that share a failing call retries it; the others follow its answer.
      if (retryAt(name) !== undefined && asked.has(name)) continue;
      asked.add(name);
      const state = retryStateOf(query);
      state.tries += 1;
      state.nextAt = now() + waitAfter(state.tries);
      askAgain(query);
    }
    plan();
  }

  async function probe(): Promise<void> {
    probing = true;
    const there = await isThere();
    probing = false;
    found(there);
  }
  function found(there: boolean): void {
    const returned = there && away;
    doubted = false;
    away = !there;
    probes = there ? 0 : probes + 1;
    probeAt = now() + waitAfter(Math.max(1, probes));
    tellServerAway(away);
    if (returned) startAnew();
    plan();
  }
  /** Everything missing may be requested immediately. */
  function startAnew(): void {
    forgetFailures();
    retryStates = new WeakMap();
  }
  /** Something may have changed: everything is requested immediately, and then with back-off again. */
  function asked(): void {
    retryStates = new WeakMap();
    probes = 0;
    probeAt = 0;
    plan();
  }
  /** A hanging request is replaced by a new one. */
  function leaveHanging(): void {
    for (const query of active('fetching')) {
      if (query.state.status !== 'error') continue;
      void query.cancel({ silent: true });
      // A silent cancel notifies nobody, so the query would count as fetching forever.
      query.setState({ ...query.state, fetchStatus: 'idle' });
    }
    asked();
  }
  const looked = (): void => {
    if (document.hidden) return plan();
    askNow();
  };
  const connected = (): void => {
    startAnew();
    asked();
  };

  const forget = [
    onAskNow(leaveHanging),
    queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' && event.type !== 'observerAdded') return;
      const query = event.query as Query;
      const what = event.type === 'updated' && event.action.type;
      if (what === 'fetch') retryStateOf(query).askedAt = now();
      if (what === 'success' && !isCached(query.state)) retryStates.delete(query);
      plan();
    }),
  ];
  whenAnswered((verdict) => {
    if (probing) return;
    if (verdict === 'answered' && away) found(true);
    if (verdict === 'lost') {
      doubted = true;
      plan();
    }
  });
  window.addEventListener('online', connected);
  document.addEventListener('visibilitychange', looked);
  // Failures from before this module was loaded were not reported.
  plan();
  return () => {
    clearTimeout(timer);
    for (const end of forget) end();
    window.removeEventListener('online', connected);
    document.removeEventListener('visibilitychange', looked);
    whenAnswered(() => undefined);
    tellServerAway(false);
  };
}
