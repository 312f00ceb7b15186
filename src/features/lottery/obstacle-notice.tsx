// Why no guess can be made now, and what to do about it.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { stale } from '#api/changes.ts';
import { cached } from '#api/queries.ts';
import { openPopup } from '#lib/popups.ts';
import { serverNow, timeWithin } from '#lib/time.ts';
import { mayActivate } from '#rules/mining.ts';
import { ConnectButton } from '#ui/connect-button.tsx';
import { Button } from '#ui/button.tsx';
import { adit, openAdit } from '#ui/figure.ts';
import { Notice } from '#ui/notice.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import type { Obstacle, Lottery, OwnRestraint } from './lottery.rules.ts';
import { ActivateButton } from '#actions/activate-button.tsx';
import { useBalance } from '#actions/stakes.ts';

export function ObstacleNotice({ obstacle, data }: { obstacle: Obstacle; data: Lottery }) {
  if (obstacle.kind === 'guest') return <Guest />;
  if (obstacle.kind === 'miner') return <NoMiner />;
  if (obstacle.kind === 'balance') return <BalanceTooLow price={data.guessPrice} />;
  if (obstacle.kind === 'closed') return <Closed data={data} />;
  if (obstacle.kind === 'full') return <Full data={data} />;
  if (obstacle.kind === 'pool') return <PoolFull />;
  return (
    <Reason
      action={
        <Button look="secondary" wide onClick={() => openPopup('limits', {})}>
          <Trans>Playing within limits</Trans>
        </Button>
      }
    >
      <Restraint obstacle={obstacle} />
    </Reason>
  );
}

/** A sentence, and a button to resolve it. */
function Reason({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="grid gap-3">
      <div role="status">
        <Notice tone="amber">{children}</Notice>
      </div>
      {action}
    </div>
  );
}

export function Restraint({ obstacle }: { obstacle: OwnRestraint }) {
  const { i18n } = useLingui();
  if (obstacle.kind === 'paused') {
    const until = timeWithin(obstacle.until, i18n.locale);
    return <Trans>You paused both games until {until}. A pause can't be ended early.</Trans>;
  }
  const limit = adit(obstacle.limit, i18n.locale);
  const spent = adit(obstacle.spent, i18n.locale);
  return (
    <Trans>
      This would exceed your limit of {limit} a day: {spent} spent today.
    </Trans>
  );
}

function Guest() {
  return (
    <div className="grid gap-3">
      <p className="m-0 text-sm text-pretty">
        <Trans>Guessing is for permanent miners. Connect your wallet to join.</Trans>
      </p>
      <ConnectButton />
    </div>
  );
}

/** The round is not up to date, although there is a connection. */
export const OutdatedNotice = () => (
  <Notice tone="amber" icon="warn">
    <Trans>This page isn't up to date yet. Try again in a moment.</Trans>
  </Notice>
);

/** A finished trial, or a miner without one, can be made permanent here; an unfinished trial has to be claimed first. */
function NoMiner() {
  const miner = useQuery(cached('GET /api/mining/index'));
  const { data } = miner;
  const permanent = data?.kind === 'permanent';
  // It became permanent while the page was open.
  useEffect(() => {
    if (permanent) void stale('GET /api/mining/bet/index');
  }, [permanent]);
  return data && mayActivate(data) ? (
    <Reason action={<ActivateButton />}>
      {data.state === 'expired' ? (
        <Trans>Guessing is for permanent miners. Your trial is over: activate one now.</Trans>
      ) : (
        <Trans>Guessing is for permanent miners.</Trans>
      )}
    </Reason>
  ) : (
    <Reason
      action={
        <LinkButton to="/pages/mining/index">
          <Trans>Go to miner</Trans>
        </LinkButton>
      }
    >
      {data ? (
        <Trans>Guessing is for permanent miners. Finish your trial first.</Trans>
      ) : (
        <Trans>Guessing is for permanent miners.</Trans>
      )}
    </Reason>
  );
}

function BalanceTooLow({ price }: { price: string }) {
  const { i18n } = useLingui();
  const held = adit(useBalance() ?? '0', i18n.locale);
  const cost = openAdit(price, i18n.locale);
  return (
    <Reason
      action={
        <LinkButton to="/pages/asset/index">
          <Trans>Go to Asset Center</Trans>
        </LinkButton>
      }
    >
      <Trans>
        A guess costs {cost} and you have {held}.
      </Trans>
    </Reason>
  );
}

function Full({ data }: { data: Lottery }) {
  const { i18n } = useLingui();
  const next = timeWithin(data.closesAt, i18n.locale);
  const most = data.maxGuesses;
  return (
    <Reason>
      <Trans>
        You've used all {most} guesses. The next round opens {next}.
      </Trans>
    </Reason>
  );
}

const PoolFull = () => (
  <Reason>
    <Trans>Paid guesses are off while the pool is this large.</Trans>
  </Reason>
);

/** Between the end of guessing and the draw. Offline, this may be a round that is already over. */
function Closed({ data }: { data: Lottery }) {
  const { i18n } = useLingui();
  const next = timeWithin(data.closesAt, i18n.locale);
  return (
    <Reason>
      {Date.parse(data.closesAt) > serverNow() ? (
        <Trans>Guessing is closed. The next round opens {next}.</Trans>
      ) : (
        <Trans>Guessing is closed.</Trans>
      )}
    </Reason>
  );
}
