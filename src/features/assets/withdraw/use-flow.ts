// The withdrawal from the first field to the end, as one state that the sheet renders: form, check, progress.
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useAtomValue } from 'jotai';
import type { Output } from '#contract';
import { useOnline } from '#lib/online.ts';
import { serverNow } from '#lib/time.ts';
import { useSheetDraft } from '#lib/drafts.ts';
import { walletAtom } from '#lib/session.ts';
import type { PopupInputs } from '#lib/popups.ts';
import { type Draft, EMPTY_DRAFT, firstCoin, isReady, judge } from './draft.ts';
import { addressOfLink } from './address.rules.ts';
import { openPopup } from '#lib/popups.ts';
import { connectThen } from '#features/assets/connect-then.ts';
import { useSend } from './use-send.ts';
import { type Asset, withdrawalOf } from './withdraw.rules.ts';
import { useChecksum } from './use-checksum.ts';

/** Placeholder until the list is loaded; never rendered. */
const NO_ASSET: Asset = {
  coin: '',
  name: '',
  decimals: 18,
  balance: '0',
  staked: '0',
  price: null,
  fixedPrice: false,
  priceAt: null,
  valueUsdt: null,
  contract: null,
  depositable: false,
  exchangeable: false,
  withdrawable: false,
  minWithdraw: '0',
  withdrawFee: '0',
  withdrawLeft: null,
};

interface DraftOptions {
  list: Output<'GET /api/assets/list'> | undefined;
  /** What the sheet was opened with. */
  input: PopupInputs['withdraw'];
  /** The form is being filled in. */
  live: boolean;
}

const draftOf = ({ amount = '', address }: PopupInputs['withdraw']): Draft => ({
  ...EMPTY_DRAFT,
  amount,
  ...(address !== undefined && { toOwn: false, address }),
});

/** The draft of a withdrawal with everything that is known about it. */
function useDraft({ list, input, live }: DraftOptions) {
  const own = useAtomValue(walletAtom).address;
  const [draft, setDraft] = useSheetDraft<Draft>('withdraw', draftOf(input), live);
  const checksum = useChecksum(!draft.toOwn);
  const items = list?.items ?? [];
  const coins = items.filter(({ withdrawable }) => withdrawable);
  const chosen = draft.coin ?? firstCoin(coins, input.coin);
  const asset = coins.find(({ coin }) => coin === chosen) ?? coins[0] ?? NO_ASSET;
  // None of the listed contracts can be a recipient, whether its coin is withdrawable or not.
  const known = { treasury: list?.treasury ?? null, coins: items };
  const judgement = judge(draft, { asset, own, known, checksum });
  const { address, recipient } = judgement;
  return {
    draft,
    coins,
    asset,
    own,
    known,
    judgement,
    /** In checksummed form, where that is known. */
    recipient: address === null && checksum ? checksum(recipient.toLowerCase()) : recipient,
    /** Input belongs to the coin that it was typed for. */
    change: (change: Partial<Draft>) => setDraft((old) => ({ ...old, coin: asset.coin, ...change })),
  };
}

/** The booked withdrawal, as the page sent it and the server answered. */
export interface Receipt {
  coin: string;
  amount: string;
  recipient: string;
  /** The debit's journal entry. */
  entry: string;
  /** Time of the answer, in milliseconds on the server's clock. */
  at: number;
  receives: string;
  fee: string;
  state: Output<'POST /api/assets/withdraw'>['state'];
}

type Step = 'form' | 'check' | 'approval' | 'progress';

function stepOf(sent: boolean, approving: boolean, checking: boolean): Step {
  if (sent) return 'progress';
  if (approving) return 'approval';
  return checking ? 'check' : 'form';
}

interface FlowOptions {
  list: Output<'GET /api/assets/list'> | undefined;
  /** What the sheet was opened with. */
  input: PopupInputs['withdraw'];
  open: boolean;
}

export function useFlow({ list, input, open }: FlowOptions) {
  const { i18n } = useLingui();
  const online = useOnline();
  const [receipt, setReceipt] = useState<Receipt>();
  const filled = useDraft({ list, input, live: open && !receipt });
  const { draft, asset, judgement, recipient, change } = filled;
  const [tried, setTried] = useState(false);
  const [checking, setChecking] = useState(false);
  const sums = { coin: asset.coin, amount: draft.amount };
  const order = { ...sums, ...(judgement.foreign && { address: judgement.recipient }) };
  const sending = useSend({
    language: i18n.locale,
    open,
    onDone: ({ state, fee, entry }) => {
      const { receives } = withdrawalOf(asset, draft.amount);
      setReceipt({ ...sums, recipient, entry, at: serverNow(), receives: receives ?? '0', fee, state });
    },
  });
  // A refusal about a field leads back to it.
  const refused = sending.refusal?.about;
  const refusedField = refused === 'amount' || refused === 'address';
  // The operator has switched it off meanwhile, and another one is shown instead.
  const otherCoin = draft.coin !== undefined && draft.coin !== asset.coin;
  return {
    ...filled,
    ...sending,
    online,
    tried,
    receipt,
    step: stepOf(
      receipt !== undefined,
      sending.approval !== undefined,
      checking && !refusedField && !otherCoin,
    ),
    edit: (next: Partial<Draft>) => {
      sending.forget();
      setChecking(false);
      // The new address has not been checked yet.
      if ('address' in next || 'toOwn' in next) setTried(false);
      const { address } = next;
      change(
        address !== undefined && list ? { ...next, address: addressOfLink(address, list.chainId) } : next,
      );
    },
    /** To the confirmation step, unless something is wrong or missing. */
    proceed: () => {
      sending.forget();
      setTried(true);
      setChecking(isReady(draft, judgement));
    },
    back: () => setChecking(false),
    submit: () => sending.send(order),
    /** To the connect sheet. */
    connect: () => connectThen(() => openPopup('withdraw', order)),
  };
}

export type Flow = ReturnType<typeof useFlow>;
