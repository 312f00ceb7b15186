// Shows what came of a reminder's claim, in place of the reminder.
import { isClaimedBefore, type OutboxItem } from '#api/outbox.rules.ts';
import { setBadge } from '#lib/badge.ts';
import { reminderTag, waitingReminder } from '#lib/reminded.ts';
import { resultText } from './claim.rules.ts';
import { show } from './notes.ts';

/** Only claims made from a reminder; the page notifies of everything else, and of what could not be shown here. */
export async function tell(ended: OutboxItem): Promise<'told' | 'seen' | undefined> {
  const { remindedOf, address, state } = ended;
  if (remindedOf === undefined) return undefined;
  const isBefore = isClaimedBefore(ended.reason);
  try {
    const reminder = await waitingReminder();
    const hides = reminder?.address === address && reminder.hidesAmounts === true;
    const text = resultText(ended, hides);
    await show({ ...text, tag: reminderTag(remindedOf), silent: true, after: 'result' });
  } catch {
    return undefined;
  }
  if (isBefore || state === 'done') await setBadge('claim', 0);
  return isBefore ? 'seen' : 'told';
}
