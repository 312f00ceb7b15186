// One coin: what is held of it, its price over time, its actions, its terms, and its latest activity.
import type { ReactNode } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useAway, useWaiting } from '#api/away.ts';
import { cached } from '#api/queries.ts';
import { HeroHead } from '#actions/hero-head.tsx';
import { openText, SHOWN_DECIMALS } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { go, useParam } from '#lib/navigate.ts';
import { signedInAtom } from '#lib/session.ts';
import { timeText } from '#lib/time.ts';
import { approximately, shownText } from '#ui/amount-shown.ts';
import { AsOf } from '#ui/as-of.tsx';
import { Card, Fact, Facts } from '#ui/card.tsx';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { Address } from '#ui/copy.tsx';
import { Absent } from '#ui/failed-view.tsx';
import { HeroAmount } from '#ui/hero-figure.tsx';
import { Body, Hero } from '#ui/hero.tsx';
import { useNow } from '#ui/now.ts';
import { PageLoading } from '#ui/page-loading.tsx';
import { EmptyState, Skeleton } from '#ui/views.tsx';
import { Actions } from './actions.tsx';
import { assetsQuery, fundQuery, movementsQuery } from './assets.queries.ts';
import { actionsOf, type Asset, type AssetList, heldOf, priceText, stakedValue } from './assets.rules.ts';
import { FundToday } from './coins.tsx';
import { PriceChart } from './history-charts.tsx';
import { useMoney } from './money.ts';
import { Movements } from './movements.tsx';

export function Page() {
  const { t } = useLingui();
  const symbol = useParam('coin') ?? '';
  const list = useQuery(assetsQuery());
  const away = useAway(list);
  const signedIn = useAtomValue(signedInAtom);
  const movements = useQuery({ ...movementsQuery(symbol), enabled: signedIn });
  const waiting = useWaiting(list, useQuery({ ...fundQuery(), enabled: symbol === BRAND.symbol }), movements);
  if (waiting || (!list.data && !list.isError)) return <Loading />;
  const asset = list.data?.items.find(({ coin }) => coin === symbol);
  if (list.data && asset) return <Coin key={symbol} list={list.data} asset={asset} away={away} />;
  return (
    <>
      <Hero className="min-h-44" />
      <Body>
        {list.error && !list.data ? (
          <>
            <Absent of={list} />
            {movements.data && <Latest coin={symbol} />}
          </>
        ) : (
          <Card>
            <EmptyState
              icon="search"
              title={t`No coin matches`}
              action={{
                label: t`All coins`,
                onClick: () => void go('/pages/asset/index', { replace: true }),
              }}
            />
          </Card>
        )}
      </Body>
    </>
  );
}

const Loading = () => (
  <PageLoading hero="min-h-60" lines={[10, 6]}>
    <Skeleton dark className="mt-3 h-4 w-24" />
    <Skeleton dark className="mt-4 h-9 w-52" />
  </PageLoading>
);

const Latest = ({ coin }: { coin: string }) => (
  <Card title={<Trans>Latest activity</Trans>}>
    <Movements coin={coin} />
  </Card>
);

interface CoinProps {
  list: AssetList;
  asset: Asset;
  away: boolean;
}

function Coin({ list, asset, away }: CoinProps) {
  const { i18n } = useLingui();
  const signedIn = useAtomValue(signedInAtom);
  const money = useMoney(away);
  const { coin, name, valueUsdt } = asset;
  const isToken = coin === BRAND.symbol;
  const staking = useQuery({ ...cached('GET /api/stake/index'), enabled: isToken });
  const actions = actionsOf(asset, { exchange: list.exchangeOpen, staking: staking.data?.open ?? true });
  return (
    <>
      <Hero>
        <HeroHead>
          <span className="flex flex-wrap items-center gap-x-2.5 text-base font-semibold text-white">
            <CoinIcon coin={coin} size={32} />
            {coin}
            {name !== coin && <span className="font-normal text-mist">{name}</span>}
          </span>
        </HeroHead>
        <HeroAmount value={heldOf(asset)} unit={coin} />
        <p className="figures m-0 mt-1 min-h-5 text-sm text-mist">
          {valueUsdt !== null && approximately(`${shownText(valueUsdt, i18n.locale, { max: 2 })} USDT`)}
        </p>
        <div className="-mx-2 mt-3 max-w-110 min-[720px]:-ml-6">
          {actions.length > 0 ? (
            <Actions actions={actions} onAct={(action) => money(action, coin)} />
          ) : (
            <p className="m-0 px-2 text-sm text-mist">
              <Trans>You can't deposit, withdraw or swap this coin right now.</Trans>
            </p>
          )}
        </div>
      </Hero>
      <Body columns>
        <Card title={<Trans>Price</Trans>}>
          <Price asset={asset} asOf={list.asOf} />
        </Card>
        <div className="grid gap-3">
          {away && <AsOf asOf={list.asOf} />}
          <Card title={<Trans>Details</Trans>}>
            <CoinFacts asset={asset} />
          </Card>
          {signedIn && <Latest coin={coin} />}
        </div>
      </Body>
    </>
  );
}

/** Only a price that moves has a chart. */
function Price({ asset, asOf }: { asset: Asset; asOf: string }) {
  const { i18n } = useLingui();
  const { coin, price } = asset;
  if (!asset.fixedPrice) return <PriceChart asset={asset} asOf={asOf} />;
  return (
    <>
      <p className="figures m-0 text-lg font-semibold">
        {price !== null && priceText(price, i18n.locale)} USDT
      </p>
      <p className="m-0 mt-1 text-sm text-muted">
        <Trans>This price is fixed in the app.</Trans>
      </p>
      {coin === BRAND.symbol && <FundToday price={price} className="mt-1" />}
    </>
  );
}

function CoinFacts({ asset }: { asset: Asset }) {
  const { i18n } = useLingui();
  const now = useNow(15_000);
  const { coin, priceAt, contract } = asset;
  const own = (amount: string, max = SHOWN_DECIMALS) => shownText(amount, i18n.locale, { max });
  const amount = (value: string): ReactNode => `${openText(value, i18n.locale, { max: Infinity })} ${coin}`;
  const inUsdt = stakedValue(asset);
  return (
    <Facts>
      {asset.staked !== '0' && (
        <>
          <Fact label={<Trans>Available</Trans>}>
            {own(asset.balance)} {coin}
          </Fact>
          <Fact label={<Trans>Staked</Trans>}>
            {own(asset.staked)} {coin}
            {inUsdt !== null && (
              <span className="block text-sm font-normal text-muted">
                {approximately(`${own(inUsdt, 4)} USDT`)}
              </span>
            )}
          </Fact>
        </>
      )}
      {priceAt !== null && (
        <Fact label={<Trans>Price from</Trans>}>{timeText(priceAt, i18n.locale, now)}</Fact>
      )}
      {asset.withdrawable && (
        <>
          <Fact label={<Trans>Smallest withdrawal</Trans>}>{amount(asset.minWithdraw)}</Fact>
          <Fact label={<Trans>Withdrawal fee</Trans>}>{amount(asset.withdrawFee)}</Fact>
        </>
      )}
      {contract !== null && (
        <Fact label={<Trans>Contract</Trans>}>
          <Address address={contract} className="-my-3 -mr-3" />
        </Fact>
      )}
    </Facts>
  );
}
