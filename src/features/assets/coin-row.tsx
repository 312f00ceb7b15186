// One coin: mark, symbol and price on the left, what is held and what it is worth on the right.
import { Trans, useLingui } from '@lingui/react/macro';
import { amountText } from '#lib/amounts.ts';
import { CoinIcon } from '#ui/coin-icon.tsx';
import type { Asset } from './assets.rules.ts';

/** Stands for an amount that is not to be seen. */
export const HIDDEN = '••••';

/** Prices of cheap coins need more decimals than amounts do. */
const PRICE_DECIMALS = 8;

export function CoinRow({ asset, hidden }: { asset: Asset; hidden: boolean }) {
  const { i18n } = useLingui();
  const figure = (amount: string, max?: number) =>
    hidden ? HIDDEN : amountText(amount, i18n.locale, max ? { max } : {});
  const price = asset.price === null ? null : amountText(asset.price, i18n.locale, { max: PRICE_DECIMALS });
  const staked = figure(asset.staked);
  return (
    <li className="flex min-h-17 items-center gap-3 border-b border-line py-2.5">
      <CoinIcon coin={asset.coin} size={40} />
      <div className="min-w-0 grow">
        <p className="m-0 leading-tight font-semibold">{asset.coin}</p>
        <p className="figures m-0 text-[13px] text-muted">
          {price === null ? <Trans>No price now</Trans> : <>{price} USDT</>}
        </p>
      </div>
      <div className="min-w-0 text-right">
        <p className="figures m-0 leading-tight font-semibold wrap-anywhere">{figure(asset.balance)}</p>
        {asset.valueUsdt !== null && (
          <p className="figures m-0 text-[13px] text-muted">≈ {figure(asset.valueUsdt, 4)} USDT</p>
        )}
        {asset.staked !== '0' && (
          <p className="figures m-0 text-[13px] text-muted">
            <Trans>Staked {staked}</Trans>
          </p>
        )}
      </div>
    </li>
  );
}
