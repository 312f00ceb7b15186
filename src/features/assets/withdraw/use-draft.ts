// The draft of a withdrawal with everything that is known about it.
import { useAtomValue } from 'jotai';
import type { Output } from '#contract';
import { useSheetDraft } from '#lib/drafts.ts';
import { walletAtom } from '#lib/session.ts';
import { type Draft, EMPTY_DRAFT, firstCoin, judge } from './draft.ts';
import { useChecksum } from './use-checksum.ts';
import type { Asset } from './withdraw.rules.ts';

/** Stands in before the list is here; nothing of it is drawn. */
const NO_ASSET: Asset = {
  coin: '',
  decimals: 18,
  balance: '0',
  staked: '0',
  price: null,
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
  /** The coin to begin with. */
  wanted: string | undefined;
  /** It is being filled in. */
  live: boolean;
}

export function useDraft({ list, wanted, live }: DraftOptions) {
  const own = useAtomValue(walletAtom).address;
  const [draft, setDraft] = useSheetDraft<Draft>('withdraw', EMPTY_DRAFT, live);
  const checksum = useChecksum(!draft.toOwn);
  const items = list?.items ?? [];
  const coins = items.filter(({ withdrawable }) => withdrawable);
  const chosen = draft.coin ?? firstCoin(coins, wanted);
  const asset = coins.find(({ coin }) => coin === chosen) ?? coins[0] ?? NO_ASSET;
  // None of the listed contracts can receive, withdrawable or not.
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
    /** As wallets write it, where that is known. */
    recipient: address === null && checksum ? checksum(recipient.toLowerCase()) : recipient,
    /** What is typed about a coin stays with that coin. */
    change: (change: Partial<Draft>) => setDraft((old) => ({ ...old, coin: asset.coin, ...change })),
  };
}
