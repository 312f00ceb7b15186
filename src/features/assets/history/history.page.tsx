// Fund history: every record of the account, filtered by category and coin, with details and an export.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useAtom, useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { hideAmountsAtom } from '#lib/hide-amounts.ts';
import { AsOf } from '#ui/as-of.tsx';
import { AskToConnect } from '#ui/ask-to-connect.tsx';
import { assetsQuery } from '#features/assets/assets.queries.ts';
import { useMoney } from '#features/assets/money.ts';
import { CATEGORY_NAMES } from '#features/assets/record-words.ts';
import { go, useParam } from '#lib/navigate.ts';
import { signedInAtom } from '#lib/session.ts';
import { timeWithin } from '#lib/time.ts';
import { toast } from '#lib/toast.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Body } from '#ui/hero.tsx';
import { useNow } from '#ui/now.ts';
import { FUND_CATEGORIES, type FundCategory } from '#rules/fund-categories.ts';
import { Chip, chip } from '#ui/chip.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icon.tsx';
import { ExportSheet } from './export-sheet.tsx';
import { addressOf, type Filter, filterOf } from './history.rules.ts';
import { Records } from './records.tsx';
import { type History as Loaded, useHistory } from './use-history.ts';

interface FiltersProps {
  filter: Filter;
  /** Symbols in the server's order. */
  coins: readonly string[];
  onChange: (filter: Filter) => void;
}

/**
 * The filters of the fund history: categories as a row of radio buttons that scrolls sideways, and coins as a native
 * list.
 */
function Filters({ filter, coins, onChange }: FiltersProps) {
  const { t } = useLingui();
  const { coin = '', ...rest } = filter;
  // An address may name a coin that the list does not know (yet).
  const known = coin === '' || coins.includes(coin) ? coins : [coin, ...coins];
  return (
    <div
      role="group"
      aria-label={t`Filter`}
      className="-mx-4 flex items-center gap-2 overflow-x-auto overscroll-x-contain px-4 py-2 [scrollbar-width:none] [&::-webkit-scrollbar]:hidden"
    >
      <span className="relative shrink-0">
        <select
          aria-label={t`Coin`}
          value={coin}
          onChange={(event) => {
            const chosen = event.target.value;
            onChange(chosen === '' ? rest : { ...rest, coin: chosen });
          }}
          className={cx(chip(coin !== ''), 'appearance-none pr-9')}
        >
          <option value="">{t`All coins`}</option>
          {known.map((symbol) => (
            <option key={symbol} value={symbol}>
              {symbol}
            </option>
          ))}
        </select>
        <Icon
          name="down"
          size={16}
          className={cx(
            'pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2',
            coin === '' ? 'text-muted' : 'text-white',
          )}
        />
      </span>
      <Categories
        value={filter.category}
        onChange={(category) => onChange({ ...(category && { category }), ...(coin && { coin }) })}
      />
    </div>
  );
}

interface CategoriesProps {
  value: FundCategory | undefined;
  onChange: (category: FundCategory | undefined) => void;
}

function Categories({ value, onChange }: CategoriesProps) {
  const { t, i18n } = useLingui();
  const chosen = useRef<HTMLLabelElement>(null);
  // The one named in the address may be scrolled out of sight.
  useEffect(() => {
    void chosen.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, []);
  return (
    <div role="radiogroup" aria-label={t`Category`} className="flex gap-2">
      {[undefined, ...FUND_CATEGORIES].map((category) => {
        const here = category === value;
        return (
          <Chip
            key={category ?? 'all'}
            ref={here ? chosen : undefined}
            name="category"
            checked={here}
            onChange={() => onChange(category)}
          >
            {category ? i18n._(CATEGORY_NAMES[category]) : t({ message: 'All', context: 'every category' })}
          </Chip>
        );
      })}
    </div>
  );
}

export function Page() {
  const signedIn = useAtomValue(signedInAtom);
  const filter = filterOf(useParam('category'), useParam('coin'));
  if (signedIn) return <History filter={filter} />;
  return (
    <Body overlap={false}>
      <AskToConnect>
        <Trans>Connect your wallet to see your activity.</Trans>
      </AskToConnect>
    </Body>
  );
}

function History({ filter }: { filter: Filter }) {
  const { t } = useLingui();
  const history = useHistory(filter);
  const { away } = history;
  const money = useMoney(away);
  const coins = useQuery(assetsQuery()).data?.items.map(({ coin }) => coin) ?? [];
  const [hidden, setHidden] = useAtom(hideAmountsAtom);
  const [exporting, setExporting] = useState(false);
  const asOf = history.pages?.[0]?.asOf;
  const show = (next: Filter) => void go(addressOf(next), { replace: true });
  const startExport = () => {
    if (away) toast(t`Export needs a connection.`, 'info', 3500);
    else setExporting(true);
  };
  return (
    <>
      <div className="frame pad-safe pb-[calc(env(safe-area-inset-bottom)+96px)]">
        <div className="flex items-center gap-1 pt-3">
          <p className="m-0 min-w-0 grow text-sm text-balance text-muted">
            {asOf && !away && <Time iso={asOf} />}
          </p>
          <IconButton
            icon={hidden ? 'eyeOff' : 'eye'}
            label={t`Hide amounts`}
            aria-pressed={hidden}
            onClick={() => setHidden(!hidden)}
          />
          <IconButton icon="refresh" label={t`Refresh`} aria-busy={history.busy} onClick={history.refresh} />
          <Button
            look="secondary"
            size="sm"
            icon="download"
            className="ml-1 whitespace-nowrap"
            onClick={startExport}
          >
            <Trans>Export</Trans>
          </Button>
        </div>
        {away && asOf && (
          <div className="pt-3">
            <AsOf asOf={asOf}>
              <Trans>Newer activity shows up once you're online.</Trans>
            </AsOf>
          </div>
        )}
        <div className="sticky top-[calc(env(safe-area-inset-top)+56px)] z-10 bg-page">
          <Filters filter={filter} coins={coins} onChange={show} />
        </div>
        <Announcement filter={filter} history={history} />
        <Records
          // Another filter is another list, which starts at its top.
          key={addressOf(filter)}
          filter={filter}
          history={history}
          onShowAll={() => show({})}
          onDeposit={() => money('deposit')}
        />
      </div>
      <ExportSheet open={exporting} onClose={() => setExporting(false)} filter={filter} />
    </>
  );
}

/** Announces the result of a filter. */
function Announcement({ filter, history: { pages, hasMore } }: { filter: Filter; history: Loaded }) {
  const { t, i18n } = useLingui();
  const what =
    [filter.category && i18n._(CATEGORY_NAMES[filter.category]), filter.coin].filter(Boolean).join(', ') ||
    t`All`;
  const count = pages?.reduce((sum, { items }) => sum + items.length, 0) ?? 0;
  return (
    <p role="status" className="sr-only">
      {pages &&
        (hasMore ? (
          <Trans>{what}: newest first</Trans>
        ) : (
          <>
            {what}: <Plural value={count} one="# entry" other="# entries" />
          </>
        ))}
    </p>
  );
}

function Time({ iso }: { iso: string }) {
  const { i18n } = useLingui();
  const time = timeWithin(iso, i18n.locale, useNow(15_000));
  return <Trans>As of {time}</Trans>;
}
