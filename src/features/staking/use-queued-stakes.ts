// The stakes of this account that wait to be sent: what they will take is not free any more.
import { useAtomValue } from 'jotai';
import { isWaiting } from '#api/outbox.rules.ts';
import { outboxAtom } from '#api/outbox-page.ts';

/** Their amounts, as decimal strings. */
export const useQueuedStakes = (): string[] =>
  useAtomValue(outboxAtom).flatMap((item) =>
    isWaiting(item) && item.call === 'POST /api/stake/stake' ? [item.input.amount] : [],
  );
