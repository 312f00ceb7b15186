// Selling purchased hashrate back to the fund: what there is to sell, and as how much it is taken.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '#api/errors.ts';
import { amountText, openText } from '#lib/amounts.ts';
import { openPopup } from '#lib/popups.ts';
import { Button } from '#ui/button.tsx';
import { Card, Fact, Facts } from '#ui/card.tsx';
import { FailedView } from '#ui/failed-view.tsx';
import { Skeleton } from '#ui/views.tsx';
import { type Fund, hashrateQuery } from './buyback.queries.ts';
import { payableHashrate } from './buyback.rules.ts';

/** `away`: the page says why nothing can be sold now. */
export function ResaleCard({ fund, away }: { fund: Fund; away: boolean }) {
  const { i18n } = useLingui();
  const { data: ownHashrate, isError, error, refetch } = useQuery(hashrateQuery());
  if (isError && !ownHashrate)
    return <FailedView message={errorText(error)} onRetry={() => void refetch()} />;
  const figure = (amount: string | undefined, write = openText) =>
    amount === undefined ? (
      <Skeleton className="inline-block h-4 w-16 align-middle" />
    ) : (
      write(amount, i18n.locale)
    );
  const none = ownHashrate?.purchased === '0';
  return (
    <Card title={<Trans>Hashrate resale</Trans>}>
      <p className="m-0 mb-1 text-sm text-pretty text-muted">
        {none ? (
          <Trans>
            You have no purchased hashrate, and gifted hashrate cannot be sold: there is nothing to sell.
          </Trans>
        ) : (
          <Trans>Purchased hashrate is taken back below its price. Gifted hashrate cannot be sold.</Trans>
        )}
      </p>
      <Facts>
        <Fact label={<Trans>Purchased</Trans>}>{figure(ownHashrate?.purchased, amountText)}</Fact>
        <Fact label={<Trans>Paid for each</Trans>}>{figure(ownHashrate?.resalePrice)} USDT</Fact>
        <Fact label={<Trans>The fund can still pay for</Trans>}>
          {figure(ownHashrate && payableHashrate(fund.balance, ownHashrate.resalePrice))}
        </Fact>
      </Facts>
      <Button
        wide
        look="secondary"
        className="mt-3"
        disabled={away || ownHashrate === undefined || none}
        onClick={() => openPopup('hashrateSell', {})}
      >
        <Trans>Sell hashrate back</Trans>
      </Button>
    </Card>
  );
}
