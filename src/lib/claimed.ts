// The claim just made, wherever that happened; features/mining/claim-moment.tsx celebrates it.
import { atom } from 'jotai';

export interface Claimed {
  /** Tokens, as a decimal string. */
  amount: string;
  /** The balance before the claim; null while no coin list has arrived. */
  before: string | null;
}

export const claimedAtom = atom<Claimed | null>(null);
