// The next step of the staking page: what can be staked, and the button that opens the sheet.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '#api/errors.ts';
import { compareAmounts } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { openPopup } from '#lib/popups.ts';
import { decimalsOf } from '#ui/amount-shown.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { TryAgain } from '#ui/try-again.tsx';
import { Skeleton } from '#ui/views.tsx';
import { openAdit, useFigure } from '#ui/figure.ts';
import { assetsQuery } from './staking.queries.ts';
import { lessQueued, type Staking } from './staking.rules.ts';
import { useQueuedStakes } from './use-queued-stakes.ts';

export function StakeCard({ data }: { data: Staking }) {
  const { i18n } = useLingui();
  const figure = useFigure();
  const assets = useQuery(assetsQuery());
  const held = assets.data?.items.find(({ coin }) => coin === BRAND.symbol)?.balance;
  const queued = useQueuedStakes();
  const balance = held === undefined ? undefined : lessQueued(held, queued);
  const least = openAdit(data.minAmount, i18n.locale);
  const hours = data.holdHours;
  const tooLittle = balance !== undefined && compareAmounts(balance, data.minAmount) < 0;
  return (
    <Card tone="amber">
      {assets.isError && !assets.data && (
        <TryAgain why={errorText(assets.error)} onRetry={() => void assets.refetch()} />
      )}
      <dl className="m-0 flex items-center gap-4">
        <dt className="text-sm text-muted">
          <Trans>Available to stake</Trans>
        </dt>
        <dd className="figures m-0 min-h-6 grow text-right font-semibold wrap-anywhere">
          {balance !== undefined && figure(balance, Math.min(4, decimalsOf(balance)))}
          {balance === undefined && (assets.isError ? '–' : <Skeleton className="my-0.5 h-5 w-24" />)}
        </dd>
      </dl>
      {queued.length > 0 && (
        <p className="m-0 mt-1 text-[13px] font-semibold text-pretty text-amber-ink">
          <Trans>Without what waits to be staked.</Trans>
        </p>
      )}
      <p className="m-0 mt-1 min-h-10 text-[13px] text-pretty text-muted">
        {tooLittle ? (
          <Trans>
            The smallest stake is {least}. {BRAND.symbol} comes from your miner, a deposit or an exchange.
          </Trans>
        ) : (
          <Trans>
            From {least}. Hold at least {hours} h, then redeem whenever you like.
          </Trans>
        )}
      </p>
      {tooLittle ? (
        <LinkButton to="/pages/asset/index" className="mt-3">
          <Trans>To the Asset Center</Trans>
        </LinkButton>
      ) : (
        <Button wide icon="staking" className="mt-3" onClick={() => openPopup('stake', {})}>
          <Trans>Stake {BRAND.symbol}</Trans>
        </Button>
      )}
    </Card>
  );
}
