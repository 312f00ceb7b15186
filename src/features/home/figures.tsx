// Live figures for anybody; without a network those of the last visit, marked with their time.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { errorText } from '#api/errors.ts';
import { BRAND } from '#lib/brand.ts';
import { timeText } from '#lib/time.ts';
import { AnimatedNumber } from '#ui/animated-number.tsx';
import { Button } from '#ui/button.tsx';
import { Fact, Facts } from '#ui/card.tsx';
import { Skeleton } from '#ui/views.tsx';
import { type Kept, indexQuery, keepTotals, keptTotals } from './home.queries.ts';

export function Figures() {
  const { i18n } = useLingui();
  const { data, error, refetch, isFetching } = useQuery(indexQuery());
  useEffect(() => {
    if (data) keepTotals(data);
  }, [data]);
  const shown: Kept | null = data
    ? { totals: data.totals, asOf: data.serverTime }
    : error
      ? keptTotals()
      : null;
  const value = (draw: (kept: Kept) => ReactNode) => {
    if (shown) return draw(shown);
    return error ? '–' : <Skeleton className="mt-1 h-6 w-20" />;
  };
  const asOf = shown && timeText(shown.asOf, i18n.locale);
  return (
    <>
      <Facts grid>
        <Fact stacked label={<Trans>Produced so far</Trans>}>
          {value(({ totals }) => (
            <>
              <AnimatedNumber value={totals.produced} max={2} /> {BRAND.symbol}
            </>
          ))}
        </Fact>
        <Fact stacked label={<Trans>Miners running now</Trans>}>
          {value(({ totals }) => (
            <AnimatedNumber value={String(totals.miners)} max={0} />
          ))}
        </Fact>
      </Facts>
      {error && (
        <div role="alert" className="mt-3 flex items-center gap-3 text-sm text-muted">
          <span className="grow text-pretty">
            {errorText(error)} {asOf && <Trans>The figures are from {asOf}.</Trans>}
          </span>
          <Button look="secondary" size="sm" busy={isFetching} onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      )}
    </>
  );
}
