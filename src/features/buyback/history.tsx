// Everything that the fund has bought, newest first, with older rows on demand. Nobody is named, but the user's own
// sales are included, so "Hide amounts" applies here too.
import { Trans, useLingui } from '@lingui/react/macro';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useNextPage } from '#api/next-page.ts';
import { BRAND } from '#lib/brand.ts';
import { timeText } from '#lib/time.ts';
import { shownText } from '#ui/amount-shown.ts';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import { MoreButton } from '#ui/more.tsx';
import { useNow } from '#ui/now.ts';
import { EmptyState } from '#ui/views.tsx';
import type { FundPage, Repurchase } from './buyback.queries.ts';

const { symbol } = BRAND;

interface HistoryProps {
  history: UseInfiniteQueryResult<InfiniteData<FundPage, string | null>>;
}

export function History({ history }: HistoryProps) {
  const { t } = useLingui();
  const { data, hasNextPage } = history;
  const next = useNextPage(history);
  const rows = data?.pages.flatMap(({ items }) => items) ?? [];
  const now = useNow(30_000);
  return (
    <Card title={<Trans>Repurchases</Trans>}>
      {rows.length === 0 ? (
        <EmptyState icon="buyback" title={t`No repurchases yet`}>
          <Trans>Everything the fund buys shows up here.</Trans>
        </EmptyState>
      ) : (
        <ul className="m-0 -my-1 list-none divide-y divide-line p-0">
          {rows.map((row) => (
            <Row key={row.id} row={row} now={now} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <div className="mt-3">
          <MoreButton failed={next.failed} busy={next.busy} onMore={next.ask}>
            <Trans>Show older</Trans>
          </MoreButton>
        </div>
      )}
    </Card>
  );
}

function Row({ row, now }: { row: Repurchase; now: number }) {
  const { i18n } = useLingui();
  const [amount, paid] = [row.amount, row.paid].map((figure) => shownText(figure, i18n.locale));
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-3 py-2">
      <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-wash">
        <Icon name={row.kind === 'token' ? 'exchange' : 'miner'} size={20} />
      </span>
      <span className="min-w-0 grow basis-20 leading-tight">
        <span className="block font-semibold">{row.kind === 'token' ? symbol : <Trans>Hashrate</Trans>}</span>
        <time dateTime={row.time} className="figures block text-sm text-muted">
          {timeText(row.time, i18n.locale, now)}
        </time>
      </span>
      <span className="ml-auto max-w-full text-right leading-tight">
        <span className="figures block font-semibold wrap-break-word">
          {row.kind === 'token' ? (
            <>
              {amount} {symbol}
            </>
          ) : (
            amount
          )}
        </span>
        <span className="figures block text-xs text-muted">
          <Trans>for {paid} USDT</Trans>
        </span>
      </span>
    </li>
  );
}
