// The state of the withdrawal form and its consequences: the recipient, what is wrong, and whether it may proceed.
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
  /** Undefined until the user chooses or types something. */
  coin: string | undefined;
  amount: string;
  /** The user's own wallet is the recipient; `address` is ignored then. */
  toOwn: boolean;
  /** As typed. */
  address: string;
  /** The box about the risk of another wallet is ticked. */
  agreed: boolean;
}

export interface Judgement {
  recipient: string;
  /** The recipient is not the signed-in wallet: the user has to take responsibility. */
  foreign: boolean;
  amount: AmountProblem | null;
  /** 'unknown' until the hash function has loaded. */
  address: AddressProblem | 'unknown' | null;
}

export const EMPTY_DRAFT: Draft = {
  coin: undefined,
  amount: '',
  toOwn: true,
  address: '',
  agreed: false,
};

/** The initial coin: the requested one, otherwise the first that is held, otherwise the first in the list. */
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

/** Everything is valid, and the risk of a foreign wallet was accepted. */
export const isReady = (draft: Draft, { amount, address, foreign }: Judgement): boolean =>
  amount === null && address === null && (!foreign || draft.agreed);
