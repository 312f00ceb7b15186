// Empty states: nothing yet, nothing found, no network, signed out, done, waiting, failed, loading.
import { useLingui } from '@lingui/react/macro';
import { tellServerAway, useOnline } from '#lib/online.ts';
import { toast } from '#lib/toast.ts';
import { AskToConnect } from '#ui/ask-to-connect.tsx';
import { Card } from '#ui/card.tsx';
import { Example } from '#ui/example.tsx';
import { Absent, FailedView } from '#ui/failed-view.tsx';
import { PageLoading } from '#ui/page-loading.tsx';
import { SeamArt } from '#ui/seam-art.tsx';
import { SwitchedOff } from '#ui/switched-off.tsx';
import { Switch } from '#ui/switch.tsx';
import { Missing, TryAgain } from '#ui/try-again.tsx';
import { InviteView } from '#ui/invite-view.tsx';
import { FigurePlace, FigureWaits } from '#ui/figure-place.tsx';
import { EmptyState, ErrorView, LoadingBar, Skeleton, SkeletonCard } from '#ui/views.tsx';
import { Piece } from './piece.tsx';

const again = () => toast('Again');
const GRID = 'grid gap-3 min-[720px]:grid-cols-3';

export function Page() {
  const { t } = useLingui();
  const online = useOnline();
  const scenes = [
    ['miner', t`Nothing yet`],
    ['search', t`No coin matches`],
    ['offline', t`You're offline`],
    ['wallet', t`Please log in`],
    ['check', t`Nothing waiting`],
    ['clock', t`This round is not drawn yet`],
  ] as const;
  return (
    <>
      <Piece of="EmptyState" note="Five icons and the warning have a scene; any other is the lamp in a seam.">
        <div className={GRID}>
          {scenes.map(([icon, title]) => (
            <Card key={icon}>
              <EmptyState icon={icon} title={title} action={{ label: t`Try again`, onClick: again }}>
                {t`Nothing was placed.`}
              </EmptyState>
            </Card>
          ))}
        </div>
      </Piece>
      <Piece of="SeamArt" note="The scenes larger, where lines that do not meet are seen." row>
        {(['gift', 'search', 'offline', 'wallet', 'check', 'clock', 'warn'] as const).map((icon) => (
          <span key={icon} className="h-40 w-72 overflow-hidden rounded-control bg-basalt">
            <SeamArt icon={icon} />
          </span>
        ))}
      </Piece>
      <Piece of="ErrorView">
        <ErrorView
          message={t`No connection. Nothing is lost; try again when you're back online.`}
          onRetry={again}
        />
      </Piece>
      <Piece of="FailedView" note="The switch takes the server away.">
        <Switch checked={!online} onChange={tellServerAway} label="Server away" />
        <FailedView message={t`Deposit failed`} onRetry={again} />
      </Piece>
      <Piece of="Absent">
        <Absent of={{ error: null, refetch: again }} lines={2} />
      </Piece>
      <Piece of="TryAgain">
        <Card title={t`Details`}>
          <TryAgain why={t`No connection`} onRetry={again} />
        </Card>
      </Piece>
      <Piece of="Missing">
        <Card title={t`Details`}>
          <Missing of={{ data: undefined, error: new Error(t`Nothing was placed.`), refetch: again }} />
        </Card>
      </Piece>
      <Piece of="Example">
        <Card>
          <Example />
        </Card>
      </Piece>
      <Piece of="AskToConnect">
        <AskToConnect>{t`Connect your wallet to see your activity.`}</AskToConnect>
      </Piece>
      <Piece of="InviteView">
        <Card>
          <InviteView
            code="AB12CD34"
            invite={{
              state: 'known',
              by: '0x12ab…cd34',
              hashrate: '1200',
              shares: { hashrate: [0.1, 0.05, 0.01], staking: [0.15, 0.1, 0.05], race: [0.01, 0.005, 0.003] },
            }}
            onDecline={again}
          />
        </Card>
        <Card>
          <InviteView code="AB12CD34" invite={{ state: 'unknown' }} onDecline={again} />
        </Card>
      </Piece>
      <Piece of="SwitchedOff">
        <SwitchedOff icon="guess" title={t`Guessing is switched off`}>
          {t`The whole amount is back in your balance.`}
        </SwitchedOff>
      </Piece>
      <Piece of="LoadingBar">
        <div className="h-1 [contain:paint]">
          <LoadingBar />
        </div>
      </Piece>
      <Piece of="Skeleton SkeletonCard">
        <Skeleton className="h-5 w-40" />
        <span className="block rounded-card bg-basalt p-4">
          <Skeleton dark className="h-8 w-44" />
        </span>
        <SkeletonCard />
      </Piece>
      <Piece of="FigurePlace">
        <p className="m-0 text-right">
          <FigurePlace like="1,234.5678 ADIT" />
        </p>
      </Piece>
      <Piece of="FigureWaits" note="Awaited, failed.">
        {[false, true].map((failed) => (
          <p key={String(failed)} className="m-0">
            <FigureWaits failed={failed} className="h-5 w-20" />
          </p>
        ))}
      </Piece>
      <Piece of="PageLoading">
        <PageLoading hero="min-h-44" lines={[2, 4]}>
          <Skeleton dark className="h-8 w-44" />
        </PageLoading>
      </Piece>
    </>
  );
}
