// "Claim" on a reminder: queued in the outbox like the page's claims, so that it counts once, then sent with the outbox
// token. The notification says what came of it.
import { add, find, forget, isOver, isWaiting, notify, type OutboxItem } from '#api/outbox.rules.ts';
import { changeOutbox, type Drained, editOutbox, readOutbox } from '#api/outbox.ts';
import { type ClaimOf, reminderTag } from '#lib/reminded.ts';
import { isServerTime, serverNow } from '#lib/time.ts';
import { tell } from './claim-result.ts';
import { claimedBeforeText, claimItem, claimKey, waitingText } from './claim.rules.ts';
import { isInFront, show } from './notes.ts';
import { send } from './send.ts';
import { askStanding, closeReminders } from './standing.ts';

/** The part of the worker's scope that is used here; few browsers support background sync. */
declare const self: { registration: { sync?: { register(tag: string): Promise<void> } } };

/** A browser that takes longer to answer is treated as one that does not wake the worker. */
const WAKING_MS = 1000;

/**
 * True if the browser will wake the worker when there is a network, even after this worker was killed. Without an open
 * window browsers refuse that; then the claim is sent by a periodic sync or by the page, whichever comes first.
 */
async function registerSync(): Promise<boolean> {
  const { sync } = self.registration;
  if (!sync) return false;
  const asked = sync.register('outbox').then(
    () => true,
    () => false,
  );
  return Promise.race([asked, new Promise<false>((resolve) => setTimeout(resolve, WAKING_MS, false))]);
}

/** It has ended. Unless the worker sent it, a page in front shows that once it sees it in the record. */
async function tellOfEnded(item: OutboxItem, { endsAt }: ClaimOf): Promise<void> {
  if (item.told !== true && (await isInFront())) return closeReminders(endsAt);
  const told = await tell({ ...item, remindedOf: endsAt });
  if (told === 'seen') await editOutbox((box) => forget(box, [item.id]));
  else if (told) await changeOutbox((box) => notify(box, item.address, (id) => id !== item.id));
}

/** It has ended and left the record: its user has seen the result on the page, or cancelled it there. */
async function showGoneClaim({ address, endsAt, lang }: ClaimOf): Promise<void> {
  if ((await isInFront()) || (await askStanding(address, endsAt)) !== 'over') return closeReminders(endsAt);
  await show({ ...claimedBeforeText(lang), tag: reminderTag(endsAt), silent: true, after: 'result' });
}

/** Shows the state of the claim after `stop`: undefined while it is being sent. */
async function showState(
  claim: ClaimOf,
  id: string,
  wakes: Promise<boolean>,
  stop?: Drained['stop'],
): Promise<void> {
  const { endsAt, lang } = claim;
  const item = find(await readOutbox(), id);
  if (item && isWaiting(item)) {
    const text = waitingText(stop === 'sign_in' ? 'sign_in' : 'network', await wakes, lang);
    return show({ ...text, tag: reminderTag(endsAt), silent: true, after: 'waiting' });
  }
  return item ? tellOfEnded(item, claim) : showGoneClaim(claim);
}

/** Nobody should look at a notification that does not change for longer than this. */
const PATIENCE_MS = 5000;

/** @throws if storage is forbidden or full; nothing was queued then. */
export async function claimFromReminder(claim: ClaimOf): Promise<void> {
  const id = await claimKey(claim);
  const made = claimItem(id, claim, serverNow(), isServerTime());
  const stored = await changeOutbox((box) => add(box, made));
  if (isOver(stored)) return tellOfEnded(stored, claim);
  const wakes = registerSync();
  let waiting: Promise<void> | undefined;
  const timer = setTimeout(() => {
    waiting = showState(claim, stored.id, wakes).catch(() => undefined);
  }, PATIENCE_MS);
  const stop = await send().catch(() => 'later' as const);
  clearTimeout(timer);
  // It must not replace what is shown next.
  await waiting;
  await showState(claim, stored.id, wakes, stop);
}
