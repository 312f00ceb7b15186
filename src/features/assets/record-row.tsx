// One movement as a row that opens its details: what it was and when on the left, how much of what on the right.
import { useLingui } from '@lingui/react/macro';
import { memo } from 'react';
import { amountText } from '#lib/amounts.ts';
import { Tag } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { Icon } from '#ui/icon.tsx';
import { decimalsOf } from './assets.rules.ts';
import { HIDDEN } from './coin-row.tsx';
import { CATEGORY_ICONS, CATEGORY_NAMES, type FundRecord, STATE_NAMES, STATE_TONES } from './record-words.ts';

/** Gains carry their plus, losses a minus as wide as it. */
export const signedText = (amount: string, language: string, max?: number): string =>
  amountText(amount, language, { sign: true, ...(max !== undefined && { max }) }).replace('-', '−');

export const isGain = (amount: string): boolean => !amount.startsWith('-');

/** The category's picture with the coin's mark at its corner. */
export function RecordIcon({ record, size = 40 }: { record: FundRecord; size?: number }) {
  return (
    <span
      className="relative grid shrink-0 place-items-center rounded-full bg-wash text-ink"
      style={{ width: size, height: size }}
    >
      <Icon name={CATEGORY_ICONS[record.category]} size={size / 2} />
      <CoinIcon
        coin={record.coin}
        size={size * 0.45}
        className="absolute -right-1 -bottom-1 rounded-full ring-2 ring-white"
      />
    </span>
  );
}

interface RecordRowProps {
  record: FundRecord;
  /** Amounts are not to be seen. */
  hidden: boolean;
  /** When it was, as told where the row stands. */
  time: string;
  onOpen: (record: FundRecord) => void;
  /** Shows the balance after it. */
  wide?: boolean;
}

export const RecordRow = memo(function RecordRow({
  record,
  hidden,
  time,
  onOpen,
  wide = false,
}: RecordRowProps) {
  const { t, i18n } = useLingui();
  const { amount, coin, category, state, balanceAfter } = record;
  const figure = (value: string) => amountText(value, i18n.locale, { max: decimalsOf(value) });
  const balance = wide ? (hidden ? HIDDEN : figure(balanceAfter)) : '';
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => onOpen(record)}
      className="flex h-full w-full items-center gap-3 text-left transition-colors hover:bg-wash active:bg-wash"
    >
      <RecordIcon record={record} />
      <span className="min-w-0 grow">
        <span className="block truncate leading-tight font-semibold">{i18n._(CATEGORY_NAMES[category])}</span>
        <span className="figures block truncate pt-0.5 text-[13px] text-muted">{time}</span>
      </span>
      <span className="figures min-w-0 shrink-0 text-right">
        <span className={cx('block leading-tight font-semibold', isGain(amount) && 'text-malachite')}>
          {hidden ? HIDDEN : signedText(amount, i18n.locale, decimalsOf(amount))}
        </span>
        <span className="flex items-center justify-end gap-2 pt-0.5 text-[13px] text-muted">
          {state !== 'confirmed' && <Tag tone={STATE_TONES[state]}>{i18n._(STATE_NAMES[state])}</Tag>}
          {coin}
        </span>
      </span>
      {wide && (
        <span className="figures w-56 shrink-0 text-right text-sm text-muted">{t`Balance ${balance}`}</span>
      )}
    </button>
  );
});
