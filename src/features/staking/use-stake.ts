// A stake from the first digit to its order, as one state that the sheet draws.
import { useSheetDraft } from '#lib/drafts.ts';
import { amountProblem, type Staking } from './staking.rules.ts';
import { useSent } from './use-sent.ts';

interface StakeOptions {
  /** Undefined until they are here; nothing can be staked before. */
  staking: Staking | undefined;
  /** Without what waits to be staked already. */
  balance: string | undefined;
  open: boolean;
}

export function useStake({ staking, balance, open }: StakeOptions) {
  const sent = useSent('POST /api/stake/stake');
  // What was sent once is the outbox's, also when the session turns out to have ended: it must not come back as a draft.
  const [amount, setAmount] = useSheetDraft('stake', '', open && !sent.busy && !sent.done && !sent.queued);
  const known = staking !== undefined && balance !== undefined;
  const problem = known ? amountProblem(amount, { balance, min: staking.minAmount }) : 'empty';
  const { refusal } = sent;
  // The stake of a lost answer may have taken the balance already; the same one is asked for again, whatever is left.
  const ready = known && (problem === null || refusal?.lost === true);
  return {
    ...sent,
    amount,
    problem,
    type: (text: string) => {
      sent.forget();
      setAmount(text);
    },
    confirm: () => {
      if (ready && !sent.busy) sent.send({ amount });
    },
  };
}

export type Stake = ReturnType<typeof useStake>;

/** Refusals that are about the amount stand at its field. */
export const isAboutAmount = ({ refusal }: Stake): boolean =>
  refusal?.name === 'invalid_amount' || refusal?.name === 'insufficient_balance';
