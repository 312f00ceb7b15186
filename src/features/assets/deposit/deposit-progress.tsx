// After the wallet has sent it: the deposit's live progress until its receipt, or until it is known to have failed.
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { AssetList } from '#features/assets/assets.rules.ts';
import { Notice } from '#ui/notice.tsx';
import { amountText } from '#lib/amounts.ts';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { StepDot, type StepState } from '#features/assets/step-dot.tsx';
import { TxLink } from '#features/assets/tx-link.tsx';
import { cx } from '#ui/class-names.ts';
import { useFocusOnMount } from '#ui/focus-on-mount.ts';
import { ProgressBar } from '#ui/progress.tsx';
import { isOver, type Status } from './deposit.rules.ts';
import { statusText } from './deposit.words.ts';
import type { Shown } from './use-deposits.ts';

interface StepProps {
  state: StepState;
  title: ReactNode;
  last?: boolean;
  children?: ReactNode;
}

function Step({ state, title, last = false, children }: StepProps) {
  return (
    <li
      aria-current={state === 'now' ? 'step' : undefined}
      className={cx(
        'relative grid grid-cols-[24px_1fr] gap-x-3',
        last ? '' : 'min-h-13 pb-4',
        !last && 'before:absolute before:top-6 before:bottom-0 before:left-[11px] before:w-0.5',
        !last && (state === 'done' ? 'before:bg-malachite' : 'before:bg-line'),
      )}
    >
      <StepDot state={state} />
      <div className="min-w-0">
        <p className={cx('m-0 leading-6', state === 'ahead' ? 'text-muted' : 'font-semibold')}>{title}</p>
        {children}
      </div>
    </li>
  );
}

/** The step in progress: 1 network, 2 confirmations, 3 credit. */
function reached(status: Status | null): number {
  if (status?.is === 'confirming') return 2;
  return status?.is === 'crediting' ? 3 : 1;
}

interface StepsProps {
  status: Status | null;
  hash: string;
  explorerUrl: string | null;
  confirmations: number;
}

/** The steps of a deposit, one below the other: signed, in the network, confirmed block by block, credited. */
function DepositSteps({ status, hash, explorerUrl, confirmations }: StepsProps) {
  const { t } = useLingui();
  const at = reached(status);
  const stopped = status?.is === 'replaced' || status?.is === 'lost';
  const stepStateOf = (step: number): StepState => {
    if (step < at) return 'done';
    if (step > at) return 'ahead';
    if (status?.is === 'failed') return 'failed';
    return stopped ? 'stopped' : 'now';
  };
  const of = confirmations;
  const count = status?.is === 'confirming' ? status.count : at > 2 ? of : 0;
  return (
    <ol className="m-0 list-none p-0" aria-label={t`Progress`}>
      <Step state="done" title={<Trans>Signed with your wallet</Trans>} />
      <Step
        state={stepStateOf(1)}
        title={at > 1 ? <Trans>On the network</Trans> : <Trans>On its way to the network</Trans>}
      >
        <p className="m-0 flex min-h-6 items-center gap-2 text-sm text-muted">
          <Trans>Transaction</Trans> <TxLink hash={hash} explorerUrl={explorerUrl} />
        </p>
      </Step>
      <Step
        state={stepStateOf(2)}
        title={
          <span className="flex items-baseline justify-between gap-3">
            <Trans>Confirmations</Trans>
            <span className="figures text-sm">
              <Trans>
                {count} of {of}
              </Trans>
            </span>
          </span>
        }
      >
        <div className="pt-1.5 pb-1">
          <ProgressBar share={of === 0 ? 1 : count / of} label={t`Confirmations`} />
        </div>
      </Step>
      <Step state={stepStateOf(3)} last title={<Trans>Credited to your balance</Trans>} />
    </ol>
  );
}

function lookOf(status: Status | null) {
  switch (status?.is) {
    case 'failed':
      return { tone: 'bad', icon: 'warn' } as const;
    case 'replaced':
    case 'lost':
      return { icon: 'info' } as const;
    default:
      return { icon: 'clock' } as const;
  }
}

export function DepositProgress({ shown, list }: { shown: Shown; list: AssetList }) {
  const { t, i18n } = useLingui();
  const start = useFocusOnMount();
  const { deposit, status, away } = shown;
  const over = status !== null && isOver(status);
  return (
    <div ref={start} tabIndex={-1} role="group" aria-label={t`Deposit`} className="grid gap-5 outline-none">
      <p className="m-0 flex items-center gap-3">
        <CoinIcon coin={deposit.coin} size={44} />
        <span className="figures text-2xl font-semibold wrap-anywhere">
          {amountText(deposit.amount, i18n.locale, { max: Infinity })} {deposit.coin}
        </span>
      </p>
      <DepositSteps
        status={status}
        hash={deposit.hash}
        explorerUrl={list.explorerUrl}
        confirmations={list.confirmations}
      />
      <div role="status" className="grid gap-2.5">
        <Notice {...lookOf(status)}>{statusText(status)}</Notice>
        {away && !over && (
          <Notice tone="amber" icon="warn">
            <Trans>Can't reach the network. We'll keep trying, and what you sent will be credited.</Trans>
          </Notice>
        )}
      </div>
      {!over && (
        <p className="m-0 text-sm text-pretty text-muted">
          <Trans>You can close this. The deposit continues; follow it in Asset Center.</Trans>
        </p>
      )}
    </div>
  );
}
