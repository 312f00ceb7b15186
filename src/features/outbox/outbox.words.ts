// Texts about queued actions: what they are, their state, and their result.
import { plural, t } from '@lingui/core/macro';
import type { Output } from '#contract';
import { SENDABLE_DAYS } from '#rules/figures.ts';
import { isClaimedBefore, type OutboxItem, type QueueableCall } from '#api/outbox.rules.ts';
import { adit } from '#ui/figure.ts';

export function titleOf(item: OutboxItem, language: string): string {
  switch (item.call) {
    case 'POST /api/mining/claim':
      return t`Claim the reward`;
    case 'POST /api/mining/claim1':
      return t`Start miner`;
    case 'POST /api/stake/stake': {
      const amount = adit(item.input.amount, language);
      return t`Stake ${amount}`;
    }
    case 'POST /api/stake/unstake': {
      if (item.amount === undefined) return t`Unstake`;
      const amount = adit(item.amount, language);
      return t`Unstake ${amount}`;
    }
  }
}

const resultOf = <K extends QueueableCall>({ result }: OutboxItem, _call: K) =>
  (result ?? {}) as Partial<Output<K>>;

/** The result of an action that was carried out. */
export function doneText(item: OutboxItem, language: string): string {
  switch (item.call) {
    case 'POST /api/mining/claim': {
      const amount = adit(resultOf(item, item.call).claimed ?? '0', language);
      return t`${amount} claimed.`;
    }
    case 'POST /api/mining/claim1':
      return t`The miner has started.`;
    case 'POST /api/stake/stake': {
      const amount = adit(item.input.amount, language);
      return t`${amount} staked.`;
    }
    case 'POST /api/stake/unstake': {
      const amount = adit(resultOf(item, item.call).amount ?? '0', language);
      return t`${amount} unstaked.`;
    }
  }
}

/** Why it was refused, in the server's words if it sent any. */
export function reasonText({ call, reason, unsure }: OutboxItem): string {
  if (call === 'POST /api/mining/claim' && isClaimedBefore(reason))
    return t`Already claimed on another device.`;
  if (reason?.name !== 'expired') return reason?.message || t`Something went wrong. Nothing changed.`;
  return unsure
    ? t`Over ${SENDABLE_DAYS} days old, so we stopped trying. It may have gone through: check your balance.`
    : t`Over ${SENDABLE_DAYS} days old, so it wasn't sent. Nothing changed.`;
}

/** The state of a queued action. */
export function waitText({ state }: OutboxItem, online: boolean): string {
  if (state === 'sending') return t`Being sent`;
  return online ? t`Waiting for the server` : t`Waiting for a connection`;
}

/** One sentence about the results of actions while nobody was watching. */
export function newsText(items: readonly OutboxItem[], language: string): string {
  const [first] = items;
  if (items.length === 1 && first) {
    if (first.state === 'done') return doneText(first, language);
    const title = titleOf(first, language);
    const reason = reasonText(first);
    return t`${title}: ${reason}`;
  }
  const done = items.filter(({ state }) => state === 'done').length;
  const failed = items.length - done;
  const sent = plural(done, {
    one: '# action sent',
    other: '# actions sent',
  });
  const refused = plural(failed, { one: '# refused', other: '# refused' });
  if (done > 0 && failed > 0) return t`${sent}, ${refused}.`;
  const only = done > 0 ? sent : refused;
  return t`${only}.`;
}
