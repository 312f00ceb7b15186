// The earnings entries, newest first; a tap opens the details of one.
import { Trans, useLingui } from '@lingui/react/macro';
import { decimalsOf } from '#rules/decimals.ts';
import { amountText } from '#lib/amounts.ts';
import { percentText } from '#lib/percent.ts';
import { dateText, EXACT, timeText } from '#lib/time.ts';
import { useTapped } from '#lib/use-tapped.ts';
import { BadgedIcon } from '#ui/badged-icon.tsx';
import { More, MoreButton } from '#ui/more.tsx';
import { Skeleton } from '#ui/views.tsx';
import { Fact, Facts } from '#ui/card.tsx';
import { Absent } from '#ui/failed-view.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { memberText } from '#lib/member-text.ts';
import type { Earning, ReceiptLine } from './team.rules.ts';
import { type List, useList } from './use-list.ts';
import { SOURCES } from './words.ts';
import { receiptQuery } from './team.queries.ts';

interface ReceiptSheetProps {
  earning: Earning;
  open: boolean;
  onClose: () => void;
}

/** The receipt of an earnings entry: from whom, for what, at which rate, when; its lines add up to the entry. */
function ReceiptSheet({ earning, open, onClose }: ReceiptSheetProps) {
  const { t, i18n } = useLingui();
  const { entry, time, coin, amount, source } = earning;
  const figure = useFigure();
  return (
    <Sheet open={open} onClose={onClose} title={t`Earning`} description={i18n._(SOURCES[source].name)}>
      <Facts>
        <Fact label={<Trans>Paid</Trans>}>
          {figure(amount)} {coin}
        </Fact>
        <Fact label={<Trans>Time</Trans>}>
          <time dateTime={time}>{dateText(time, i18n.locale, EXACT)}</time>
        </Fact>
        <Fact label={<Trans>Ledger entry</Trans>}>#{entry}</Fact>
      </Facts>
      <h3 className="m-0 mt-4 mb-1 text-base font-semibold">
        <Trans>From these members</Trans>
      </h3>
      <Lines entry={entry} coin={coin} />
    </Sheet>
  );
}

function useFigure(): (amount: string) => string {
  const { i18n } = useLingui();
  return (amount) => amountText(amount, i18n.locale, { max: decimalsOf(amount) });
}

function Lines({ entry, coin }: { entry: string; coin: string }) {
  const { t } = useLingui();
  const receipt = useList(receiptQuery(entry));
  const { next } = receipt;
  if (receipt.error) return <Absent of={receipt} />;
  if (!receipt.pages)
    return (
      <div role="status" aria-label={t`Loading`} className="grid gap-3 py-3">
        <Skeleton className="h-9 w-full" />
        <Skeleton className="h-9 w-full" />
      </div>
    );
  // Two orders of a member may be identical in everything shown.
  const rows = receipt.pages.flatMap(({ items }, page) =>
    items.map((line, place) => ({ line, key: `${page} ${place}` })),
  );
  return (
    <>
      <ul aria-label={t`From these members`} className="m-0 list-none divide-y divide-line p-0">
        {rows.map(({ line, key }) => (
          <li key={key} className="py-2.5">
            <Line line={line} coin={coin} />
          </li>
        ))}
      </ul>
      {receipt.hasMore && (
        <div className="mt-2">
          <MoreButton failed={next.failed} busy={next.busy} onMore={next.ask}>
            <Trans>Show more</Trans>
          </MoreButton>
        </div>
      )}
    </>
  );
}

function Line({ line, coin }: { line: ReceiptLine; coin: string }) {
  const { i18n } = useLingui();
  const figure = useFigure();
  const { address, level, time } = line;
  const percent = percentText(Number(line.rate), i18n.locale, 4);
  const base = figure(line.base);
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 leading-snug">
      <div className="max-w-full grow basis-32">
        <p className="m-0 text-sm font-medium">
          <span className="figures">{memberText(address)}</span> · <Trans>Level {level}</Trans>
        </p>
        <p className="figures m-0 text-xs text-muted">
          <Trans>
            {percent} of {base} {coin}
          </Trans>
        </p>
        <p className="figures m-0 text-xs text-muted">{timeText(time, i18n.locale)}</p>
      </div>
      <p className="figures m-0 ml-auto max-w-full text-right text-sm font-semibold wrap-break-word">
        {figure(line.amount)} {coin}
      </p>
    </div>
  );
}

interface EntriesProps {
  list: Pick<List, 'hasMore' | 'next'>;
  rows: readonly Earning[];
}

export function Entries({ list, rows }: EntriesProps) {
  const { t } = useLingui();
  const { tapped, onOpen, ...sheet } = useTapped<Earning>();
  return (
    <div className="min-w-0">
      <ul
        aria-label={t`Earnings`}
        className="m-0 list-none overflow-clip rounded-card bg-white p-0 shadow-card"
      >
        {rows.map((earning) => (
          <li key={earning.entry} className="border-b border-line last:border-b-0">
            <Entry earning={earning} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {list.hasMore && (
        <div className="mt-3">
          <More failed={list.next.failed} busy={list.next.busy} onMore={list.next.ask}>
            <Trans>Show older</Trans>
          </More>
        </div>
      )}
      {tapped && <ReceiptSheet earning={tapped} {...sheet} />}
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
      className="flex min-h-17 w-full flex-wrap items-center gap-x-2.5 px-4 py-2 text-left leading-tight hover:bg-wash active:bg-wash"
    >
      <BadgedIcon icon={SOURCES[source].icon} coin={coin} />
      <span className="min-w-0 grow basis-20">
        <span className="block font-semibold text-pretty">{i18n._(SOURCES[source].name)}</span>
        <span className="figures block text-xs text-muted">{timeText(time, i18n.locale)}</span>
      </span>
      <span className="ml-auto text-right">
        <span className="figures block font-semibold text-malachite">
          {amountText(amount, i18n.locale, { sign: true, max: decimalsOf(amount) })}
        </span>
        <span className="text-xs text-muted">{coin}</span>
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
