// Instant swap: ADIT sold to the fund at the price of the moment, as far as the fund can pay.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '#api/errors.ts';
import { SHOWN_DECIMALS } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { openPopup } from '#lib/popups.ts';
import { decimalsOf, openShown, shownText } from '#ui/amount-shown.ts';
import { Button } from '#ui/button.tsx';
import { Card, Fact, Facts } from '#ui/card.tsx';
import { Notice } from '#ui/notice.tsx';
import { TryAgain } from '#ui/try-again.tsx';
import { Skeleton } from '#ui/views.tsx';
import { type Fund, assetsQuery, indexQuery } from './buyback.queries.ts';
import { isEmpty, payableAmount } from './buyback.rules.ts';

const { symbol } = BRAND;

/** `away`: the page says why nothing can be sold now. */
export function SwapCard({ fund, away }: { fund: Fund; away: boolean }) {
  const { i18n } = useLingui();
  const open = useQuery(indexQuery()).data?.features.exchange;
  const assets = useQuery(assetsQuery());
  const coin = assets.data?.items.find((item) => item.coin === symbol);
  const price = coin?.price ?? null;
  const most = payableAmount(fund.balance, price);
  const figure = (amount: string | null | undefined, write = openShown) => {
    if (typeof amount === 'string')
      return write(amount, i18n.locale, { max: Math.min(SHOWN_DECIMALS, decimalsOf(amount, 9)) });
    return assets.data || assets.isError ? '–' : <Skeleton className="inline-block h-4 w-16 align-middle" />;
  };
  if (open === false)
    return (
      <Card title={<Trans>Instant swap</Trans>}>
        <Notice>
          <Trans>
            The operator has switched the exchange off. {symbol} cannot be sold here at present; your balance
            stays as it is.
          </Trans>
        </Notice>
      </Card>
    );
  return (
    <Card title={<Trans>Instant swap</Trans>}>
      <p className="m-0 mb-1 text-sm text-pretty text-muted">
        <Trans>
          Sell {symbol} for USDT at the price of the moment. The quote names fee and result before you
          confirm.
        </Trans>
      </p>
      {assets.isError && !assets.data && (
        <TryAgain why={errorText(assets.error)} onRetry={() => void assets.refetch()} />
      )}
      <Facts>
        <Fact label={<Trans>Price of 1 {symbol}</Trans>}>{figure(price)} USDT</Fact>
        <Fact label={<Trans>You have</Trans>}>
          {figure(coin?.balance, shownText)} {symbol}
        </Fact>
        <Fact label={<Trans>The fund can still buy</Trans>}>
          {figure(most)} {symbol}
        </Fact>
      </Facts>
      <Button
        wide
        className="mt-3"
        disabled={away || open === undefined || isEmpty(fund.balance)}
        onClick={() => openPopup('exchange', { from: symbol, to: 'USDT' })}
      >
        <Trans>Swap {symbol} for USDT</Trans>
      </Button>
    </Card>
  );
}
