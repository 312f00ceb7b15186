// After the wallet has sent it: what happens to the deposit, live, until it is credited or it is clear that it will not be.
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { type AssetList } from '#features/assets/assets.rules.ts';
import { Notice } from '#ui/notice.tsx';
import { amountText } from '#lib/amounts.ts';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { type Status, isOver } from './deposit.rules.ts';
import { statusText } from './deposit.words.ts';
import { DepositSteps } from './deposit-steps.tsx';
import type { Shown } from './use-deposits.ts';

function lookOf(status: Status | null) {
  switch (status?.is) {
    case 'failed':
      return { tone: 'bad', icon: 'warn' } as const;
    case 'credited':
      return { tone: 'good', icon: 'check' } as const;
    case 'replaced':
    case 'lost':
      return { icon: 'info' } as const;
    default:
      return { icon: 'clock' } as const;
  }
}

export function DepositProgress({ shown, list }: { shown: Shown; list: AssetList }) {
  const { t, i18n } = useLingui();
  const start = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone.
  useEffect(() => start.current?.focus({ preventScroll: true }), []);
  const { deposit, status, away } = shown;
  const over = status !== null && isOver(status);
  return (
    <div ref={start} tabIndex={-1} role="group" aria-label={t`Deposit`} className="grid gap-5 outline-none">
      <p className="m-0 flex items-center gap-3">
        <CoinIcon coin={deposit.coin} size={44} />
        <span className="figures text-2xl font-semibold wrap-anywhere">
          {amountText(deposit.amount, i18n.locale, { max: 18 })} {deposit.coin}
        </span>
      </p>
      <DepositSteps
        status={status}
        hash={deposit.hash}
        coin={deposit.coin}
        explorerUrl={list.explorerUrl}
        confirmations={list.confirmations}
      />
      <div role="status" className="grid gap-2.5">
        <Notice {...lookOf(status)}>{statusText(status)}</Notice>
        {away && !over && (
          <Notice tone="amber" icon="warn">
            <Trans>
              The network cannot be reached now. This page goes on by itself, and what was sent is credited in
              any case.
            </Trans>
          </Notice>
        )}
      </div>
      {!over && (
        <p className="m-0 text-sm text-pretty text-muted">
          <Trans>You can close this. The deposit goes on, and the asset page shows it.</Trans>
        </p>
      )}
    </div>
  );
}
