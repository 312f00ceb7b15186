// Asset center: total value, money actions, pending transfers, every coin, and the latest records.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { signedInAtom, walletAtom } from '#lib/session.ts';
import { shownText } from '#ui/amount-shown.ts';
import { Card, Fact, Facts, Tag } from '#ui/card.tsx';
import { Body, Hero } from '#ui/hero.tsx';
import { Icon } from '#ui/icon.tsx';
import { PageLink } from '#ui/page-link.tsx';
import { PageLoading } from '#ui/page-loading.tsx';
import { Skeleton } from '#ui/views.tsx';
import { AsOf } from '#ui/as-of.tsx';
import { Absent } from '#ui/failed-view.tsx';
import { AskToConnect } from '#ui/ask-to-connect.tsx';
import { useAway, useWaiting } from '#api/away.ts';
import { HeroHead } from '#actions/hero-head.tsx';
import { timeWithin } from '#lib/time.ts';
import { HeroAmount } from '#ui/hero-figure.tsx';
import { useNow } from '#ui/now.ts';
import { Missing } from '#ui/try-again.tsx';
import { amountText, shortAddress } from '#lib/amounts.ts';
import { IconButton } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { Actions } from './actions.tsx';
import { assetsQuery, fundQuery, movementsQuery } from './assets.queries.ts';
import { type AssetList, isOld, type MoneyAction, totalOf } from './assets.rules.ts';
import { Coins } from './coins.tsx';
import { recallDeposits } from './deposit/deposits.ts';
import { OpenDeposits } from './deposit/open-deposits.tsx';
import { addressOf, receivedOf } from './history/history.rules.ts';
import { useMoney } from './money.ts';
import { Movements } from './movements.tsx';
import { withdrawalsQuery } from './withdraw/withdraw.queries.ts';
import { type FundRecord, STATE_NAMES, STATE_TONES } from './record-words.ts';
import { TxLink } from './tx-link.tsx';
import { WorthChart } from './history-charts.tsx';
import { StateSentence } from './withdraw/withdraw-state.tsx';
import { isOpen } from './withdraw/withdraw.rules.ts';
import { putAway, useWithdrawals } from './withdraw/withdrawals.ts';

/** Cards for pending withdrawals, and for those that finished during this visit. */
function OpenWithdrawals() {
  const records = useWithdrawals();
  const asked = useQuery(withdrawalsQuery());
  const { data } = useQuery(assetsQuery());
  if (records ? records.length === 0 : !asked.isError) return null;
  return (
    <Card title={<Trans>Withdrawals</Trans>}>
      {records ? (
        <ul className="m-0 grid list-none divide-y divide-line p-0">
          {records.map((record) => (
            <Row key={record.entry} record={record} explorerUrl={data?.explorerUrl ?? null} />
          ))}
        </ul>
      ) : (
        <Missing of={asked} />
      )}
    </Card>
  );
}

function Row({ record, explorerUrl }: { record: FundRecord; explorerUrl: string | null }) {
  const { t, i18n } = useLingui();
  const { coin, state, address, txHash } = record;
  const receiver = address && shortAddress(address);
  // What the recipient named beside it gets.
  const amount = amountText(receivedOf(record) ?? record.amount.replace('-', ''), i18n.locale);
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1.5 py-3 first:pt-0 last:pb-0">
      <CoinIcon coin={coin} size={40} />
      <div className="flex min-w-0 flex-wrap items-start justify-between gap-2">
        <p className="m-0 min-w-0 leading-tight">
          <span className="figures block font-semibold wrap-anywhere">
            {amount} {coin}
          </span>
          {address !== null && (
            <span className="figures text-sm text-muted" title={address}>
              <Trans>to {receiver}</Trans>
            </span>
          )}
        </p>
        <span className="flex shrink-0 items-center">
          <Tag tone={STATE_TONES[state]}>{i18n._(STATE_NAMES[state])}</Tag>
          {!isOpen(record) && (
            <IconButton
              icon="close"
              label={t`Dismiss`}
              onClick={() => putAway(record.entry)}
              className="-my-2.5 -mr-2.5 text-muted"
            />
          )}
        </span>
      </div>
      <div className="col-start-2">
        <StateSentence record={record} />
        {txHash !== null && (
          <p className="m-0 flex min-h-11 flex-wrap items-center gap-x-2 text-sm text-muted">
            <Trans>Transaction</Trans> <TxLink hash={txHash} explorerUrl={explorerUrl} />
          </p>
        )}
      </div>
    </li>
  );
}

interface TotalProps {
  list: AssetList;
  /** There is no connection; the page says so below. */
  away: boolean;
}

/** The hero of the asset page: total value in USDT, the eye button that hides amounts, and the refresh button. */
function Total({ list, away }: TotalProps) {
  const { i18n } = useLingui();
  const signedIn = useAtomValue(signedInAtom);
  const now = useNow(15_000);
  const { usdt, unpriced } = totalOf(list.items);
  const time = timeWithin(list.asOf, i18n.locale, now);
  return (
    <>
      <HeroHead>
        <Trans>Total value</Trans>
      </HeroHead>
      <HeroAmount value={usdt} unit="USDT" max={4} />
      <p className="m-0 mt-1 min-h-5 text-sm text-mist">
        {!away && isOld(list.asOf, now) && <Trans>As of {time}.</Trans>}{' '}
        {unpriced > 0 && (
          <Plural
            value={unpriced}
            one="Excludes # coin with no current price."
            other="Excludes # coins with no current price."
          />
        )}
      </p>
      {signedIn && <WorthChart usdt={usdt} asOf={list.asOf} />}
    </>
  );
}

export function Page() {
  const list = useQuery(assetsQuery());
  const away = useAway(list);
  const signedIn = useAtomValue(signedInAtom);
  // Pending transfers are shown above the coins, the fund's line among the coins, and the latest records above what
  // follows: the page waits for all of them, so that nothing moves.
  const waiting = useWaiting(
    list,
    useQuery(fundQuery()),
    useQuery({ ...movementsQuery(), enabled: signedIn }),
    useQuery({ ...withdrawalsQuery(), enabled: signedIn }),
  );
  useEffect(() => {
    if (signedIn) void recallDeposits();
  }, [signedIn]);
  return waiting || list.isPending ? <Loading /> : <Assets away={away} />;
}

/** The coin list stored in this tab, for when there is not even a cached answer. */
function LastCoins() {
  const { i18n } = useLingui();
  const { coinList } = useAtomValue(walletAtom);
  if (coinList.length === 0) return null;
  return (
    <Card title={<Trans>Last known balances</Trans>}>
      <Facts>
        {coinList.map(({ coin, balance }) => (
          <Fact key={coin} label={coin}>
            {shownText(balance, i18n.locale)}
          </Fact>
        ))}
      </Facts>
    </Card>
  );
}

const Loading = () => (
  <PageLoading hero="min-h-68" lines={[10]}>
    <Skeleton dark className="mt-3 h-4 w-24" />
    <Skeleton dark className="mt-4 h-9 w-52" />
    <div className="mt-10 flex justify-around">
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} dark className="size-12 rounded-full" />
      ))}
    </div>
  </PageLoading>
);

const Guest = () => (
  <AskToConnect>
    <Trans>Connect your wallet to see your balances.</Trans>
  </AskToConnect>
);

function Assets({ away }: { away: boolean }) {
  const { t } = useLingui();
  const asked = useQuery(assetsQuery());
  const { data: list } = asked;
  const signedIn = useAtomValue(signedInAtom);
  const money = useMoney(away);
  const actions: MoneyAction[] = list ? ['deposit', 'withdraw'] : [];
  if (list?.exchangeOpen) actions.push('exchange');
  return (
    <>
      <Hero>
        {list && <Total list={list} away={away} />}
        <div className="-mx-2 mt-2 max-w-110 min-[720px]:-ml-6">
          <Actions
            actions={actions}
            onAct={money}
            link={{ to: addressOf({}), icon: 'history', label: t`Fund History` }}
          />
        </div>
      </Hero>
      <Body>
        <div className="grid gap-3 min-[720px]:grid-cols-[minmax(0,1fr)_minmax(0,22rem)] min-[720px]:grid-rows-[auto_1fr] min-[720px]:items-start">
          <div
            className={cx(
              'grid gap-3 empty:hidden',
              list && 'min-[720px]:col-start-2 min-[720px]:row-start-1',
            )}
          >
            {!list && (
              <>
                <Absent of={asked} />
                <LastCoins />
              </>
            )}
            {away && list && (
              <AsOf
                asOf={list.asOf}
                away={<Trans>Deposits, withdrawals and swaps need a connection.</Trans>}
              />
            )}
            {signedIn ? (
              <>
                <OpenDeposits />
                <OpenWithdrawals />
              </>
            ) : (
              <Guest />
            )}
          </div>
          {list && (
            <div className="min-[720px]:col-start-1 min-[720px]:row-span-2 min-[720px]:row-start-1">
              <Coins items={list.items} />
            </div>
          )}
          {signedIn && (
            <div className="grid gap-3 min-[720px]:col-start-2">
              <Card title={<Trans>Latest activity</Trans>}>
                <Movements />
              </Card>
              <PageLink
                to="/pages/airdrop/index"
                className="flex min-h-14 items-center gap-3 rounded-card bg-white px-4 text-base font-medium text-ink no-underline shadow-card transition-colors hover:bg-wash active:bg-wash"
              >
                <Icon name="gift" size={22} className="text-muted" />
                <span className="grow">
                  <Trans>Airdrop and coupons</Trans>
                </span>
                <Icon name="next" size={18} className="text-muted" />
              </PageLink>
            </div>
          )}
        </div>
      </Body>
    </>
  );
}
