// Why no hashrate can be sold back now: there is none that was purchased, or the repurchase fund cannot pay for one.
import { Trans, useLingui } from '@lingui/react/macro';
import { amountText } from '#lib/amounts.ts';
import { Fact, Facts } from '#ui/card.tsx';
import { Notice } from '#ui/notice.tsx';
import { EmptyState } from '#ui/views.tsx';
import type { Hashrate } from './hashrate.rules.ts';
import { openUsdt } from './hashrate.words.ts';

export function NothingToSell({ ownHashrate }: { ownHashrate: Hashrate }) {
  const { i18n } = useLingui();
  const gifted = amountText(ownHashrate.gifted, i18n.locale);
  return (
    <EmptyState icon="miner" title={<Trans>No purchased hashrate</Trans>}>
      <Trans>
        Only purchased hashrate can be sold back. Your {gifted} gifted hashrate is yours for good and cannot
        be sold.
      </Trans>
    </EmptyState>
  );
}

export function FundIsEmpty({ ownHashrate, fund }: { ownHashrate: Hashrate; fund: string }) {
  const { i18n } = useLingui();
  return (
    <>
      <Notice tone="amber" icon="clock">
        <strong className="block">
          <Trans>The repurchase fund cannot pay now</Trans>
        </strong>
        <Trans>
          It is filled again by what people pay for miners and hashrate. Yours stays as it is and goes on
          producing; you can sell it later.
        </Trans>
      </Notice>
      <div className="mt-3">
        <Facts>
          <Fact label={<Trans>Repurchase fund</Trans>}>{openUsdt(fund, i18n.locale)}</Fact>
          <Fact label={<Trans>Paid for each</Trans>}>{openUsdt(ownHashrate.resalePrice, i18n.locale)}</Fact>
          <Fact label={<Trans>Purchased</Trans>}>{amountText(ownHashrate.purchased, i18n.locale)}</Fact>
        </Facts>
      </div>
    </>
  );
}
