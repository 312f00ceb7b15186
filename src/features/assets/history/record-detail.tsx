// Everything about one record, or about the record that credited a stake's reward: its exact amount, its time with
// the zone, its ledger entry and its transaction.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '#api/errors.ts';
import type { PopupProps } from '#lib/popups.ts';
import { assetsQuery } from '#features/assets/assets.queries.ts';
import { rateText } from '#features/assets/assets.rules.ts';
import { Notice } from '#ui/notice.tsx';
import { isGain, signedText } from '#features/assets/record-row.tsx';
import {
  CATEGORY_ICONS,
  CATEGORY_NAMES,
  type FundRecord,
  purposeText,
  STATE_NAMES,
  STATE_SENTENCES,
  STATE_TONES,
} from '#features/assets/record-words.ts';
import { TxLink } from '#features/assets/tx-link.tsx';
import { amountText, shortAddress } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { dayText } from '#lib/day.ts';
import { BadgedIcon } from '#ui/badged-icon.tsx';
import { Fact, Facts, Tag } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { Address } from '#ui/copy.tsx';
import type { ReceiptContent } from '#ui/receipt-picture.ts';
import { ShareButton } from '#ui/receipt.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { TryAgain } from '#ui/try-again.tsx';
import { Skeleton } from '#ui/views.tsx';
import { sidesQuery } from './history.queries.ts';
import { receivedOf, sidesOf, swapTerms } from './history.rules.ts';
import { exactText } from './times.ts';

interface RecordDetailProps {
  record: FundRecord;
  /** Rows already loaded; the other side of a swap may be among them. */
  rows: readonly FundRecord[];
  open: boolean;
  onClose: () => void;
}

/** As a picture to share: no address, no balance. */
function useReceipt(record: FundRecord): ReceiptContent {
  const { t, i18n } = useLingui();
  const { signed, plain } = useFigures();
  const { coin, category, state, fee, txHash, entry, time } = record;
  const received = receivedOf(record);
  const facts = [
    fee !== null && { label: t`Fee`, text: `${plain(fee)} ${coin}` },
    received !== null && { label: t`Net amount`, text: `${plain(received)} ${coin}` },
    txHash !== null && { label: t`Transaction`, text: shortAddress(txHash) },
    { label: t`Status`, text: i18n._(STATE_NAMES[state]) },
    { label: t`Ledger entry`, text: `#${entry}` },
  ];
  return {
    coin,
    lead: purposeText(record, i18n) ?? i18n._(CATEGORY_NAMES[category]),
    figure: `${signed(record.amount)} ${coin}`,
    facts: facts.filter((fact) => fact !== false).slice(0, 3),
    time,
  };
}

/** Unabbreviated amounts. */
function useFigures() {
  const { i18n } = useLingui();
  return {
    signed: (amount: string) => signedText(amount, i18n.locale, Infinity),
    plain: (amount: string) => amountText(amount, i18n.locale, { max: Infinity }),
  };
}

/** A longer amount would break in the middle of a number. */
const LARGE_FITS = 14;

export function RecordDetail({ record, rows, open, onClose }: RecordDetailProps) {
  const { i18n } = useLingui();
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={i18n._(CATEGORY_NAMES[record.category])}
      actions={<RecordShare record={record} />}
    >
      <RecordFacts record={record} rows={rows} asks={open} />
    </Sheet>
  );
}

/** A reward of one stake, as the entry that credited it. */
export function Popup({ open, onClose, input: { entry, amount } }: PopupProps<'reward'>) {
  const { t, i18n } = useLingui();
  const found = useQuery(sidesQuery(entry));
  const record = found.data?.items[0];
  const part = `${useFigures().plain(amount)} ${BRAND.symbol}`;
  return (
    <Sheet open={open} onClose={onClose} title={i18n._(CATEGORY_NAMES.staking)}>
      {record ? (
        <>
          <RecordFacts record={record} rows={[]} asks={open} />
          {record.amount !== amount && (
            <Notice tone="quiet" icon="info">
              <Trans>{part} of it came from this stake, the rest from your other stakes.</Trans>
            </Notice>
          )}
        </>
      ) : found.isError ? (
        <TryAgain why={errorText(found.error)} onRetry={() => void found.refetch()} className="min-h-72" />
      ) : (
        <div role="status" aria-label={t`Loading`}>
          <Skeleton className="h-72" />
        </div>
      )}
    </Sheet>
  );
}

export const RecordShare = ({ record }: Pick<RecordDetailProps, 'record'>) => (
  <ShareButton content={useReceipt(record)} />
);

interface RecordFactsProps extends Pick<RecordDetailProps, 'record' | 'rows'> {
  /** False while it is not visible. */
  asks?: boolean;
}

/** What the sheet shows, and also a pane beside the list. */
export function RecordFacts({ record, rows, asks = true }: RecordFactsProps) {
  const { i18n } = useLingui();
  const { amount, coin, category, state } = record;
  const sides = useSides({ record, rows, asks });
  const figure = useFigures().signed(amount);
  const purpose = purposeText(record, i18n);
  return (
    <>
      <div className="flex flex-col items-center pb-4 text-center">
        <BadgedIcon icon={CATEGORY_ICONS[category]} coin={coin} size={62} />
        <p
          className={cx(
            'figures m-0 mt-3 leading-tight font-semibold wrap-anywhere',
            figure.length > LARGE_FITS ? 'text-lg' : 'text-2xl',
            isGain(amount) && 'text-malachite',
          )}
        >
          {figure} <span className="text-base font-medium text-muted">{coin}</span>
        </p>
        {purpose !== undefined && <p className="m-0 mt-1 text-sm text-muted">{purpose}</p>}
        <span className="mt-2">
          <Tag tone={STATE_TONES[state]}>{i18n._(STATE_NAMES[state])}</Tag>
        </span>
      </div>
      {category === 'withdraw' && state !== 'confirmed' && (
        <Notice tone={state === 'failed' ? 'bad' : 'quiet'} icon={state === 'failed' ? 'warn' : 'info'}>
          {i18n._(STATE_SENTENCES[state])}
        </Notice>
      )}
      {category === 'exchange' && <Sides sides={sides} />}
      <div className="pt-1">
        <Details record={record} sides={sides} />
      </div>
    </>
  );
}

function Details({ record, sides }: { record: FundRecord } & SidesProps) {
  const { i18n } = useLingui();
  const assets = useQuery(assetsQuery());
  const { coin, fee, address, txHash, entry } = record;
  const { plain } = useFigures();
  const figure = (value: string): ReactNode => `${plain(value)} ${coin}`;
  const received = receivedOf(record);
  const round = record.detail?.round;
  return (
    <Facts>
      <Fact label={<Trans>Time</Trans>}>
        <time dateTime={record.time}>{exactText(record.time, i18n.locale)}</time>
      </Fact>
      {round && (
        <Fact label={<Trans>Round</Trans>}>{round.includes('-') ? dayText(round, i18n.locale) : round}</Fact>
      )}
      {fee !== null && <Fact label={<Trans>Fee</Trans>}>{figure(fee)}</Fact>}
      {received !== null && <Fact label={<Trans>Net amount</Trans>}>{figure(received)}</Fact>}
      {record.category === 'exchange' && <Terms sides={sides} />}
      <Fact label={<Trans>Balance after</Trans>}>{figure(record.balanceAfter)}</Fact>
      {address !== null && (
        <Fact label={<Trans>To</Trans>}>
          <Address address={address} className="-my-3 -mr-3" />
        </Fact>
      )}
      {txHash !== null && (
        <Fact label={<Trans>Transaction</Trans>}>
          <TxLink hash={txHash} explorerUrl={assets.data?.explorerUrl ?? null} />
        </Fact>
      )}
      <Fact label={<Trans>Ledger entry</Trans>}>#{entry}</Fact>
    </Facts>
  );
}

/** Both sides of a swap, what was given first: two records with one entry. Only `record` until the other has loaded. */
function useSides({ record, rows, asks }: Required<RecordFactsProps>): FundRecord[] {
  const here = sidesOf(rows, record);
  const enabled = record.category === 'exchange' && asks && here.length === 0;
  const asked = useQuery({ ...sidesQuery(record.entry), enabled });
  const others = here.length > 0 ? here : sidesOf(asked.data?.items ?? [], record);
  return [record, ...others].toSorted((a, b) => Number(isGain(a.amount)) - Number(isGain(b.amount)));
}

interface SidesProps {
  sides: readonly FundRecord[];
}

/** A swap's rate and fee; their space is reserved until both sides have loaded. */
function Terms({ sides }: SidesProps) {
  const { i18n } = useLingui();
  const { plain } = useFigures();
  const terms = swapTerms(sides);
  if (!terms && sides.length > 1) return null;
  const rate = terms && rateText(terms.rate, terms.to, i18n.locale);
  return (
    <>
      <Fact label={<Trans>Rate</Trans>}>{terms ? `1 ${terms.from} = ${rate}` : '–'}</Fact>
      <Fact label={<Trans>Fee, included</Trans>}>{terms ? `${plain(terms.fee)} ${terms.to}` : '–'}</Fact>
    </>
  );
}

function Sides({ sides }: SidesProps) {
  const { t } = useLingui();
  const { signed } = useFigures();
  return (
    <ul
      aria-label={t`Both sides of this swap`}
      className="m-0 min-h-28 list-none divide-y divide-line rounded-control bg-wash px-3.5 py-1"
    >
      {sides.map(({ id, coin, amount }) => (
        <li key={id} className="flex min-h-12 items-center gap-3 py-1.5">
          <CoinIcon coin={coin} size={28} />
          <span className="text-sm text-muted">
            {isGain(amount) ? <Trans>You received</Trans> : <Trans>You swapped</Trans>}
          </span>
          <span
            className={cx(
              'figures ml-auto min-w-0 text-right font-semibold wrap-anywhere',
              isGain(amount) && 'text-malachite',
            )}
          >
            {signed(amount)} {coin}
          </span>
        </li>
      ))}
    </ul>
  );
}
