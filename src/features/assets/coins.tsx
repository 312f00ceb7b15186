// The coin list: what is held first, the others folded under one line. A tap opens the coin's page.
import { memo, useId, useState } from 'react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Card } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icon.tsx';
import { openText } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import type { Output } from '#contract';
import { fittingDecimals } from '#rules/shown-amounts.ts';
import { approximately, shownText } from '#ui/amount-shown.ts';
import { Sparkline } from '#ui/chart.tsx';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { PageLink } from '#ui/page-link.tsx';
import { type Asset, byHolding, coinAddress, fundToday, heldOf, priceText } from './assets.rules.ts';
import { fundQuery, pricesQuery } from './assets.queries.ts';
import { Change } from './history-charts.tsx';

type Prices = Output<'GET /api/assets/prices'>['items'][number];

interface CoinRowProps {
  asset: Asset;
  prices: Prices | undefined;
}

/**
 * Symbol and name, the price over the last 24 hours, and the total held, staked or free. A price shown in place of a
 * value stays beside the chart: among the amounts it would look like a balance.
 */
function CoinRow({ asset, prices }: CoinRowProps) {
  const { i18n } = useLingui();
  const { coin, name, price, valueUsdt } = asset;
  const figure = (amount: string, max = fittingDecimals(amount)) => shownText(amount, i18n.locale, { max });
  const held = heldOf(asset);
  const isHeld = held !== '0';
  // Prices are in USDT, which has no price of its own to show.
  const tellsPrice = !isHeld && coin !== 'USDT';
  const staked = figure(asset.staked);
  const points = (prices?.points ?? []).map(({ at, price: value }) => ({
    key: at,
    label: at,
    at: Date.parse(at),
    values: [value],
  }));
  return (
    <li className="@container border-b border-line">
      <PageLink
        to={coinAddress(coin)}
        className="-mx-4 flex min-h-17 items-center gap-x-3 px-4 @max-[14rem]:flex-wrap py-2.5 text-inherit no-underline transition-colors hover:bg-wash active:bg-wash"
      >
        <CoinIcon coin={coin} size={40} />
        <span className="min-w-0 grow leading-tight">
          <span className={cx(tellsPrice && 'flex items-baseline gap-1.5')}>
            <span className="block font-semibold">{coin}</span>
            {name !== coin && <span className="block truncate text-sm text-muted">{name}</span>}
          </span>
          {tellsPrice && (
            <span className="block text-xs whitespace-nowrap text-muted">
              {price === null ? (
                <Trans>No current price</Trans>
              ) : (
                <span className="figures">
                  1 {coin} = {priceText(price, i18n.locale)} USDT
                </span>
              )}
            </span>
          )}
        </span>
        {!asset.fixedPrice && (
          <span className="hidden w-14 shrink-0 text-right text-xs @min-[18.5rem]:block">
            <Sparkline points={points} />
            <Change change={prices?.change ?? null} />
          </span>
        )}
        <span className={cx('ml-auto shrink-0 text-right min-[720px]:min-w-40', isHeld && 'min-w-26')}>
          <span className="figures block leading-tight font-semibold wrap-anywhere">{figure(held)}</span>
          {isHeld && valueUsdt !== null && (
            <span className="figures block text-sm text-muted">
              {approximately(`${figure(valueUsdt, Math.min(2, fittingDecimals(valueUsdt)))} USDT`)}
            </span>
          )}
          {asset.staked !== '0' && (
            <span className="figures block text-sm text-muted">
              <Trans>{staked} staked</Trans>
            </span>
          )}
        </span>
      </PageLink>
      {coin === BRAND.symbol && <FundToday price={price} className="-mt-1.5 pb-2.5 pl-13" />}
    </li>
  );
}

interface FundTodayProps {
  /** ADIT's price. */
  price: string | null;
  /** Its place below what is above it. */
  className: string;
}

/**
 * Shown beside the fixed value of ADIT: what the repurchase fund still pays for it today, to this person or to all.
 * The page waits for it.
 */
export function FundToday({ price, className }: FundTodayProps) {
  const { i18n } = useLingui();
  const { data } = useQuery(fundQuery());
  if (!data) return null;
  const { usdt: payable, own } = fundToday(data.fund, price);
  const usdt = (own ? shownText : openText)(payable, i18n.locale, { max: 2 });
  return (
    <p className={cx('m-0 text-sm text-pretty text-muted', className)}>
      {own ? (
        <Trans>The fund can pay you {usdt} USDT today</Trans>
      ) : (
        <Trans>The fund can pay {usdt} USDT today</Trans>
      )}
    </p>
  );
}

const LIST = 'm-0 list-none p-0 [&>li:last-child]:border-b-0';

/** Held coins, then one line that unfolds the others. If nothing is held, all are shown. */
export const Coins = memo(function Coins({ items }: { items: readonly Asset[] }) {
  const { data } = useQuery(pricesQuery());
  const [unfolded, setUnfolded] = useState(false);
  const id = useId();
  const { held, others } = byHolding(items);
  const rows = (assets: readonly Asset[]) =>
    assets.map((asset) => (
      <CoinRow key={asset.coin} asset={asset} prices={data?.items.find(({ coin }) => coin === asset.coin)} />
    ));
  if (held.length === 0)
    return (
      <Card>
        <ul className={cx(LIST, '-my-2')}>{rows(others)}</ul>
      </Card>
    );
  return (
    <Card>
      <ul className={cx(LIST, '-mt-2')}>{rows(held)}</ul>
      {others.length > 0 && (
        <button
          type="button"
          aria-expanded={unfolded}
          aria-controls={id}
          onClick={() => setUnfolded(!unfolded)}
          className="-mb-2 flex min-h-11 w-full items-center justify-between border-t border-line pt-1 text-sm font-semibold"
        >
          <Plural value={others.length} one="# more coin" other="# more coins" />
          <Icon name="down" size={20} className={cx('text-muted', unfolded && 'rotate-180')} />
        </button>
      )}
      <ul id={id} hidden={!unfolded} className={cx(LIST, 'mt-2 -mb-2')}>
        {unfolded && rows(others)}
      </ul>
    </Card>
  );
});
