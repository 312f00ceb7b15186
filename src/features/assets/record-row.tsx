// One record as a row that opens its details: what it was and when on the left, the amount on the right.
import { useLingui } from '@lingui/react/macro';
import { memo } from 'react';
import { shownText } from '#ui/amount-shown.ts';
import { BadgedIcon } from '#ui/badged-icon.tsx';
import { Tag } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import {
  CATEGORY_ICONS,
  CATEGORY_NAMES,
  type FundRecord,
  purposeText,
  STATE_NAMES,
  STATE_TONES,
} from './record-words.ts';

/** Gains have a plus sign, losses a minus sign of the same width. */
export const signedText = (amount: string, language: string, max?: number): string =>
  shownText(amount, language, { sign: true, ...(max !== undefined && { max }) }).replace('-', '−');

export const isGain = (amount: string): boolean => !amount.startsWith('-');

interface RecordRowProps {
  record: FundRecord;
  /** Of a swap, of which `record` is what was bought. */
  given?: FundRecord;
  /** Its time, in the format of the surrounding list. */
  time: string;
  onOpen: (record: FundRecord) => void;
  /** Shows the balance after it. */
  wide?: boolean;
  /** There is no room for the amount beside it: it is below. */
  narrow?: boolean;
  /** Whether its details are beside the list; undefined where they open in a sheet. */
  chosen?: boolean;
}

export const RecordRow = memo(function RecordRow({
  record,
  given,
  time,
  onOpen,
  wide = false,
  narrow = false,
  chosen,
}: RecordRowProps) {
  const { t, i18n } = useLingui();
  const { amount, coin, category, state, balanceAfter } = record;
  const balance = wide ? shownText(balanceAfter, i18n.locale) : '';
  return (
    <button
      type="button"
      aria-haspopup={chosen === undefined ? 'dialog' : undefined}
      aria-current={chosen || undefined}
      onClick={() => onOpen(record)}
      className={cx(
        'grid h-full w-full content-center gap-x-2.5 gap-y-0.5 text-left leading-tight transition-colors hover:bg-wash active:bg-wash',
        wide && 'grid-cols-[44px_minmax(0,1fr)_auto_14rem]',
        !wide && (narrow ? 'grid-cols-[44px_minmax(0,1fr)]' : 'grid-cols-[44px_minmax(0,1fr)_auto]'),
      )}
    >
      <BadgedIcon icon={CATEGORY_ICONS[category]} coin={coin} className="row-span-2" />
      <span className="line-clamp-2 self-end font-semibold wrap-anywhere">
        {given ? `${given.coin} → ${coin}` : (purposeText(record, i18n) ?? i18n._(CATEGORY_NAMES[category]))}
      </span>
      <span className="figures col-start-2 row-start-2 truncate text-xs text-muted">{time}</span>
      <span
        className={cx(
          'figures self-end text-right font-semibold',
          narrow ? 'col-span-2' : 'col-start-3 row-start-1',
          isGain(amount) && 'text-malachite',
        )}
      >
        {signedText(amount, i18n.locale)}
        {given && ` ${coin}`}
      </span>
      <span
        className={cx('text-right text-xs text-muted', narrow ? 'col-span-2' : 'col-start-3 row-start-2')}
      >
        {state !== 'confirmed' && (
          <>
            <Tag tone={STATE_TONES[state]}>{i18n._(STATE_NAMES[state])}</Tag>{' '}
          </>
        )}
        {given ? (
          <span className="figures">{`${signedText(given.amount, i18n.locale)} ${given.coin}`}</span>
        ) : (
          coin
        )}
      </span>
      {wide && (
        <span className="figures col-start-4 row-span-2 row-start-1 self-center text-right text-sm text-muted">
          {t`Balance ${balance}`}
        </span>
      )}
    </button>
  );
});
