// This account's queued stakes: what they will take is no longer free.
import { useAtomValue } from 'jotai';
import { isWaiting } from '#api/outbox.rules.ts';
import { outboxAtom } from '#api/outbox-page.ts';

/** Their amounts, as decimal strings. */
export const useQueuedStakes = (): string[] =>
  useAtomValue(outboxAtom).flatMap((item) =>
    isWaiting(item) && item.call === 'POST /api/stake/stake' ? [item.input.amount] : [],
  );
