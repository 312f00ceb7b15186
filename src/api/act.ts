// A user's action that calls the server: one at a time, with the same key for retries and failures shown in a toast
// (specification, section 8); and actions that can be queued without a network.
import { type RefObject, useEffect, useRef, useState } from 'react';
import { t } from '@lingui/core/macro';
import { useAtomValue } from 'jotai';
import type { Input, Output, PostName } from '#contract';
import { toast } from '#lib/toast.ts';
import { acting, changed } from './changes.ts';
import { type Arguments, intent, intentKey, isUnsure, send } from './client.ts';
import {
  ApiError,
  errorText,
  failureText,
  isRefusal,
  notConfirmed,
  TRANSPORT,
  transportError,
} from './errors.ts';
import { isWaiting, type OutboxItem, type QueueableCall, sameIntent } from './outbox.rules.ts';
import { act, type Acted, dropAnswered, outboxAtom } from './outbox-page.ts';

/** The end of a session has its own message and closes what would show another; whoever aborts needs none. */
const isSilent = (error: unknown): boolean =>
  error instanceof ApiError && (error.name === 'session_expired' || error.name === 'aborted');

/** Shows a failed call's toast. */
export function tellError(error: unknown, text = errorText(error)): void {
  if (isSilent(error)) return;
  toast(isRefusal(error, 'too_many_requests') ? t`Too many requests, please try again later` : text, 'error');
}

/** The sheet or page that shows the outcome. Once it is closed, a toast does: `done` for success, if it is given. */
type ShownIn = { open: boolean; done?: string } | undefined;

/** Whether that sheet is closed, or its component gone, while an answer is still awaited. */
export function useClosed(shownIn: ShownIn): RefObject<boolean> {
  const closed = useRef(false);
  const [inSheet, isOpen] = [shownIn !== undefined, shownIn?.open];
  useEffect(() => {
    closed.current = inSheet && isOpen === false;
    return () => void (closed.current = inSheet);
  }, [inSheet, isOpen]);
  return closed;
}

interface ActOptions<D> {
  onDone?: (data: D) => void;
  /** Returns true when it has handled the error itself (a popup instead of a toast). */
  onError?: (error: unknown) => boolean | undefined;
  shownIn?: ShownIn;
}

/** False for an abort and for refusals unrelated to the account's state: what is shown is still right then. */
const leavesDoubt = (error: unknown): boolean => !isSilent(error) && !isRefusal(error, 'too_many_requests');

/**
 * The frame of every action: one at a time, `busy` meanwhile, failures shown, and the reads that the action changes
 * refetched; even after a failure, since the page may have shown an old state or only the response was lost. `run`
 * returns the data, or undefined if it failed or there is none yet.
 */
function useOneAtATime<A extends unknown[], D>(
  name: PostName,
  carryOut: (...args: A) => Promise<D | undefined>,
  { onDone, onError, shownIn }: ActOptions<D>,
) {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const closed = useClosed(shownIn);
  const done = (data: D) => {
    onDone?.(data);
    if (closed.current && shownIn?.done) toast(shownIn.done, 'success');
  };
  const run = async (...args: A): Promise<D | undefined> => {
    if (running.current) return undefined;
    running.current = true;
    setBusy(true);
    const answered = acting(name);
    try {
      const data = await carryOut(...args);
      if (data !== undefined) answered(() => done(data));
      return data;
    } catch (error) {
      if (leavesDoubt(error)) void changed(name);
      // The end of the session has shown its own message, and closes what would show another.
      if (!isRefusal(error, 'session_expired') && (onError?.(error) !== true || closed.current))
        tellError(error, failureText(error));
      return undefined;
    } finally {
      answered();
      running.current = false;
      setBusy(false);
    }
  };
  return { run, busy };
}

interface DirectOptions<K extends PostName> extends ActOptions<Output<K>> {
  /** Asked first; if it throws, nothing is sent. */
  before?: () => Promise<void>;
  /** The part of the input that makes it the same intent; all of it by default. */
  about?: (input: Input<K>) => unknown;
  /** Carries it out if one call is not enough; it manages the key of its tries itself (`intentKey`), for `sheet`. */
  by?: (input: Input<K>, sheet: object) => Promise<Output<K>>;
}

/**
 * `const claim = useAct('POST /api/mining/claim', {onDone})`, then `claim.run()`, and `busy={claim.busy}` on the
 * button. A second tap while a call is in progress does nothing. A try without an answer is repeated under its key
 * until the component is gone or `startOver` is called; after that, the same input is a new intent.
 */
export function useAct<K extends PostName>(
  name: K,
  { before, by, about, ...options }: DirectOptions<K> = {},
) {
  const sheet = useRef({});
  const closed = useClosed(options.shownIn);
  const once = async (...[input]: Arguments<K>) => {
    await before?.();
    // Closed while the device asked who holds it.
    if (before && closed.current) throw notConfirmed();
    if (by) return by(input as Input<K>, sheet.current);
    return intent(name, sheet.current, about as (input: unknown) => unknown)(input);
  };
  return {
    ...useOneAtATime(name, once, options),
    startOver: () => {
      sheet.current = {};
    },
  };
}

/**
 * Sends what this device could not store, under the same key: if it was stored after all and is sent again, it counts
 * once.
 */
async function actDirectly<K extends QueueableCall>(name: K, input: unknown, key: string): Promise<Acted<K>> {
  if (!navigator.onLine) return { kind: 'not_stored' };
  try {
    const data = await send(name, input, { key });
    return { kind: 'done', data, direct: true };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (isUnsure(error) && error.name !== 'aborted') return { kind: 'not_stored', unsure: true };
    return { kind: 'refused', error };
  }
}

/**
 * One intent of a user over all its tries: stored and sent by the outbox, or sent directly if nothing can be stored.
 * Either way it has one Idempotency-Key until an answer is known.
 */
export async function actOnce<K extends QueueableCall>(
  name: K,
  input: unknown,
  amount?: string,
): Promise<Acted<K>> {
  const { key, open, close } = intentKey(name, input);
  const acted = await act(name, input, key, amount);
  if (acted.kind !== 'not_stored') {
    close();
    return acted;
  }
  // Only now: a page that is reloaded while the outbox has the action would repeat its key, and its answer, later.
  open();
  const direct = await actDirectly(name, input, key);
  const isKnown = direct.kind === 'done' || (direct.kind === 'refused' && direct.error.name !== 'aborted');
  if (isKnown) {
    close();
    // A failing device may have stored it anyway.
    dropAnswered(key).catch(() => undefined);
  }
  return direct;
}

interface QueuedOptions<K extends QueueableCall> extends ActOptions<Output<K>> {
  /** The action is queued under this id. Returns true if what is still open shows that itself. */
  onQueued?: (id: string) => boolean | undefined;
  /** What the action is about, if one call can have several intents: redeeming one particular order. */
  about?: Input<K>;
  /** The amount that the input only refers to. */
  amount?: string;
}

function notifyQueued({ known, forSignIn }: { known: boolean; forSignIn: boolean }): void {
  // The end of the session has shown its own message.
  if (forSignIn) return;
  toast(known ? t`Already waiting to be sent.` : t`Saved. We'll send it once, as soon as we can.`);
}

/** `unsure`: it was sent, but no answer came. */
const notStored = (unsure: boolean): ApiError =>
  unsure
    ? transportError('offline')
    : new ApiError('unknown', TRANSPORT.offline, t`Nothing was sent. Try again when you're back online.`);

/** Shown once, to explain why nothing can ever be queued here. */
let isNotifiedDirect = false;
function notifyDirect(): void {
  if (isNotifiedDirect) return;
  isNotifiedDirect = true;
  toast(t`Sent now: this browser can't save actions for later.`);
}

interface Queued<K extends QueueableCall> {
  /** Returns the data; undefined if it failed or is queued. */
  run: (...args: Arguments<K>) => Promise<Output<K> | undefined>;
  busy: boolean;
  /** The same action of this account, if it is already queued. */
  waiting: OutboxItem | undefined;
}

/** This account's queued action of the same kind; `about` if one call can have several intents. */
export function useQueuedItem<K extends QueueableCall>(call: K, about?: Input<K>): OutboxItem | undefined {
  const same = { call, input: about ?? {} } as OutboxItem;
  return useAtomValue(outboxAtom).find((item) => isWaiting(item) && sameIntent(item, same));
}

/** `const claim = useQueued('POST /api/mining/claim', {onDone})`: `claim.run()`, `claim.busy`, `claim.waiting`. */
export function useQueued<K extends QueueableCall>(name: K, options: QueuedOptions<K>): Queued<K> {
  const direct = useRef(false);
  const closed = useClosed(options.shownIn);
  const waiting = useQueuedItem(name, options.about);

  const carryOut = async (...[input]: Arguments<K>): Promise<Output<K> | undefined> => {
    const acted = await actOnce(name, input, options.amount);
    direct.current = acted.kind === 'done' && acted.direct === true;
    if (acted.kind === 'not_stored') throw notStored(acted.unsure === true);
    if (acted.kind === 'refused') throw acted.error;
    if (acted.kind === 'done') return acted.data;
    if (acted.kind === 'left') return undefined;
    if (options.onQueued?.(acted.id) !== true || closed.current) notifyQueued(acted);
    return undefined;
  };
  const onDone = (data: Output<K>): void => {
    options.onDone?.(data);
    // After the call's own message, since a newer toast replaces an older one.
    if (direct.current) notifyDirect();
  };
  return { ...useOneAtATime(name, carryOut, { ...options, onDone }), waiting };
}
