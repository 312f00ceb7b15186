// Chooses a coin within a sheet: a button with the current choice, which opens an inline list with a search field (a
// second dialog over a sheet would need its own way back). Keys as in a combobox (WAI-ARIA APG): arrows, Home, End,
// Enter, Escape.
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { amountText } from '#lib/amounts.ts';
import { cx } from '#ui/class-names.ts';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { useFocusOnMount } from '#ui/focus-on-mount.ts';
import { Icon } from '#ui/icon.tsx';
import { type Asset, matching } from './assets.rules.ts';

interface CoinPickerProps {
  label: ReactNode;
  coins: readonly Asset[];
  /** Symbol of the selected coin. */
  value: string;
  onChange: (coin: string) => void;
  /** Shown at the end of each row; by default the balance in the app. */
  figure?: (asset: Asset) => ReactNode;
}

/** The index that a key moves to in a list of `count`; undefined for keys that do not move. */
function moved(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return undefined;
}

export function CoinPicker({ label, coins, value, onChange, figure }: CoinPickerProps) {
  const { i18n } = useLingui();
  const id = useId();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const chosen = coins.find(({ coin }) => coin === value);
  const figureOf = figure ?? (({ balance }: Asset) => amountText(balance, i18n.locale));
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div>
      <span id={`${id}-label`} className="mb-1.5 block text-sm font-medium">
        {label}
      </span>
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={open ? `${id}-panel` : undefined}
        aria-labelledby={`${id}-label ${id}-value`}
        onClick={() => setOpen(!open)}
        className="flex min-h-14 w-full items-center gap-3 rounded-control border border-faint bg-white px-3.5 py-2 text-left transition-colors hover:bg-wash active:bg-wash"
      >
        <CoinIcon coin={value} size={32} />
        <span
          id={`${id}-value`}
          className="flex min-w-0 grow flex-wrap items-baseline justify-between gap-x-3"
        >
          <span className="font-semibold">{value}</span>
          <span className="figures max-w-full text-sm text-muted wrap-break-word">
            {chosen && figureOf(chosen)}
          </span>
        </span>
        <Icon
          name="next"
          size={18}
          className={cx(
            'shrink-0 text-muted transition-transform duration-change',
            open ? '-rotate-90' : 'rotate-90',
          )}
        />
      </button>
      {open && (
        <Choices
          id={id}
          coins={coins}
          value={value}
          figureOf={figureOf}
          onClose={close}
          onChoose={(coin) => {
            onChange(coin);
            close();
          }}
        />
      )}
    </div>
  );
}

interface ChoicesProps {
  id: string;
  coins: readonly Asset[];
  value: string;
  figureOf: (asset: Asset) => ReactNode;
  onChoose: (coin: string) => void;
  onClose: () => void;
}

/** Mounted while the list is open. The focus stays in the search field; aria-activedescendant names the current row. */
function Choices({ id, coins, value, figureOf, onChoose, onClose }: ChoicesProps) {
  const { t } = useLingui();
  const [search, setSearch] = useState('');
  const found = matching(coins, search);
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      coins.findIndex(({ coin }) => coin === value),
    ),
  );
  const list = useRef<HTMLDivElement>(null);
  const input = useFocusOnMount<HTMLInputElement>(true);
  useEffect(() => {
    list.current?.querySelector('[data-at]')?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  const onKeyDown = (event: KeyboardEvent) => {
    const next = moved(event.key, at, found.length);
    const present = found[at];
    if (next !== undefined) setAt(next);
    else if (event.key === 'Escape') onClose();
    else if (event.key !== 'Enter') return;
    else if (present) onChoose(present.coin);
    // The sheet below must neither close nor submit its form.
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div id={`${id}-panel`} className="mt-2 animate-rise overflow-hidden rounded-control border border-line">
      <label className="flex items-center gap-2 rounded-t-[calc(var(--radius-control)-1px)] border-b border-line bg-wash px-3.5 focus-within:ring-2 focus-within:ring-ink focus-within:ring-inset">
        <Icon name="search" size={20} className="shrink-0 text-muted" />
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={found[at] ? `${id}-${found[at].coin}` : undefined}
          aria-autocomplete="list"
          aria-label={t`Search coins`}
          placeholder={t`Search coins`}
          value={search}
          onChange={(event) => {
            setSearch(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
          autoComplete="off"
          enterKeyHint="done"
          className="min-h-11 w-full min-w-0 bg-transparent text-base outline-none placeholder:text-muted"
        />
      </label>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={t`Coins`}
        className="max-h-66 overflow-y-auto overscroll-contain p-1"
      >
        {found.map((asset, row) => (
          // Keys go to the search field, which refers to this row by aria-activedescendant.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- see above
          <div
            key={asset.coin}
            id={`${id}-${asset.coin}`}
            role="option"
            tabIndex={-1}
            aria-selected={asset.coin === value}
            data-at={row === at ? '' : undefined}
            onClick={() => onChoose(asset.coin)}
            className={cx(
              'flex min-h-12 cursor-pointer items-center gap-3 rounded-[10px] px-2.5 active:bg-amber-wash',
              row === at ? 'bg-wash' : 'hover:bg-wash',
            )}
          >
            <CoinIcon coin={asset.coin} size={28} />
            <span className="flex min-w-0 grow flex-wrap items-baseline justify-between gap-x-3">
              <span className="font-semibold">{asset.coin}</span>
              <span className="figures max-w-full text-right text-sm text-muted wrap-break-word">
                {figureOf(asset)}
              </span>
            </span>
            <Icon
              name="check"
              size={18}
              className={cx('shrink-0 text-malachite', asset.coin !== value && 'invisible')}
            />
          </div>
        ))}
      </div>
      <p role="status" className="m-0 px-4 pb-4 text-center text-sm text-muted empty:hidden">
        {found.length === 0 && <Trans>No coin matches</Trans>}
      </p>
    </div>
  );
}
