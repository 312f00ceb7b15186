// One coin: mark, symbol and price on the left; on the right all that is held, staked or free, and what that is worth. A tap
// tells more.
import { Trans, useLingui } from '@lingui/react/macro';
import { openText } from '#lib/amounts.ts';
import { decimalsOf, shownText } from '#ui/amount-shown.ts';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { type Asset, heldOf } from './assets.rules.ts';

/** Prices of cheap coins need more decimals than amounts do. */
export const PRICE_DECIMALS = 8;

interface CoinRowProps {
  asset: Asset;
  onOpen: (coin: string) => void;
}

export function CoinRow({ asset, onOpen }: CoinRowProps) {
  const { i18n } = useLingui();
  const figure = (amount: string, max = decimalsOf(amount)) => shownText(amount, i18n.locale, { max });
  const held = heldOf(asset);
  const value = asset.valueUsdt;
  const price = asset.price === null ? null : openText(asset.price, i18n.locale, { max: PRICE_DECIMALS });
  const staked = figure(asset.staked);
  return (
    <li className="border-b border-line">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => onOpen(asset.coin)}
        className="-mx-4 flex min-h-17 w-[calc(100%+32px)] items-center gap-3 px-4 py-2.5 text-left transition-colors hover:bg-wash active:bg-wash"
      >
        <CoinIcon coin={asset.coin} size={40} />
        <span className="grow">
          <span className="block leading-tight font-semibold">{asset.coin}</span>
          <span className="figures block text-[13px] text-muted min-[360px]:whitespace-nowrap">
            {price === null ? <Trans>No price now</Trans> : <>{price} USDT</>}
          </span>
        </span>
        <span className="min-w-0 text-right">
          <span className="figures block leading-tight font-semibold wrap-anywhere">{figure(held)}</span>
          {value !== null && (
            <span className="figures block text-[13px] text-muted">
              ≈ {figure(value, Math.min(4, decimalsOf(value)))} USDT
            </span>
          )}
          {asset.staked !== '0' && (
            <span className="figures block text-[13px] text-muted">
              <Trans>Includes {staked} staked</Trans>
            </span>
          )}
        </span>
      </button>
    </li>
  );
}
