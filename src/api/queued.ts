// A person's action that may wait for a network: like `useAct`, and besides it tells whether the same action waits already.
import { t } from '@lingui/core/macro';
import { useAtomValue } from 'jotai';
import { useRef } from 'react';
import type { Input, Output } from '#contract';
import { toast } from '#lib/toast.ts';
import { type ActOptions, useOneAtATime } from './act.ts';
import type { Arguments } from './client.ts';
import { ApiError, TRANSPORT } from './errors.ts';
import { isWaiting, type OutboxItem, type QueueableCall, sameIntent } from './outbox.rules.ts';
import { outboxAtom } from './outbox-state.ts';
import { queueableIntent } from './outbox-intent.ts';

interface QueuedOptions<K extends QueueableCall> extends ActOptions<Output<K>> {
  /** It waits to be sent under this id. Gives true when it has said so itself. */
  onQueued?: (id: string) => boolean | undefined;
  /** What the person would do, where one call has several wishes: the redemption of one order. */
  about?: Input<K>;
}

const TO_READ_MS = 4000;

function tellQueued({ known, forSignIn }: { known: boolean; forSignIn: boolean }): void {
  // The end of the session has had its own words.
  if (forSignIn) return;
  toast(
    known
      ? t`This waits to be sent already.`
      : t`Kept on this device. It is sent by itself once there is a connection, exactly once.`,
    'info',
    TO_READ_MS,
  );
}

/** Nobody should be left in doubt. `unsure`: it was sent, but no answer came. */
const notStored = (unsure: boolean): ApiError =>
  unsure
    ? new ApiError(
        'offline',
        TRANSPORT.offline,
        t`We can't tell if this went through. Try again when you're back online: it won't count twice.`,
      )
    : new ApiError(
        'unknown',
        TRANSPORT.offline,
        t`Nothing was sent or stored. Try again when you're back online.`,
      );

/** Said once, where it explains why nothing will ever wait here. */
let saidDirect = false;
function tellDirect(): void {
  if (saidDirect) return;
  saidDirect = true;
  toast(t`Sent right away: this browser can't store actions for later.`, 'info', TO_READ_MS);
}

export interface Queued<K extends QueueableCall> {
  /** Gives the data; undefined when it failed or waits. */
  run: (...args: Arguments<K>) => Promise<Output<K> | undefined>;
  busy: boolean;
  /** The same action of this account that waits to be sent. */
  waiting: OutboxItem | undefined;
}

/** The action of this account that waits to be sent already; `about` where one call has several wishes. */
export function useWaiting<K extends QueueableCall>(call: K, about?: Input<K>): OutboxItem | undefined {
  const same = { call, input: about ?? {} } as OutboxItem;
  return useAtomValue(outboxAtom).find((item) => isWaiting(item) && sameIntent(item, same));
}

/** `const claim = useQueued('POST /api/mining/claim', {onDone})`: `claim.run()`, `claim.busy`, `claim.waiting`. */
export function useQueued<K extends QueueableCall>(name: K, options: QueuedOptions<K> = {}): Queued<K> {
  const intent = useRef<ReturnType<typeof queueableIntent<K>>>(null);
  const direct = useRef(false);
  const waiting = useWaiting(name, options.about);

  const carryOut = async (...[input]: Arguments<K>): Promise<Output<K> | undefined> => {
    intent.current ??= queueableIntent(name);
    const acted = await intent.current(input);
    direct.current = acted.kind === 'done' && acted.direct === true;
    if (acted.kind === 'not_stored') throw notStored(acted.unsure === true);
    if (acted.kind === 'refused') throw acted.error;
    if (acted.kind === 'done') return acted.data;
    if (acted.kind === 'left') return undefined;
    if (options.onQueued?.(acted.id) !== true) tellQueued(acted);
    return undefined;
  };
  const onDone = (data: Output<K>): void => {
    options.onDone?.(data);
    // After the call's own message: a newer toast replaces an older one.
    if (direct.current) tellDirect();
  };
  return { ...useOneAtATime(name, carryOut, { ...options, onDone }), waiting };
}
