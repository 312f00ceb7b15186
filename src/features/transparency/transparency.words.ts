// Texts for system accounts and the steps of a proof.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { StepId } from '#proofs/proof.ts';

interface Words {
  name: MessageDescriptor;
  text: MessageDescriptor;
}

/** Keyed by the ledger's names. */
export const ACCOUNTS: Record<string, Words> = {
  issuance: {
    name: msg`Issuance`,
    text: msg`New ADIT comes from here, so its balance is minus all ADIT issued.`,
  },
  custody: {
    name: msg`Coins on chain, per our books`,
    text: msg`Coins we should hold on chain for users, shown as a minus.`,
  },
  revenue: { name: msg`Fees`, text: msg`Swap and withdrawal fees. They belong to the operator.` },
  institution: {
    name: msg`Institution`,
    text: msg`The institution's half of repurchased ADIT.`,
  },
  payouts: {
    name: msg`Withdrawals under way`,
    text: msg`Sent but not confirmed yet. Still owed.`,
  },
  unclaimed: {
    name: msg`Unclaimed deposits`,
    text: msg`Deposits from wallets that haven't signed in yet. Still owed.`,
  },
  staked: { name: msg`Staked`, text: msg`What users have staked. Still owed.` },
  race_stakes: {
    name: msg`Open race bets`,
    text: msg`Bets on races that aren't settled yet. Still owed.`,
  },
  buyback: {
    name: msg`Repurchase fund`,
    text: msg`Buys ADIT back. Funded by miner sales and part of hashrate sales.`,
  },
  resale: {
    name: msg`Hashrate resale`,
    text: msg`Set aside from each hashrate sale, so you can always sell it back.`,
  },
  lottery_pool: {
    name: msg`Web3 Guess pool`,
    text: msg`The next draw's prize. It rolls over if nobody wins.`,
  },
  race_bank: {
    name: msg`Race bank`,
    text: msg`Pays race winners and keeps lost bets. It refuses bets it couldn't pay.`,
  },
  reserve: {
    name: msg`Reserve`,
    text: msg`The other side of every swap. It can only give what it holds.`,
  },
  staking_rewards: {
    name: msg`Stakers' share`,
    text: msg`The stakers' half of repurchased ADIT, until it is paid out.`,
  },
};

type StepWords = Words & { fault: MessageDescriptor };

export const STEPS: Record<Exclude<StepId, 'level'>, StepWords> = {
  form: {
    name: msg`Valid amounts`,
    text: msg`All amounts are valid, so none can hide what others are owed.`,
    fault: msg`This proof contains something that is neither a hash nor a valid amount.`,
  },
  address: {
    name: msg`Your account`,
    text: msg`The leaf is for your address.`,
    fault: msg`The leaf is for another address.`,
  },
  leaf: {
    name: msg`Your leaf`,
    text: msg`Your address, balances and secret number give this hash.`,
    fault: msg`Your address, balances and secret number give another hash.`,
  },
  root: {
    name: msg`The published root`,
    text: msg`The path from your leaf ends at the root everybody sees.`,
    fault: msg`The path from your leaf ends at another root.`,
  },
  sums: {
    name: msg`The published totals`,
    text: msg`All balances on the path add up to the published totals.`,
    fault: msg`The balances on the path don't add up to the published totals.`,
  },
};

export const HISTORY: StepWords & { unknown: MessageDescriptor } = {
  name: msg`Your activity`,
  text: msg`The balances in the leaf match your activity.`,
  fault: msg`The balances in the leaf don't match your activity.`,
  unknown: msg`Too much has happened since to compare here. Compare the balances yourself.`,
};
