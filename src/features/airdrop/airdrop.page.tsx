// Airdrop: what that means here, a coupon's code to redeem, and everything that the account was given.
import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useAway, useWaiting } from '#api/away.ts';
import { DEMO_COUPON } from '#rules/figures.ts';
import { signedInAtom } from '#lib/session.ts';
import { AsOf } from '#ui/as-of.tsx';
import { AskToConnect } from '#ui/ask-to-connect.tsx';
import { Body, Hero } from '#ui/hero.tsx';
import { SkeletonCard } from '#ui/views.tsx';
import { About } from './about.tsx';
import { grantsQuery, indexQuery } from './airdrop.queries.ts';
import { Grants } from './grants.tsx';
import { RedeemCard } from './redeem-card.tsx';

export function Page() {
  return useAtomValue(signedInAtom) ? <Member /> : <Guest />;
}

function AirdropHero() {
  return (
    <Hero>
      <p className="m-0 mt-2 max-w-130 text-lg leading-snug font-semibold text-balance">
        <Trans>Hashrate and coins that are given to you.</Trans>
      </p>
      <p className="m-0 mt-2 mb-2 max-w-130 text-sm text-pretty text-mist">
        <Trans>There is nothing to pay, no wallet to approve and nothing to sign.</Trans>
      </p>
    </Hero>
  );
}

function Member() {
  const grants = useInfiniteQuery(grantsQuery());
  const away = useAway(grants);
  const index = useQuery(indexQuery());
  // Whether the form names a coupon to try is waited for, and so is what stands below it: nothing moves below a hand.
  const waiting = useWaiting(index, grants);
  const tried = grants.data?.pages.some(({ items }) => items.some(({ code }) => code === DEMO_COUPON.code));
  const asOf = away ? grants.data?.pages[0]?.asOf : undefined;
  return (
    <>
      <AirdropHero />
      <Body>
        <div className="grid gap-3 min-[720px]:grid-cols-2 min-[720px]:grid-rows-[auto_1fr] min-[720px]:items-start">
          <div className="grid gap-3">
            {asOf !== undefined && (
              <AsOf asOf={asOf}>
                <Trans>Redeeming needs a connection and is never kept for later.</Trans>
              </AsOf>
            )}
            {waiting ? (
              <SkeletonCard lines={9} />
            ) : (
              <RedeemCard away={away} sample={index.data?.demo === true && !tried} />
            )}
          </div>
          <div
            // Another element once it is known: it has not moved.
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
          <Trans>You can redeem a coupon and see what you were given once your wallet is connected.</Trans>
        </AskToConnect>
        <About />
      </Body>
    </>
  );
}
