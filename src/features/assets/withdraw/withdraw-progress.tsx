// The last step: what happens to the withdrawal that was just booked, live until the chain has confirmed it or it came back.
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { TxLink } from '#features/assets/tx-link.tsx';
import { amountText } from '#lib/amounts.ts';
import { Fact, Facts } from '#ui/card.tsx';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { Address } from '#ui/copy.tsx';
import type { Receipt } from './use-flow.ts';
import { StateSentence } from './withdraw-state.tsx';
import { WithdrawSteps } from './withdraw-steps.tsx';
import { useSent } from './withdrawals.ts';

interface ProgressProps {
  receipt: Receipt;
  explorerUrl: string | null;
  /** The sheet is open. */
  open: boolean;
}

export function WithdrawProgress({ receipt, explorerUrl, open }: ProgressProps) {
  const { t, i18n } = useLingui();
  const start = useRef<HTMLDivElement>(null);
  useEffect(() => start.current?.focus({ preventScroll: true }), []);
  const { coin } = receipt;
  const record = useSent(receipt.entry, open) ?? {
    state: receipt.state,
    time: new Date(receipt.at).toISOString(),
    txHash: null,
  };
  const figure = (value: string) => `${amountText(value, i18n.locale, { max: 18 })} ${coin}`;
  return (
    <div
      ref={start}
      tabIndex={-1}
      role="group"
      aria-label={t`Withdrawal`}
      className="grid gap-5 outline-none"
    >
      <p className="m-0 flex items-center gap-3">
        <CoinIcon coin={coin} size={44} />
        <span className="figures text-2xl font-semibold wrap-anywhere">{figure(receipt.receives)}</span>
      </p>
      <WithdrawSteps state={record.state} />
      <div className="min-h-15 rounded-control bg-wash px-3.5 py-3">
        <StateSentence record={record} />
      </div>
      <Facts>
        <Fact label={<Trans>Recipient</Trans>}>
          <Address address={receipt.recipient} className="-my-3 -mr-3" />
        </Fact>
        <Fact label={<Trans>Fee</Trans>}>{figure(receipt.fee)}</Fact>
        <Fact label={<Trans>Transaction</Trans>}>
          {record.txHash === null ? (
            <span className="font-normal text-muted">
              <Trans>Not sent yet</Trans>
            </span>
          ) : (
            <TxLink hash={record.txHash} explorerUrl={explorerUrl} />
          )}
        </Fact>
      </Facts>
    </div>
  );
}
