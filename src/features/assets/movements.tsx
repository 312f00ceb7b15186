// The latest records of all coins or of one, with a link to the whole history. A tap opens details.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { timeText } from '#lib/time.ts';
import { useTapped } from '#lib/use-tapped.ts';
import { Icon } from '#ui/icon.tsx';
import { useNow } from '#ui/now.ts';
import { PageLink } from '#ui/page-link.tsx';
import { Missing } from '#ui/try-again.tsx';
import { Skeleton } from '#ui/views.tsx';
import { MOVEMENTS, movementsQuery } from './assets.queries.ts';
import { addressOf, inRows } from './history/history.rules.ts';
import { RecordDetail } from './history/record-detail.tsx';
import { isNarrow, remPx } from '#ui/window-list.ts';
import { RecordRow } from './record-row.tsx';
import type { FundRecord } from './record-words.ts';

/** Of all coins, or of one. */
export function Movements({ coin }: { coin?: string }) {
  const { t, i18n } = useLingui();
  const movements = useQuery(movementsQuery(coin));
  const now = useNow(30_000);
  const { tapped, onOpen, ...sheet } = useTapped<FundRecord>();
  const narrow = isNarrow(remPx());
  const rows = movements.data?.items;
  if (!rows)
    return movements.isError ? (
      <Missing of={movements} />
    ) : (
      <div role="status" aria-label={t`Loading`}>
        {Array.from({ length: MOVEMENTS }, (_, row) => `row ${row}`).map((key) => (
          <Skeleton key={key} className="my-3.5 h-9" />
        ))}
      </div>
    );
  if (rows.length === 0)
    return (
      <p className="m-0 py-2 text-sm text-muted">
        <Trans>No activity yet</Trans>
      </p>
    );
  const shown = tapped && (rows.find(({ id }) => id === tapped.id) ?? tapped);
  return (
    <>
      <ul className="m-0 -mx-4 list-none p-0">
        {inRows(rows).map(({ record, given }) => (
          <li key={record.id} className="*:min-h-16 *:px-4 *:py-1">
            <RecordRow
              record={record}
              narrow={narrow}
              given={given}
              time={timeText(record.time, i18n.locale, now)}
              onOpen={onOpen}
            />
          </li>
        ))}
      </ul>
      <PageLink
        to={addressOf(coin === undefined ? {} : { coin })}
        className="mt-1 -mb-2 flex min-h-11 items-center justify-between text-sm font-semibold no-underline text-inherit"
      >
        <Trans>All activity</Trans>
        <Icon name="next" size={20} className="text-muted" />
      </PageLink>
      {shown && <RecordDetail record={shown} rows={rows} {...sheet} />}
    </>
  );
}
