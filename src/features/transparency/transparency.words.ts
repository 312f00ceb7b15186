// Texts for system accounts and the steps of a proof.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { StepId } from '#proofs/proof.ts';

interface Words {
  name: MessageDescriptor;
  text: MessageDescriptor;
}

/** By the ledger's names. */
export const ACCOUNTS: Record<string, Words> = {
  issuance: {
    name: msg`Issuance`,
    text: msg`Where new ADIT comes from. It stands below zero by as much as was ever issued.`,
  },
  custody: {
    name: msg`Custody by the books`,
    text: msg`What should lie on the chain, as a debt of the chain to the books: below zero by what came in and has not left.`,
  },
  revenue: { name: msg`Fees`, text: msg`Fees of exchanges and withdrawals. They belong to the operator.` },
  institution: {
    name: msg`Institution`,
    text: msg`The institution's half of the ADIT that was bought back.`,
  },
  payouts: {
    name: msg`Payouts under way`,
    text: msg`Withdrawals that the chain has not confirmed yet. They are still owed.`,
  },
  unclaimed: {
    name: msg`Unclaimed deposits`,
    text: msg`Deposits from addresses that nobody has signed in with yet. They are still owed.`,
  },
  staked: { name: msg`Staked`, text: msg`What people have staked. It is theirs and is still owed.` },
  race_stakes: {
    name: msg`Stakes of open races`,
    text: msg`Bets of rounds that are not settled yet. They are still owed.`,
  },
  buyback: {
    name: msg`Repurchase fund`,
    text: msg`Buys ADIT back. It is fed by purchases of miners, and by part of those of hashrate.`,
  },
  resale: {
    name: msg`Resale of hashrate`,
    text: msg`The part of every purchase of hashrate that is kept, so that it can be sold back at any time.`,
  },
  lottery_pool: {
    name: msg`Lottery pool`,
    text: msg`The prize of the next draw. What nobody wins stays in it.`,
  },
  race_bank: {
    name: msg`Race bank`,
    text: msg`Pays winners of the race and takes what is lost. Bets that it could not pay are refused.`,
  },
  reserve: {
    name: msg`Reserve`,
    text: msg`The other side of every exchange between coins. What it does not hold, it cannot give.`,
  },
  staking_rewards: {
    name: msg`Stakers' share`,
    text: msg`The stakers' half of the ADIT that was bought back, until the next payout shares it.`,
  },
};

type StepWords = Words & { fault: MessageDescriptor };

export const STEPS: Record<Exclude<StepId, 'level'>, StepWords> = {
  form: {
    name: msg`No negative and no absurd amounts`,
    text: msg`Every hash is a hash, every amount is zero or more and not more than can exist. So nobody in the tree can be used to hide what is owed to others.`,
    fault: msg`Something in this proof is neither a hash nor a possible amount.`,
  },
  address: {
    name: msg`Your account`,
    text: msg`The leaf is for the address that you are signed in with.`,
    fault: msg`The leaf is for another address.`,
  },
  leaf: {
    name: msg`Your leaf`,
    text: msg`Your address, these balances and a secret number of your own give exactly this hash.`,
    fault: msg`Address, balances and secret number give another hash.`,
  },
  root: {
    name: msg`The published root`,
    text: msg`The way up from your leaf ends at the root that everybody sees.`,
    fault: msg`The way up from your leaf ends at another root than the published one.`,
  },
  sums: {
    name: msg`The published totals`,
    text: msg`Your balances and those of all neighbours on the way add up to the published totals.`,
    fault: msg`What was added up on the way is not what was published.`,
  },
};

export const HISTORY: StepWords & { unknown: MessageDescriptor } = {
  name: msg`Your fund history`,
  text: msg`The balances in the leaf are what your fund history says for that time.`,
  fault: msg`The balances in the leaf are not what your fund history says for that time.`,
  unknown: msg`You have had too many movements since to compare them here. Compare the balances yourself.`,
};
