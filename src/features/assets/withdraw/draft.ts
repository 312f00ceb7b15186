// What a person is filling in, and what it comes to: the recipient, what is wrong, whether it may go on.
import {
  type AddressProblem,
  type KnownAddresses,
  addressProblem,
  cleanAddress,
  isMixed,
} from './address.rules.ts';
import { sameAddress } from '#rules/addresses.ts';
import type { Checksum } from './use-checksum.ts';
import { type AmountProblem, type Asset, amountProblem } from './withdraw.rules.ts';

export interface Draft {
  /** Undefined until something was chosen or typed. */
  coin: string | undefined;
  amount: string;
  /** The own wallet receives; `address` does not count then. */
  toOwn: boolean;
  /** As it was typed. */
  address: string;
  /** The risk of another wallet was ticked. */
  agreed: boolean;
}

export interface Judgement {
  recipient: string;
  /** Nobody signed in with the receiving wallet: the person has to stand in for it. */
  foreign: boolean;
  amount: AmountProblem | null;
  /** 'unknown' while the hash function that tells is not here. */
  address: AddressProblem | 'unknown' | null;
}

export const EMPTY_DRAFT: Draft = {
  coin: undefined,
  amount: '',
  toOwn: true,
  address: '',
  agreed: false,
};

/** The coin to begin with: the one that was asked for, else the first that is held, else the first. */
export const firstCoin = (coins: readonly Asset[], wanted?: string): string =>
  (coins.find(({ coin }) => coin === wanted) ?? coins.find(({ balance }) => balance !== '0') ?? coins[0])
    ?.coin ?? '';

interface Surroundings {
  asset: Asset;
  own: string;
  known: KnownAddresses;
  checksum: Checksum | undefined;
}

function judgeAddress(address: string, { known, checksum }: Surroundings): Judgement['address'] {
  let hashNeeded = false;
  const problem = addressProblem(address, known, (lowerCase) => {
    hashNeeded ||= !checksum;
    return checksum ? checksum(lowerCase) : address;
  });
  return problem === null && hashNeeded && isMixed(address) ? 'unknown' : problem;
}

export function judge(draft: Draft, surroundings: Surroundings): Judgement {
  const { asset, own } = surroundings;
  const recipient = draft.toOwn ? own : cleanAddress(draft.address);
  const ours = draft.toOwn || sameAddress(recipient, own);
  return {
    recipient,
    foreign: !ours,
    amount: amountProblem(asset, draft.amount),
    address: draft.toOwn ? null : judgeAddress(recipient, surroundings),
  };
}

/** Everything is in order, and a wallet that is not the own one was ticked. */
export const isReady = (draft: Draft, { amount, address, foreign }: Judgement): boolean =>
  amount === null && address === null && (!foreign || draft.agreed);
