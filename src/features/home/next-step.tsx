// The card of the next step: the current state, and one button.
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Output } from '#contract';
import { ActivateButton } from '#actions/activate-button.tsx';
import { useClaim, useStartMiner } from '#actions/miner.ts';
import { stale } from '#api/changes.ts';
import type { OutboxItem } from '#api/outbox.rules.ts';
import { cachedLong } from '#api/queries.ts';
import { amountText } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { progressText } from '#lib/percent.ts';
import { PERMANENT_PRICE } from '#rules/figures.ts';
import { restartsOnClaim, shareOf } from '#rules/mining.ts';
import { go } from '#lib/navigate.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Countdown } from '#ui/countdown.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import { useAt } from '#ui/now.ts';
import { drawnShare, ProgressBar } from '#ui/progress.tsx';
import { ReminderOffer } from '#ui/reminder-offer.tsx';
import { Waits } from '#ui/waits.tsx';
import { userQuery } from './home.queries.ts';
import { cycleOutput, type NextStep } from './home.rules.ts';
import { QueueMark } from './queue-mark.tsx';

type Miner = Output<'GET /api/mining/index'>;

interface StepProps {
  icon: IconName;
  title: ReactNode;
  children: ReactNode;
  action: ReactNode;
  /** The queued action that `action` shows. */
  waiting?: OutboxItem;
}

function StepCard({ icon, title, children, action, waiting }: StepProps) {
  return (
    <Card tone="amber">
      <div className="flex gap-3.5">
        <span className="flex size-11 shrink-0 items-center justify-center rounded-control bg-amber-wash text-amber-ink">
          <Icon name={icon} />
        </span>
        <div className="min-w-0 grow">
          <h2 className="m-0 text-base leading-snug font-semibold">{title}</h2>
          <div className="mt-1 text-base text-pretty text-muted">{children}</div>
        </div>
      </div>
      <div className="mt-4">{action}</div>
      <QueueMark besides={waiting?.id} className="mt-4 -mb-1" />
    </Card>
  );
}

/** "12 ADIT" for a whole cycle; nothing until the rules are known. */
function useOutput(miner: Miner): string | undefined {
  const { i18n } = useLingui();
  const { data: config } = useQuery(cachedLong('GET /api/mining/config'));
  if (!config) return undefined;
  return `${amountText(cycleOutput(miner, config), i18n.locale)} ${BRAND.symbol}`;
}

function Start({ miner }: { miner: Miner }) {
  const output = useOutput(miner);
  const start = useStartMiner();
  return (
    <StepCard
      icon="miner"
      title={<Trans>Your miner is ready</Trans>}
      waiting={start.waiting}
      action={
        start.waiting ? (
          <Waits
            title={<Trans>Your start is waiting to be sent</Trans>}
            action={t`Start miner`}
            item={start.waiting}
          />
        ) : (
          <Button wide busy={start.busy} onClick={() => void start.run({})}>
            <Trans>Start miner</Trans>
          </Button>
        )
      }
    >
      {output ? (
        <Trans>It runs for 24 hours and produces {output}.</Trans>
      ) : (
        <Trans>It runs for 24 hours.</Trans>
      )}
    </StepCard>
  );
}

function Claim({ miner }: { miner: Miner }) {
  const output = useOutput(miner);
  const claim = useClaim();
  const { data: user } = useQuery(userQuery());
  return (
    <StepCard
      icon="gift"
      title={output ? <Trans>{output} are ready</Trans> : <Trans>Your reward is ready</Trans>}
      waiting={claim.waiting}
      action={
        claim.waiting ? (
          <Waits
            title={<Trans>Your claim is waiting to be sent</Trans>}
            action={t`Claim the reward`}
            item={claim.waiting}
          />
        ) : (
          <Button wide busy={claim.busy} onClick={() => void claim.run({})}>
            {output ? <Trans>Claim {output}</Trans> : <Trans>Claim</Trans>}
          </Button>
        )
      }
    >
      {miner.kind === 'permanent' ? (
        (!user || restartsOnClaim(user)) && <Trans>Claiming starts the next 24 hours.</Trans>
      ) : (
        <Trans>Your trial ends here. Keep mining with a permanent miner.</Trans>
      )}
    </StepCard>
  );
}

const Invite = () => (
  <Button wide look="secondary" icon="invite" onClick={() => void go('/pages/invite/index')}>
    <Trans>Invite friends</Trans>
  </Button>
);

function Running({ step, miner }: { step: Extract<NextStep, { kind: 'running' }>; miner: Miner }) {
  const { t: say, i18n } = useLingui();
  const output = useOutput(miner);
  const share = useAt((now) => shareOf(step, now), 1000, drawnShare);
  const percent = progressText(share, i18n.locale);
  return (
    <StepCard
      icon="clock"
      title={<Trans>Your miner is running</Trans>}
      action={
        <div className="grid gap-2.5">
          <ReminderOffer className="mb-2 rounded-control bg-wash px-3.5 py-3" />
          <Invite />
        </div>
      }
    >
      <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-3 text-ink">
        <Countdown
          to={step.endsAt}
          className="text-4xl leading-none font-bold max-[359px]:text-2xl"
          onEnd={() => void stale('GET /api/mining/index')}
        />
        <span className="figures text-sm text-muted">{percent}</span>
      </div>
      <div className="mt-3">
        <ProgressBar share={share} label={say`Share of the 24 hours passed`} />
      </div>
      <p className="m-0 mt-3">
        {output && <Trans>Then claim {output}.</Trans>}{' '}
        {step.trial && <Trans>One friend who verifies keeps it going for free.</Trans>}
      </p>
    </StepCard>
  );
}

const toVerification = () => void go('/pages/authentication/index');

interface NextStepProps {
  step: NextStep;
  miner: Miner;
  /** Why a verification was refused, in the operator's words. */
  reason: string | null | undefined;
}

export function NextStepCard({ step, miner, reason }: NextStepProps) {
  const price = `${PERMANENT_PRICE} USDT`;
  /** An account that was deleted and has come back gets no hashrate as a gift. */
  const withoutHashrate = miner.hashrate === '0';
  const isTrialOver = miner.state === 'expired' && !withoutHashrate;
  switch (step.kind) {
    case 'verify':
      return (
        <StepCard
          icon="kyc"
          title={
            step.again ? (
              <Trans>Your verification wasn't accepted</Trans>
            ) : (
              <Trans>Verify your identity</Trans>
            )
          }
          action={
            <Button wide onClick={toVerification}>
              {step.again ? <Trans>See why and try again</Trans> : <Trans>Verify</Trans>}
            </Button>
          }
        >
          {!step.again ? (
            <Trans>Needed once, before your miner starts.</Trans>
          ) : reason ? (
            <span className="wrap-anywhere">{t`Reason: ${reason}`}</span>
          ) : (
            <Trans>Send the right documents to start your miner.</Trans>
          )}
        </StepCard>
      );
    case 'waiting':
      return (
        <StepCard icon="kyc" title={<Trans>We're checking your documents</Trans>} action={<Invite />}>
          <Trans>Once they're approved, you can start your miner here.</Trans>
        </StepCard>
      );
    case 'start':
      return <Start miner={miner} />;
    case 'running':
      return <Running step={step} miner={miner} />;
    case 'claim':
      return <Claim miner={miner} />;
    case 'activate':
      return (
        <StepCard
          icon="miner"
          title={isTrialOver ? <Trans>Trial finished</Trans> : <Trans>Not activated</Trans>}
          action={<ActivateButton withoutHashrate={withoutHashrate} />}
        >
          {withoutHashrate ? (
            <Trans>You have no hashrate yet. Without it, a miner produces nothing.</Trans>
          ) : !isTrialOver ? (
            <Trans>Get a permanent miner to use your hashrate.</Trans>
          ) : (
            <Trans>
              Keep mining with a permanent miner: {price}, or free once a friend you invited is verified.
            </Trans>
          )}
        </StepCard>
      );
    default:
      return null;
  }
}
