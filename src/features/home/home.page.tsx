// Home, as small as possible: what this is and the button to connect. Everything that asks the server is loaded later.
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { type FunctionComponent, lazy, type ReactNode, Suspense } from 'react';
import { amountText, fittingDecimals } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { areAmountsHidden, HIDDEN } from '#lib/hide-amounts.ts';
import { inviteCodeAtom } from '#lib/invite-code.ts';
import { openPopup } from '#lib/popups.ts';
import { signedInAtom, walletAtom } from '#lib/session.ts';
import { AnimatedNumber } from '#ui/animated-number.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { Body, Hero } from '#ui/hero.tsx';
import { PageLink } from '#ui/page-link.tsx';
import { ErrorView, Skeleton, SkeletonCard } from '#ui/views.tsx';

/** Replaces a part of the page that could not be loaded: it says so, and a tap reloads the whole page. */
const Unloaded = () => (
  <ErrorView
    message={<Trans>Couldn't load this part. Nothing changed.</Trans>}
    onRetry={() => location.reload()}
  />
);

type View = () => ReactNode;
const nothing: View = () => null;

/** One of the parts that ask the server. */
const live = <Parts,>(load: () => Promise<Parts>, pick: (parts: Parts) => View, otherwise = nothing) =>
  lazy(() =>
    load()
      .then(pick, () => otherwise)
      .then((Part) => ({ default: Part })),
  );
const guests = () => import('./home-live.tsx');
const members = () => import('./home-own.tsx');

const Sample = live(guests, ({ Sample: Part }) => Part);
const Guest = live(guests, ({ LiveGuest }) => LiveGuest);
const Mine = live(members, ({ LiveHero }) => LiveHero);
const Member = live(members, ({ LiveMember }) => LiveMember, Unloaded);
const Invited = lazy<FunctionComponent<{ code: string }>>(() =>
  import('./invited.tsx').then(
    (part) => ({ default: part.Invited }),
    () => ({ default: nothing }),
  ),
);

function Pitch({ code }: { code: string | null }) {
  return (
    <>
      <div className="pt-5 min-[720px]:max-w-110">
        <p className="m-0 text-2xl leading-hero font-bold text-balance">
          <Trans>Start once a day. Claim a day later.</Trans>
        </p>
        <p className="m-0 mt-3 max-w-[62%] text-sm text-pretty text-mist min-[720px]:max-w-none">
          <Trans>A daily reward programme, not proof-of-work mining.</Trans>
        </p>
      </div>
      {code !== null && (
        <Suspense fallback={<div className="mt-5 min-h-48" />}>
          <Invited code={code} />
        </Suspense>
      )}
    </>
  );
}

/** Number of characters that fit beside the miner in the narrowest window, in the large and the middle size. */
const LARGE_FITS = 8;
const MIDDLE_FITS = 12;
/** From ten thousand up, the large digits take the space of the small decimals. */
const DIGITS = 8;

function Balance() {
  const { i18n } = useLingui();
  const { balance, coinList } = useAtomValue(walletAtom);
  const max = Math.min(4, fittingDecimals(balance, DIGITS));
  const { length } = areAmountsHidden() ? HIDDEN : amountText(balance, i18n.locale, { max });
  return (
    <PageLink
      to="/pages/asset/index"
      // Large text leaves no room beside it for what hides amounts.
      className="col-start-1 row-start-1 text-white no-underline @max-[14rem]:pt-9"
    >
      <span className="block text-sm text-mist">
        <Trans>Your {BRAND.symbol}</Trans>
      </span>
      <span
        className={cx(
          'mt-1.5 block leading-10 font-bold whitespace-nowrap min-[720px]:text-4xl',
          length <= LARGE_FITS ? 'text-4xl' : length <= MIDDLE_FITS ? 'text-2xl' : 'text-lg',
        )}
      >
        {coinList[0] ? <AnimatedNumber value={balance} max={max} /> : '–'}
      </span>
    </PageLink>
  );
}

/** The balance, and beside it the miner, whose place is kept. */
const Own = () => (
  <div className="@container">
    <div className="grid grid-cols-[minmax(0,1fr)_auto] grid-rows-[auto_1fr] gap-x-3">
      <Balance />
      <Suspense fallback={null}>
        <Mine />
      </Suspense>
    </div>
  </div>
);

function Connect() {
  return (
    <Card tone="amber">
      <Suspense fallback={<Skeleton className="h-43.5" />}>
        <Sample />
      </Suspense>
      <Button wide icon="wallet" className="mt-4" onClick={() => openPopup('connect', {})}>
        <Trans>Connect wallet</Trans>
      </Button>
    </Card>
  );
}

export function Page() {
  const signedIn = useAtomValue(signedInAtom);
  const code = useAtomValue(inviteCodeAtom);
  return (
    <>
      <Hero lamp={!signedIn && code === null} className="min-h-85">
        {signedIn ? <Own /> : <Pitch code={code} />}
      </Hero>
      <Body columns={3}>
        {!signedIn && <Connect />}
        <Suspense key={String(signedIn)} fallback={<SkeletonCard lines={6} />}>
          {signedIn ? <Member /> : <Guest />}
        </Suspense>
      </Body>
    </>
  );
}
