// Live figures for everyone; without a network, those of the last visit, marked with their time.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Output } from '#contract';
import { useAway } from '#api/away.ts';
import { errorText } from '#api/errors.ts';
import { BRAND } from '#lib/brand.ts';
import { timeWithin } from '#lib/time.ts';
import { AnimatedNumber } from '#ui/animated-number.tsx';
import { Button } from '#ui/button.tsx';
import { Fact, Facts } from '#ui/card.tsx';
import { useNow } from '#ui/now.ts';
import { Skeleton } from '#ui/views.tsx';
import { indexQuery } from './home.queries.ts';

type Totals = Output<'GET /api/index'>['totals'];

export function Figures() {
  const index = useQuery(indexQuery());
  const { data, error } = index;
  const away = useAway(index);
  const value = (draw: (totals: Totals) => ReactNode) => {
    if (data) return draw(data.totals);
    return error ? '–' : <Skeleton className="h-[1.5em] w-20" />;
  };
  return (
    <>
      <Facts grid>
        <Fact stacked label={<Trans>Produced so far</Trans>}>
          {value(({ produced }) => (
            <>
              <AnimatedNumber open value={produced} max={2} /> {BRAND.symbol}
            </>
          ))}
        </Fact>
        <Fact stacked label={<Trans>Miners running now</Trans>}>
          {value(({ miners }) => (
            <AnimatedNumber open value={String(miners)} max={0} />
          ))}
        </Fact>
      </Facts>
      {(error ?? (away && data)) && (
        <Old
          asOf={data?.asOf}
          away={away}
          error={error}
          busy={index.isFetching}
          onAsk={() => void index.refetch()}
        />
      )}
    </>
  );
}

interface OldProps {
  asOf: string | undefined;
  away: boolean;
  error: Error | null;
  busy: boolean;
  onAsk: () => void;
}

/** A lost connection has already been announced; any other failure is reported here. */
function Old({ asOf, away, error, busy, onAsk }: OldProps) {
  const { i18n } = useLingui();
  const now = useNow(15_000);
  const time = asOf && timeWithin(asOf, i18n.locale, now);
  return (
    <div role={away ? undefined : 'alert'} className="mt-3 flex items-center gap-3 text-sm text-muted">
      <span className="grow text-pretty">
        {error ? errorText(error) : <Trans>No connection.</Trans>}{' '}
        {time && <Trans>The figures are from {time}.</Trans>}
      </span>
      <Button look="secondary" size="sm" busy={busy} onClick={onAsk}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}
