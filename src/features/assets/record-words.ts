// Movements of the fund history in words: their categories, and the states that a withdrawal goes through.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Output } from '#contract';
import type { FundCategory } from '#contract/fund-categories.ts';
import type { IconName } from '#ui/icon.tsx';

export type FundRecord = Output<'GET /api/assets/records'>['items'][number];
export type RecordState = FundRecord['state'];

export const CATEGORY_NAMES: Record<FundCategory, MessageDescriptor> = {
  deposit: msg`Deposit`,
  withdraw: msg`Withdrawal`,
  refund: msg`Refund`,
  exchange: msg`Exchange`,
  mining: msg`Mining`,
  purchase: msg`Purchase`,
  staking: msg`Staking`,
  team: msg`Team`,
  buyback: msg`Token Repurchase`,
  race: msg`Web3 Games`,
  lottery: msg`Web3 Guess`,
  airdrop: msg`Airdrop`,
};

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

/** One word for a tag. Both steps before the chain has the transaction are one to a person. */
export const STATE_NAMES: Record<RecordState, MessageDescriptor> = {
  requested: msg`Requested`,
  signed: msg`Being sent`,
  broadcast: msg`Sent`,
  confirmed: msg`Confirmed`,
  failed: msg`Failed`,
};

/** What the state means, and what happens next, in a sentence. */
export const STATE_SENTENCES: Record<RecordState, MessageDescriptor> = {
  requested: msg`Your withdrawal is booked and will be sent shortly.`,
  signed: msg`The transaction is signed and on its way to the network.`,
  broadcast: msg`The network has the transaction. It is confirmed within a few blocks.`,
  confirmed: msg`The network has confirmed it.`,
  failed: msg`It could not be sent. The whole amount was returned to your balance.`,
};

/** Tones of `<Tag>`. */
export const STATE_TONES: Record<RecordState, 'amber' | 'good' | 'bad'> = {
  requested: 'amber',
  signed: 'amber',
  broadcast: 'amber',
  confirmed: 'good',
  failed: 'bad',
};
