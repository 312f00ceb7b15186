// Sends a verification: one at a time, with progress, whatever page the user is on. It waits out a lost connection, and
// every try of the same form carries the same Idempotency-Key, so that it is accepted once.
import { t } from '@lingui/core/macro';
import { atom } from 'jotai';
import { tellError } from '#api/act.ts';
import { changed } from '#api/changes.ts';
import { ApiError, errorText, isRefusal, isTemporary } from '#api/errors.ts';
import { call, leavesOpen } from '#api/client.ts';
import { upload } from '#api/upload.ts';
import { LONGEST_WAIT_MS, waitAfter } from '#lib/back-off.ts';
import { uuid } from '#lib/ids.ts';
import { isOnline, onOnlineChange } from '#lib/online.ts';
import { onSessionEnd } from '#lib/session.ts';
import { write } from '#lib/store.ts';
import { toast } from '#lib/toast.ts';
import { forgetDraft } from './draft.ts';
import { type Documents, type Fields, hasArrived } from './kyc.rules.ts';

export interface Form {
  fields: Fields;
  documents: Required<Documents>;
}

/**
 * `share` is the part sent so far, 0..1. `waiting` (for the connection) and `busy` (the server is) continue
 * automatically.
 */
export type Sending = { stage: 'sending'; share: number } | { stage: 'waiting' | 'busy' | 'server' } | null;
export const sendingAtom = atom<Sending>(null);

interface Run {
  stop: AbortController;
  /** Ends a wait immediately. */
  wake: () => void;
}
let run: Run | null = null;
/** Sent without a conclusive answer. */
let unanswered: { form: Form; key: string } | null = null;

const same = (a: Form, b: Form): boolean =>
  JSON.stringify(a.fields) === JSON.stringify(b.fields) &&
  a.documents.idDocument.file === b.documents.idDocument.file &&
  a.documents.addressDocument.file === b.documents.addressDocument.file;

const trimmed = ({ exchange, exchangeUid, exchangeAddress }: Fields): Fields => ({
  exchange,
  exchangeUid: exchangeUid.trim(),
  exchangeAddress: exchangeAddress.trim(),
});

/** Waits until the server may be back: when the connection returns, otherwise after a while. */
function pause(mine: Run, failed: number, askedMs: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      off();
      mine.wake = () => undefined;
      resolve();
    };
    let waited = false;
    const look = () => {
      if (waited && isOnline()) end();
    };
    const timer = setTimeout(
      () => {
        waited = true;
        look();
      },
      failed === 0 ? 0 : waitAfter(failed, askedMs),
    );
    // If the server was down and is back, no further wait is needed.
    const off = onOnlineChange(() => {
      waited = true;
      look();
    });
    mine.wake = end;
  });
}

const uploaded = (form: Form, key: string, mine: Run): Promise<unknown> =>
  upload(
    'POST /api/user/kyc',
    trimmed(form.fields),
    { idDocument: form.documents.idDocument.file, addressDocument: form.documents.addressDocument.file },
    {
      key,
      signal: mine.stop.signal,
      onProgress: (share) => {
        if (run === mine) write(sendingAtom, { stage: 'sending', share });
      },
    },
  );

/** The server has no capacity now, or asks for such a long wait that the user decides. */
const isBusy = (error: unknown): error is ApiError => isRefusal(error, 'too_many_requests');

/** The app's own question: a server that is there answers soon. */
const ASKED_MS = 10_000;

const arrived = async (before: string | null, signal: AbortSignal): Promise<boolean> =>
  hasArrived(before, (await call('GET /api/user/kyc', {}, { signal, timeoutMs: ASKED_MS })).submittedAt);

/**
 * Retries until there is an answer; returns whether it had to wait. @throws ApiError for a refusal, and when it was
 * stopped
 */
async function sendUntilAnswered(
  form: Form,
  before: string | null,
  key: string,
  mine: Run,
): Promise<boolean> {
  const { signal } = mine.stop;
  let waited = false;
  let busyMs = 0;
  let faulty = false;
  for (let failed = 0; ;) {
    if (failed > 0 || !isOnline()) {
      waited = true;
      write(sendingAtom, { stage: busyMs > 0 ? 'busy' : faulty ? 'server' : 'waiting' });
      await pause(mine, failed, busyMs);
    }
    signal.throwIfAborted();
    try {
      if (failed > 0 && (await arrived(before, signal))) return waited;
      write(sendingAtom, { stage: 'sending', share: 0 });
      await uploaded(form, key, mine);
      return waited;
    } catch (error) {
      if (!isTemporary(error)) throw error;
      busyMs = isBusy(error) ? error.retryAfterMs : 0;
      faulty = error instanceof ApiError && (error.name === 'server' || error.name === 'internal');
      if (busyMs > LONGEST_WAIT_MS) throw error;
      failed += 1;
    }
  }
}

/** `before` is the time of the last known submission; `refused` is called with a refusal. */
export async function send(
  form: Form,
  before: string | null,
  refused: (error: ApiError) => void,
): Promise<void> {
  if (run) return;
  const mine: Run = { stop: new AbortController(), wake: () => undefined };
  run = mine;
  if (!unanswered || !same(unanswered.form, form)) unanswered = { form, key: uuid() };
  let taken = false;
  try {
    const waited = await sendUntilAnswered(form, before, unanswered.key, mine);
    taken = true;
    if (waited && run === mine) toast(t`Documents sent.`, 'success');
  } catch (error) {
    if (!mine.stop.signal.aborted) {
      if (!leavesOpen(error)) unanswered = null;
      if (isBusy(error)) toast(errorText(error), 'error');
      else tellError(error);
      if (isRefusal(error, 'kyc_invalid')) refused(error);
    }
  }
  if (run !== mine) return;
  // Even after a stop: it may have arrived before that.
  const known = changed('POST /api/user/kyc').catch(() => undefined);
  // The form stays until its new state is shown; after a refusal it is needed again.
  if (taken) await known;
  if (run !== mine) return;
  run = null;
  if (taken) {
    unanswered = null;
    forgetDraft();
  }
  write(sendingAtom, null);
}

/** Ends a wait immediately. */
export const tryNow = (): void => run?.wake();

/** Stops sending; the form is kept. */
export function cancel(): void {
  run?.stop.abort();
  run?.wake();
}

/** The next account has its own form. */
onSessionEnd(() => {
  cancel();
  run = null;
  unanswered = null;
  write(sendingAtom, null);
});
