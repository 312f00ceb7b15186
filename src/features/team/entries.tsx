// The entries of earnings, newest first; a tap opens what one is made of.
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { decimalsOf } from '#rules/amounts.ts';
import { errorText } from '#api/errors.ts';
import { amountText } from '#lib/amounts.ts';
import { timeText } from '#lib/time.ts';
import { BadgedIcon } from '#ui/badged-icon.tsx';
import { More } from '#ui/more.tsx';
import { Skeleton } from '#ui/views.tsx';
import { ReceiptSheet } from './receipt-sheet.tsx';
import { type Earning } from './team.rules.ts';
import type { List } from './use-list.ts';
import { SOURCES } from './words.ts';

interface EntriesProps {
  list: Pick<List, 'hasMore' | 'loadingMore' | 'moreError' | 'retry'>;
  rows: readonly Earning[];
}

export function Entries({ list, rows }: EntriesProps) {
  const { t } = useLingui();
  const [tapped, setTapped] = useState<Earning | null>(null);
  const [open, setOpen] = useState(false);
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
            <Entry earning={earning} onOpen={show} />
          </li>
        ))}
      </ul>
      {list.hasMore && (
        <div className="mt-3">
          <More
            failed={list.moreError ? errorText(list.moreError) : undefined}
            busy={list.loadingMore}
            onMore={list.retry}
          >
            <Trans>Show older ones</Trans>
          </More>
        </div>
      )}
      {tapped && <ReceiptSheet earning={tapped} open={open} onClose={() => setOpen(false)} />}
    </div>
  );
}

interface EntryProps {
  earning: Earning;
  onOpen: (earning: Earning) => void;
}

function Entry({ earning, onOpen }: EntryProps) {
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
        <span className="block font-semibold text-pretty">{i18n._(SOURCES[source].name)}</span>
        <span className="figures block truncate text-[13px] text-muted">{timeText(time, i18n.locale)}</span>
      </span>
      <span className="text-right">
        <span className="figures block font-semibold text-malachite">
          {amountText(amount, i18n.locale, { sign: true, max: decimalsOf(amount) })}
        </span>
        <span className="text-[13px] text-muted">{coin}</span>
      </span>
    </button>
  );
}

export function EntrySkeletons({ rows }: { rows: number }) {
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
