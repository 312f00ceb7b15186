// Airdrop: what that means here, redeeming a coupon code, and everything the account has been given.
import { useNextPage } from '#api/next-page.ts';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  type InfiniteData,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  useQuery,
} from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { useAway, useWaiting } from '#api/away.ts';
import { DEMO_COUPON } from '#rules/figures.ts';
import { signedInAtom } from '#lib/session.ts';
import { AsOf } from '#ui/as-of.tsx';
import { AskToConnect } from '#ui/ask-to-connect.tsx';
import { Body, Hero } from '#ui/hero.tsx';
import { EmptyState, SkeletonCard } from '#ui/views.tsx';
import { cached, cachedPages } from '#api/queries.ts';
import { BRAND } from '#lib/brand.ts';
import { Card } from '#ui/card.tsx';
import { Fold } from '#ui/fold.tsx';
import { Icon } from '#ui/icon.tsx';
import { timeText } from '#lib/time.ts';
import { Absent } from '#ui/failed-view.tsx';
import { More } from '#ui/more.tsx';
import { useNow } from '#ui/now.ts';
import { RedeemCard } from './redeem-card.tsx';
import { exactText, type Grant } from './airdrop.rules.ts';

interface GrantsProps {
  grants: UseInfiniteQueryResult<InfiniteData<{ items: Grant[] }, string | null>>;
}

/** Everything the account has been given, newest first; its welcome hashrate is at the very end. */
function Grants({ grants }: GrantsProps) {
  const { t } = useLingui();
  const now = useNow(30_000);
  const next = useNextPage(grants);
  const rows = grants.data?.pages.flatMap(({ items }) => items);
  if (!rows) return <Absent of={grants} />;
  const none = rows.every(({ kind }) => kind === 'welcome');
  return (
    <Card title={<Trans>Your gifts</Trans>}>
      {rows.length === 0 ? (
        <EmptyState icon="gift" title={t`Nothing yet`}>
          <Trans>Coupons you redeem show up here.</Trans>
        </EmptyState>
      ) : (
        <ul className="m-0 -my-1 list-none divide-y divide-line p-0">
          {rows.map((grant) => (
            <Row key={grant.id} grant={grant} now={now} />
          ))}
        </ul>
      )}
      {none && rows.length > 0 && (
        <p className="m-0 mt-3 text-sm text-pretty text-muted">
          <Trans>Coupons you redeem show up here.</Trans>
        </p>
      )}
      {grants.hasNextPage && (
        <div className="mt-3">
          <More failed={next.failed} busy={next.busy} onMore={next.ask}>
            <Trans>Show older</Trans>
          </More>
        </div>
      )}
    </Card>
  );
}

function Row({ grant, now }: { grant: Grant; now: number }) {
  const { i18n } = useLingui();
  const { kind, code, time, coin, amount, hashrate } = grant;
  return (
    <li className="flex min-h-16 items-center gap-3 py-2">
      <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-wash">
        <Icon name={kind === 'welcome' ? 'miner' : 'gift'} size={20} />
      </span>
      <span className="min-w-0 grow leading-tight">
        <span className="block font-semibold break-words">{code ?? <Trans>Welcome gift</Trans>}</span>
        <time dateTime={time} className="figures block text-xs text-muted">
          {timeText(time, i18n.locale, now)}
        </time>
      </span>
      <span className="max-w-1/2 shrink-0 text-right leading-tight">
        {amount !== null && <Given amount={amount}>{coin}</Given>}
        {hashrate !== null && (
          <Given amount={hashrate}>
            <Trans>Hashrate</Trans>
          </Given>
        )}
      </span>
    </li>
  );
}

/** The amount, and below it what it was given for. */
function Given({ amount, children }: { amount: string; children: ReactNode }) {
  const { i18n } = useLingui();
  return (
    <>
      <span className="figures block font-semibold wrap-anywhere text-malachite">
        {exactText(amount, i18n.locale, true)}
      </span>
      <span className="block text-xs text-muted">{children}</span>
    </>
  );
}

const { symbol } = BRAND;

/** What an airdrop is here and what it never asks for, since the word is a common lure elsewhere. */
function About() {
  return (
    <Card className="py-2.5!">
      <Fold title={<Trans>How it works</Trans>}>
        <ul className="m-0 grid list-disc gap-2 pb-2 pl-5 text-sm text-pretty">
          <li>
            <Trans>
              You start with gifted hashrate. A coupon code adds more; each works once per account.
            </Trans>
          </li>
          <li>
            <Trans>Gifted hashrate mines but can't be sold. Gifted coins are yours.</Trans>
          </li>
          <li>
            <Trans>Gifted {symbol} is newly issued. Other coins come from the reserve.</Trans>
          </li>
        </ul>
      </Fold>
      <p className="m-0 flex gap-3 border-t border-line pt-3 pb-1.5 text-sm text-pretty">
        <Icon name="warn" size={20} className="shrink-0 text-muted" />
        <Trans>We never ask for coins, approvals or your recovery phrase. Anyone who does isn't us.</Trans>
      </p>
    </Card>
  );
}

// What the account has been given, as server state; its first page is cached for offline use.

const grantsQuery = () => cachedPages('GET /api/assets/grants', { limit: '20' });

export function Page() {
  return useAtomValue(signedInAtom) ? <Member /> : <Guest />;
}

function AirdropHero() {
  return (
    <Hero>
      <p className="m-0 mt-2 max-w-130 text-lg leading-snug font-semibold text-balance">
        <Trans>Free hashrate and coins.</Trans>
      </p>
      <p className="m-0 mt-2 mb-2 max-w-130 text-sm text-pretty text-mist">
        <Trans>Nothing to pay, approve or sign.</Trans>
      </p>
    </Hero>
  );
}

function Member() {
  const grants = useInfiniteQuery(grantsQuery());
  const away = useAway(grants);
  const index = useQuery(cached('GET /api/index'));
  // The form, which may show a sample coupon, and everything below it wait for these queries, so that nothing moves
  // under the user's finger.
  const waiting = useWaiting(index, grants);
  const tried = grants.data?.pages.some(({ items }) => items.some(({ code }) => code === DEMO_COUPON.code));
  const asOf = away ? grants.data?.pages[0]?.asOf : undefined;
  return (
    <>
      <AirdropHero />
      <Body>
        <div className="grid gap-3 min-[720px]:grid-cols-2 min-[720px]:grid-rows-[auto_1fr] min-[720px]:items-start">
          <div className="grid gap-3">
            {asOf !== undefined && <AsOf asOf={asOf} away={<Trans>Redeeming needs a connection.</Trans>} />}
            {waiting ? (
              <SkeletonCard lines={9} />
            ) : (
              <RedeemCard sample={index.data?.demo === true && !tried} />
            )}
          </div>
          <div
            // A new element once it is known, so that it does not count as moved.
            key={String(waiting)}
            className="min-[720px]:col-start-2 min-[720px]:row-span-2 min-[720px]:row-start-1"
          >
            {waiting ? <SkeletonCard lines={6} /> : <Grants grants={grants} />}
          </div>
          {waiting ? <SkeletonCard lines={12} /> : <About />}
        </div>
      </Body>
    </>
  );
}

function Guest() {
  return (
    <>
      <AirdropHero />
      <Body columns>
        <AskToConnect>
          <Trans>Connect your wallet to redeem a coupon.</Trans>
        </AskToConnect>
        <About />
      </Body>
    </>
  );
}
