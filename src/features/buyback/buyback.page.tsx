// Token repurchase: what the fund holds, selling ADIT or hashrate to it, where the repurchased ADIT goes, and
// everything it has bought.
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useAway, useWaiting } from '#api/away.ts';
import { cached } from '#api/queries.ts';
import { HeroHead } from '#actions/hero-head.tsx';
import { useOnline } from '#lib/online.ts';
import { signedInAtom } from '#lib/session.ts';
import { AsOf } from '#ui/as-of.tsx';
import { AskToConnect } from '#ui/ask-to-connect.tsx';
import { Absent } from '#ui/failed-view.tsx';
import { Body, Hero } from '#ui/hero.tsx';
import { PageLoading } from '#ui/page-loading.tsx';
import { Skeleton } from '#ui/views.tsx';
import { FigureWaits } from '#ui/figure-place.tsx';
import { HeroFigure } from '#ui/hero-figure.tsx';
import { Card, Fact, Facts } from '#ui/card.tsx';
import { Fold } from '#ui/fold.tsx';
import { Notice } from '#ui/notice.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { amountText, openText, SHOWN_DECIMALS } from '#lib/amounts.ts';
import { percentText } from '#lib/percent.ts';
import { openPopup } from '#lib/popups.ts';
import { timeText } from '#lib/time.ts';
import { Button } from '#ui/button.tsx';
import { BRAND } from '#lib/brand.ts';
import { fittingDecimals } from '#rules/shown-amounts.ts';
import { openShown, shownText } from '#ui/amount-shown.ts';
import { Missing } from '#ui/try-again.tsx';
import { type Fund, historyQuery } from './buyback.queries.ts';
import { buyableAmount, isEmpty } from './buyback.rules.ts';
import { BUDGET_OF_ACCOUNT, DAILY_BUDGET } from '#rules/figures.ts';
import { History } from './history.tsx';
import { Split } from './split.tsx';

const { symbol } = BRAND;

/** The place of a figure. */
const FIGURE = 'inline-block h-4 w-16 align-middle';

/** Nothing can be sold without a connection; the page says so. */
function SwapCard({ fund }: { fund: Fund | undefined }) {
  const { i18n } = useLingui();
  const online = useOnline();
  const assets = useQuery(cached('GET /api/assets/list'));
  const open = assets.data?.exchangeOpen;
  const coin = assets.data?.items.find((item) => item.coin === symbol);
  const price = coin?.price ?? null;
  const most = fund && buyableAmount(fund.mine, price);
  const figure = (amount: string | null | undefined, write = openShown) => {
    if (typeof amount === 'string')
      return write(amount, i18n.locale, { max: Math.min(SHOWN_DECIMALS, fittingDecimals(amount, 9)) });
    return <FigureWaits failed={Boolean(assets.data) || assets.isError} className={FIGURE} />;
  };
  if (open === false)
    return (
      <Card title={<Trans>Instant swap</Trans>}>
        <Notice>
          <Trans>Swaps are switched off right now. Your {symbol} is safe.</Trans>
        </Notice>
      </Card>
    );
  return (
    <Card title={<Trans>Instant swap</Trans>}>
      <Missing of={assets} />
      <Facts>
        <Fact label={<Trans>Price of 1 {symbol}</Trans>}>{figure(price)} USDT</Fact>
        <Fact label={<Trans>You have</Trans>}>
          {figure(coin?.balance, shownText)} {symbol}
        </Fact>
        <Fact label={<Trans>Produced, not sold yet</Trans>}>
          {figure(fund?.mine?.produced, shownText)} {symbol}
        </Fact>
        <Fact label={<Trans>Fund can buy from you today</Trans>}>
          {figure(most, shownText)} {symbol}
        </Fact>
      </Facts>
      <Button
        wide
        className="mt-3"
        disabled={!online || !open}
        onClick={() => openPopup('exchange', { from: symbol, to: 'USDT' })}
      >
        <Trans>Swap {symbol} for USDT</Trans>
      </Button>
      <Fold className="mt-1 -mb-2" title={<Trans>How it works</Trans>}>
        <p className="m-0 pb-2 text-sm text-pretty text-muted">
          <Trans>
            The fund buys {symbol} you produced. The reserve swaps the rest at the same price. You see fee and
            result before you confirm.
          </Trans>
        </p>
      </Fold>
    </Card>
  );
}

/** Hashrate is bought back whatever the fund holds. */
function ResaleCard() {
  const { i18n } = useLingui();
  const online = useOnline();
  const hashrate = useQuery(cached('GET /api/mining/power'));
  const { data: ownHashrate } = hashrate;
  const figure = (amount: string | undefined, write = openText) =>
    amount === undefined ? (
      <FigureWaits failed={hashrate.isError} className={FIGURE} />
    ) : (
      write(amount, i18n.locale)
    );
  const none = ownHashrate?.purchased === '0';
  return (
    <Card title={<Trans>Hashrate resale</Trans>}>
      <p className="m-0 mb-1 text-sm text-pretty text-muted">
        {none ? (
          <Trans>You have no purchased hashrate. Gifted hashrate can't be sold.</Trans>
        ) : (
          <Trans>Sell purchased hashrate back any time, below its price.</Trans>
        )}
      </p>
      <Facts>
        <Fact label={<Trans>Purchased</Trans>}>{figure(ownHashrate?.purchased, amountText)}</Fact>
        <Fact label={<Trans>Price each</Trans>}>{figure(ownHashrate?.resalePrice)} USDT</Fact>
      </Facts>
      <Missing of={hashrate} />
      <Button
        wide
        look="secondary"
        className="mt-3"
        disabled={!online || ownHashrate === undefined || none}
        onClick={() => openPopup('hashrateSell', {})}
      >
        <Trans>Sell hashrate back</Trans>
      </Button>
    </Card>
  );
}

/** What the fund spends today: anybody can sell to it until the budget is used up. */
function BudgetCard({ fund }: { fund: Fund }) {
  const { i18n } = useLingui();
  const [part, share] = [DAILY_BUDGET, BUDGET_OF_ACCOUNT].map((one) => percentText(Number(one), i18n.locale));
  const usdt = (amount: string, write = openShown) => <>{write(amount, i18n.locale, { max: 4 })} USDT</>;
  return (
    <Card title={<Trans>Today's budget</Trans>}>
      <p className="m-0 mb-1 text-sm text-pretty text-muted">
        <Trans>
          {part} of the fund plus the day's income, at most {share} of it per account.
        </Trans>
      </p>
      <Facts>
        <Fact label={<Trans>Budget</Trans>}>{usdt(fund.budget)}</Fact>
        <Fact label={<Trans>Left</Trans>}>{usdt(fund.budgetLeft)}</Fact>
        {fund.mine && <Fact label={<Trans>Left for you</Trans>}>{usdt(fund.mine.left, shownText)}</Fact>}
        <Fact label={<Trans>Renews</Trans>}>{timeText(fund.renewsAt, i18n.locale)}</Fact>
      </Facts>
    </Card>
  );
}

/** Shown at the top while the fund is empty: what is not possible, and what is. */
function EmptyFund() {
  const staking = useQuery(cached('GET /api/index')).data?.features.staking === true;
  return (
    <Card>
      <Notice tone="amber" icon="clock">
        <strong className="block">
          <Trans>The fund is empty</Trans>
        </strong>
        <Trans>It buys again once somebody pays for a miner or hashrate. Your {symbol} is safe.</Trans>
      </Notice>
      {staking && (
        <LinkButton to="/pages/pledge/index" className="mt-3">
          <Trans>Stake {BRAND.symbol}</Trans>
        </LinkButton>
      )}
    </Card>
  );
}

/** The hero of the repurchase page: what the fund holds, and where that comes from. */
function FundHero({ fund }: { fund: Fund }) {
  return (
    <>
      <HeroHead own={false}>
        <Trans>Repurchase fund</Trans>
      </HeroHead>
      <HeroFigure value={fund.balance} unit="USDT" max={4} />
      <p className="m-0 mt-2 mb-2 max-w-130 text-sm text-pretty text-mist">
        <Trans>Funded by miner and hashrate sales. It can only pay what it holds.</Trans>
      </p>
    </>
  );
}

export function Page() {
  const history = useInfiniteQuery(historyQuery());
  const signedIn = useAtomValue(signedInAtom);
  // The page's layout depends on enabled features and holdings, so it waits for them.
  const waiting = useWaiting(
    history,
    useQuery(cached('GET /api/index')),
    useQuery({ ...cached('GET /api/assets/list'), enabled: signedIn }),
    useQuery({ ...cached('GET /api/mining/power'), enabled: signedIn }),
  );
  const newest = history.data?.pages[0];
  const fund = newest?.fund;
  const away = useAway(history);
  if (waiting || history.isPending) return <Loading />;
  return (
    <>
      {fund ? (
        <Hero>
          <FundHero fund={fund} />
        </Hero>
      ) : (
        <Hero className="min-h-44" />
      )}
      <Body columns>
        <div className="grid gap-3">
          {away && newest && <AsOf asOf={newest.asOf} away={<Trans>Selling needs a connection.</Trans>} />}
          {!fund && <Absent of={history} />}
          {fund && isEmpty(fund.balance) && <EmptyFund />}
          {signedIn ? (
            <>
              <SwapCard fund={fund} />
              <ResaleCard />
            </>
          ) : (
            <Guest />
          )}
        </div>
        {fund && (
          <div className="grid gap-3">
            <BudgetCard fund={fund} />
            <Split fund={fund} />
            <History history={history} />
          </div>
        )}
      </Body>
    </>
  );
}

const Guest = () => (
  <AskToConnect>
    <Trans>Connect your wallet to sell {symbol} or hashrate.</Trans>
  </AskToConnect>
);

const Loading = () => (
  <PageLoading hero="min-h-60" lines={[6, 6]}>
    <Skeleton dark className="mt-3 h-4 w-32" />
    <Skeleton dark className="mt-4 h-9 w-52" />
    <Skeleton dark className="mt-5 h-4 w-full max-w-110" />
  </PageLoading>
);
