// The second step: everything in words before the button that sends.
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { amountText, openText } from '#lib/amounts.ts';
import { Fact, Facts, Tag } from '#ui/card.tsx';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { type Asset, withdrawalOf } from './withdraw.rules.ts';
import { networkName } from './withdraw.words.ts';

interface ConfirmProps {
  asset: Asset;
  amount: string;
  recipient: string;
  foreign: boolean;
  chainId: number;
}

export function WithdrawConfirm({ asset, amount, recipient, foreign, chainId }: ConfirmProps) {
  const { t, i18n } = useLingui();
  const start = useRef<HTMLDivElement>(null);
  useEffect(() => start.current?.focus({ preventScroll: true }), []);
  const figure = (value: string | null, max = 18, write = openText) =>
    `${write(value ?? '0', i18n.locale, { max })} ${asset.coin}`;
  const { receives, after } = withdrawalOf(asset, amount);
  return (
    <div
      ref={start}
      tabIndex={-1}
      role="group"
      aria-label={t`Check before it is sent`}
      className="grid gap-4 outline-none"
    >
      <div className="flex items-center gap-3">
        <CoinIcon coin={asset.coin} size={44} />
        <p className="m-0 min-w-0 leading-tight">
          <span className="block text-[13px] text-muted">
            {foreign ? <Trans>The recipient gets</Trans> : <Trans>You receive</Trans>}
          </span>
          <span className="figures text-2xl font-semibold wrap-anywhere">{figure(receives)}</span>
        </p>
      </div>
      <div className="rounded-control border border-line px-3.5 py-3">
        <p className="m-0 flex items-center justify-between gap-3 text-[13px] text-muted">
          <Trans>Recipient</Trans>
          {foreign ? (
            <Tag tone="amber">
              <Trans>Another wallet</Trans>
            </Tag>
          ) : (
            <Tag tone="good">
              <Trans>Your wallet</Trans>
            </Tag>
          )}
        </p>
        <p className="m-0 mt-1 font-mono text-[15px] leading-snug break-all">{recipient}</p>
      </div>
      <Facts>
        <Fact label={<Trans>Amount</Trans>}>{figure(amount)}</Fact>
        <Fact label={<Trans>Fee, part of the amount</Trans>}>{figure(asset.withdrawFee)}</Fact>
        <Fact label={<Trans>Balance after</Trans>}>{figure(after, 6, amountText)}</Fact>
        <Fact label={<Trans>Network</Trans>}>{networkName(chainId)}</Fact>
      </Facts>
      <p className="m-0 text-sm text-pretty text-muted">
        <Trans>The amount leaves your balance at once. A withdrawal cannot be called back.</Trans>
      </p>
    </div>
  );
}
