// The third view: what the team has brought, in all and entry by entry; each entry opens its receipt.
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { errorText } from '#api/errors.ts';
import { amountText } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { HIDDEN, hideAmountsAtom } from '#lib/hide-amounts.ts';
import { go } from '#lib/navigate.ts';
import { dateText } from '#lib/time.ts';
import { BadgedIcon } from '#ui/badged-icon.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { FailedView } from '#ui/failed-view.tsx';
import { EmptyState, Skeleton } from '#ui/views.tsx';
import { ListEnd } from './list-end.tsx';
import { ReceiptSheet } from './receipt-sheet.tsx';
import { type EarningPage, earningsQuery } from './team.queries.ts';
import { addressOf, decimalsOf, type Earning, type Summary } from './team.rules.ts';
import { type List, useList } from './use-list.ts';
import { SOURCES } from './words.ts';

const { symbol } = BRAND;

export function EarningsView({ summary }: { summary: Summary | undefined }) {
  const { t, i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  const earnings = useList(earningsQuery());
  const total = summary?.totalEarnings;
  return (
    <div className="grid gap-3 min-[720px]:grid-cols-[minmax(0,20rem)_minmax(0,1fr)] min-[720px]:items-start">
      <Card title={t`Total earnings`}>
        <p className="figures m-0 min-h-10 text-[28px] leading-tight font-semibold wrap-anywhere">
          {total === undefined ? (
            earnings.error ? (
              '–'
            ) : (
              <Skeleton className="h-9 w-36" />
            )
          ) : (
            <>
              {hidden ? HIDDEN : amountText(total, i18n.locale, { max: decimalsOf(total) })}{' '}
              <span className="text-base font-medium text-muted">{symbol}</span>
            </>
          )}
        </p>
        <p className="m-0 mt-2 text-[13px] text-pretty text-muted">
          <Trans>
            The exact sum of everything below. Each entry is in your fund history too. The hashrate bonus is
            not listed: it makes your miner produce more and is no payment.
          </Trans>
        </p>
      </Card>
      <Entries list={earnings} hidden={hidden} />
    </div>
  );
}

interface EntriesProps {
  list: List<EarningPage>;
  hidden: boolean;
}

function Entries({ list, hidden }: EntriesProps) {
  const { t } = useLingui();
  const [tapped, setTapped] = useState<Earning | null>(null);
  const [open, setOpen] = useState(false);
  if (list.error) return <FailedView message={errorText(list.error)} onRetry={list.refetch} />;
  if (!list.pages)
    return (
      <div role="status" aria-label={t`Loading`} className="animate-[rise_150ms_200ms_both]">
        <EntrySkeletons rows={5} />
      </div>
    );
  const rows = list.pages.flatMap(({ items }) => items);
  if (rows.length === 0)
    return (
      <Card>
        <EmptyState
          icon="staking"
          title={t`No earnings from the team yet`}
          action={{
            label: t`Show code and link`,
            onClick: () => void go(addressOf({ view: 'invite' }), { replace: true }),
          }}
        >
          <Trans>Once a member's stake pays, your share of it is listed here.</Trans>
        </EmptyState>
      </Card>
    );
  const show = (earning: Earning) => {
    setTapped(earning);
    setOpen(true);
  };
  return (
    <div className="min-w-0">
      <ul
        aria-label={t`Earnings`}
        className="m-0 list-none overflow-clip rounded-card bg-white p-0 shadow-card"
      >
        {rows.map((earning) => (
          <li key={earning.entry} className="border-b border-line last:border-b-0">
            <Entry earning={earning} hidden={hidden} onOpen={show} />
          </li>
        ))}
      </ul>
      {list.hasMore && !list.moreError && !list.loadingMore && (
        <Button wide look="secondary" className="mt-3" onClick={list.more}>
          <Trans>Show older ones</Trans>
        </Button>
      )}
      {(list.moreError || list.loadingMore) && <ListEnd list={list} skeleton={<EntrySkeletons rows={2} />} />}
      {tapped && <ReceiptSheet earning={tapped} open={open} onClose={() => setOpen(false)} />}
    </div>
  );
}

interface EntryProps {
  earning: Earning;
  hidden: boolean;
  onOpen: (earning: Earning) => void;
}

function Entry({ earning, hidden, onOpen }: EntryProps) {
  const { i18n } = useLingui();
  const { source, time, coin, amount } = earning;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => onOpen(earning)}
      className="grid min-h-17 w-full grid-cols-[44px_minmax(0,1fr)_auto] items-center gap-2.5 px-4 py-2 text-left leading-tight hover:bg-wash active:bg-wash"
    >
      <BadgedIcon icon={SOURCES[source].icon} coin={coin} />
      <span className="min-w-0">
        <span className="block truncate font-semibold">{i18n._(SOURCES[source].name)}</span>
        <span className="figures block truncate text-[13px] text-muted">{dateText(time, i18n.locale)}</span>
      </span>
      <span className="text-right">
        <span className="figures block font-semibold text-malachite">
          {hidden ? HIDDEN : amountText(amount, i18n.locale, { sign: true, max: decimalsOf(amount) })}
        </span>
        <span className="text-[13px] text-muted">{coin}</span>
      </span>
    </button>
  );
}

function EntrySkeletons({ rows }: { rows: number }) {
  return (
    <div aria-hidden="true" className="overflow-hidden rounded-card bg-white shadow-card">
      {Array.from({ length: rows }, (_, row) => `row ${row}`).map((key) => (
        <div key={key} className="flex h-17 items-center gap-3 border-b border-line px-4 last:border-b-0">
          <Skeleton className="size-10 shrink-0 rounded-full" />
          <div className="grow">
            <Skeleton className="h-4 w-24" />
            <Skeleton className="mt-2 h-3 w-14" />
          </div>
          <Skeleton className="h-4 w-20" />
        </div>
      ))}
    </div>
  );
}
