// Home, as small as possible: what this is and the button to connect. Everything that asks the server is loaded later.
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { type FunctionComponent, lazy, type ReactNode, Suspense } from 'react';
import { BRAND } from '#lib/brand.ts';
import { areAmountsHidden, HIDDEN } from '#lib/hide-amounts.ts';
import { inviteCodeAtom } from '#lib/invite-code.ts';
import { openPopup } from '#lib/popups.ts';
import { signedInAtom, walletAtom } from '#lib/session.ts';
import { AnimatedNumber } from '#ui/animated-number.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Body, Hero } from '#ui/hero.tsx';
import { ErrorView, Skeleton, SkeletonCard } from '#ui/views.tsx';

/** Replaces a part of the page that could not be loaded: it says so, and a tap reloads the whole page. */
function Unloaded() {
  const { t } = useLingui();
  return (
    <ErrorView
      message={t`This part could not be loaded. Nothing was changed.`}
      onRetry={() => location.reload()}
    />
  );
}

const load = () => import('./home-live.tsx');
const unloaded = () => ({ default: Unloaded });
const nothing = (): ReactNode => null;
const Figures = lazy(() => load().then(({ LiveFigures }) => ({ default: LiveFigures }), unloaded));
const Guest = lazy<() => ReactNode>(() =>
  load().then(
    ({ LiveGuest }) => ({ default: LiveGuest }),
    () => ({ default: nothing }),
  ),
);
const Invited = lazy<FunctionComponent<{ code: string }>>(() =>
  import('./invited.tsx').then(
    ({ Invited }) => ({ default: Invited }),
    () => ({ default: nothing }),
  ),
);
const Member = lazy(() => load().then(({ LiveMember }) => ({ default: LiveMember }), unloaded));

function Pitch({ code }: { code: string | null }) {
  return (
    <>
      <div className="max-w-[62%] pt-5 min-[720px]:max-w-110">
        <p className="m-0 text-[26px] leading-hero font-bold text-balance">
          <Trans>Start once a day. Claim a day later.</Trans>
        </p>
        <p className="m-0 mt-3 text-sm text-pretty text-mist">
          <Trans>A daily reward programme. “Mining” here computes no proof of work.</Trans>
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

/** On one line, however long: three of four characters are digits, at most 0.7 of their height wide. */
function Balance() {
  const { balance } = useAtomValue(walletAtom);
  const wide = 4 * `${areAmountsHidden() ? HIDDEN : balance}.`.indexOf('.') + 15;
  return (
    <div className="pt-8">
      <p className="m-0 text-sm text-mist">
        <Trans>Your {BRAND.symbol}</Trans>
      </p>
      <p
        className="m-0 mt-1.5 leading-10 font-bold whitespace-nowrap"
        style={{ fontSize: `min(40px, ${435 / wide}vw)` }}
      >
        <AnimatedNumber value={balance} max={4} live />
      </p>
    </div>
  );
}

function Connect() {
  return (
    <Card tone="amber">
      <Suspense fallback={<Skeleton className="h-[45px]" />}>
        <Figures />
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
      <Hero lamp={signedIn || code === null} className="min-h-85">
        {signedIn ? <Balance /> : <Pitch code={code} />}
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
