// The deposit form's state, with what the chain says about it, and the step to the wallet: the balance is read again
// before it.
import { useAtomValue } from 'jotai';
import { useRef, useState } from 'react';
import { DECIMALS, readUnits, toDecimals } from '#rules/amounts.ts';
import { type Asset, type AssetList } from '#features/assets/assets.rules.ts';
import { useSheetDraft } from '#lib/drafts.ts';
import { walletAtom } from '#lib/session.ts';
import { amountProblem, roundedUp } from './deposit.rules.ts';
import { sendOrder } from './flow-live.ts';
import { useGas, useHeld } from './use-wallet.ts';

export interface Draft {
  coin: string;
  amount: string;
}

/** What most people deposit. */
const USUAL = 'USDT';

function assetOf(coins: readonly Asset[], wanted: string | undefined): Asset | undefined {
  const named = (name: string | undefined) => coins.find(({ coin }) => coin === name);
  return named(wanted) ?? named(USUAL) ?? coins[0];
}

interface FormOptions {
  list: AssetList;
  coins: readonly Asset[];
  /** What the sheet was opened for. */
  wanted: Partial<Draft>;
  open: boolean;
  /** The form is showing. */
  active: boolean;
}

export function useForm({ list, coins, wanted, open, active }: FormOptions) {
  const { coin = '', amount = '' } = wanted;
  const begun: Draft = { coin, amount: roundedUp(amount, assetOf(coins, coin)?.decimals ?? DECIMALS) };
  const [draft, setDraft] = useSheetDraft<Draft>('deposit', begun, active);
  /** The amount is agreed on: the final review comes before the wallet. */
  const [agreed, setAgreed] = useState(false);
  const [busy, setBusy] = useState(false);
  const [wasOpen, setWasOpen] = useState(open);
  const sending = useRef(false);
  if (open !== wasOpen) {
    setWasOpen(open);
    // Each opening starts over.
    if (open) setDraft(begun);
    setAgreed(false);
  }

  const asset = assetOf(coins, draft.coin);
  const place = { ...list, owner: useAtomValue(walletAtom).address };
  const held = useHeld(place, asset, active);
  const gas = useGas(place, active);
  const problemWith = (units: bigint | null) => amountProblem(draft.amount, units, asset?.decimals ?? 0);
  const problem = problemWith(held.units);

  async function submit(): Promise<void> {
    const { treasury, chainId, rpcUrl } = list;
    const units = readUnits(draft.amount);
    if (sending.current || problem !== null || !asset?.contract || treasury === null || units === null)
      return;
    sending.current = true;
    setBusy(true);
    try {
      if (problemWith(await held.read()) !== null) return;
      const { coin, decimals, contract: token } = asset;
      const order = { coin, decimals, token, treasury, chainId, owner: place.owner, amount: draft.amount };
      void sendOrder({ ...order, units: toDecimals(units, decimals) }, rpcUrl);
      setAgreed(false);
    } catch {
      // The form says that the balance cannot be read.
      setAgreed(false);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  return {
    draft,
    asset,
    place,
    held,
    gas,
    problem,
    checking: agreed && problem === null,
    busy,
    proceed: () => setAgreed(problem === null),
    cancel: () => setAgreed(false),
    submit,
    change: (patch: Partial<Draft>) => {
      setAgreed(false);
      setDraft((old) => ({ ...old, ...patch }));
    },
  };
}
