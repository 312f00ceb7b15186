// Texts for records of the fund history: their categories, their purposes, and the states of a withdrawal.
import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Output } from '#contract';
import type { FundCategory, FundPurpose } from '#rules/fund-categories.ts';
import { amountText } from '#lib/amounts.ts';
import type { IconName } from '#ui/icon.tsx';

export type FundRecord = Output<'GET /api/assets/records'>['items'][number];
export type RecordState = FundRecord['state'];

export const CATEGORY_NAMES: Record<FundCategory, MessageDescriptor> = {
  deposit: msg`Deposit`,
  withdraw: msg`Withdrawal`,
  refund: msg`Refund`,
  exchange: msg`Swap`,
  mining: msg`Mining`,
  purchase: msg`Purchase`,
  staking: msg`Staking`,
  team: msg`Team`,
  buyback: msg`Token Repurchase`,
  race: msg`Web3 Games`,
  lottery: msg`Web3 Guess`,
  airdrop: msg`Airdrop`,
};

/** Used where the figure or code of a purpose is not known. */
export const PURPOSE_NAMES: Record<FundPurpose, MessageDescriptor> = {
  permanent_miner: msg`Permanent miner`,
  hashrate: msg`Hashrate`,
  hashrate_sold: msg`Hashrate sold`,
  stake: msg`New stake`,
  unstake: msg`Unstaked`,
  staking_reward: msg`Staking reward`,
  staking_share: msg`Repurchase share`,
  team_staking: msg`Team: staking`,
  team_race: msg`Team: races`,
  race_bet: msg`Race bet`,
  race_payout: msg`Race payout`,
  race_return: msg`Race bet returned`,
  guess: msg`Paid guess`,
  guess_prize: msg`Guess prize`,
  guess_return: msg`Guess returned`,
  coupon: msg`Coupon`,
};

/**
 * What was bought, sold, won or given: "300 hashrate". Undefined if the category says it all, and for rows that this
 * device cached before the server began to send it.
 */
export function purposeText({ detail }: Pick<FundRecord, 'detail'>, i18n: I18n): string | undefined {
  if (!detail) return undefined;
  const { what, code } = detail;
  if (what === 'coupon' && code !== null) return i18n._(msg`Coupon ${code}`);
  if (detail.hashrate === null) return i18n._(PURPOSE_NAMES[what]);
  const hashrate = amountText(detail.hashrate, i18n.locale);
  return what === 'hashrate_sold'
    ? i18n._(msg`${hashrate} hashrate sold`)
    : i18n._(msg`${hashrate} hashrate`);
}

export const CATEGORY_ICONS: Record<FundCategory, IconName> = {
  deposit: 'deposit',
  withdraw: 'withdraw',
  refund: 'refund',
  exchange: 'exchange',
  mining: 'miner',
  purchase: 'purchase',
  staking: 'staking',
  team: 'invite',
  buyback: 'buyback',
  race: 'race',
  lottery: 'guess',
  airdrop: 'gift',
};

/** One word for a tag. The two steps before the chain has the transaction look like one to the user. */
export const STATE_NAMES: Record<RecordState, MessageDescriptor> = {
  requested: msg`Requested`,
  signed: msg`Being sent`,
  broadcast: msg`Sent`,
  confirmed: msg`Confirmed`,
  failed: msg`Failed`,
};

/** What the state means, and what happens next, in a sentence. */
export const STATE_SENTENCES: Record<RecordState, MessageDescriptor> = {
  requested: msg`We'll send your withdrawal shortly.`,
  signed: msg`Signed and on its way to the network.`,
  broadcast: msg`The network has it. It's final after a few blocks.`,
  confirmed: msg`The network has confirmed it.`,
  failed: msg`We couldn't send it. The full amount is back in your balance.`,
};

/** Tones of `<Tag>`. */
export const STATE_TONES: Record<RecordState, 'amber' | 'good' | 'bad'> = {
  requested: 'amber',
  signed: 'amber',
  broadcast: 'amber',
  confirmed: 'good',
  failed: 'bad',
};
