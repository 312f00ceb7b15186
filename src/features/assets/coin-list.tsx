// The coins in the server's order, with search and the switch that leaves out what is not held.
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtom } from 'jotai';
import { memo, useState } from 'react';
import { go } from '#lib/navigate.ts';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import { Switch } from '#ui/switch.tsx';
import { EmptyState } from '#ui/views.tsx';
import { hideZeroAtom } from './assets.atoms.ts';
import { type Asset, shown } from './assets.rules.ts';
import { CoinRow } from './coin-row.tsx';

interface CoinListProps {
  items: readonly Asset[];
  onOpen: (coin: string) => void;
}

export const CoinList = memo(function CoinList({ items, onOpen }: CoinListProps) {
  const { t } = useLingui();
  const [search, setSearch] = useState('');
  const [hideZero, setHideZero] = useAtom(hideZeroAtom);
  const coins = shown(items, { search, hideZero });
  return (
    <Card>
      <div className="mb-1 flex flex-wrap items-center gap-x-4 gap-y-1">
        <label className="flex min-h-11 min-w-40 grow-99 items-center gap-2 rounded-control border border-faint px-3 focus-within:border-ink focus-within:ring-3 focus-within:ring-amber/30">
          <Icon name="search" size={20} className="shrink-0 text-muted" />
          <input
            type="search"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            placeholder={t`Search coin`}
            aria-label={t`Search coin`}
            autoComplete="off"
            enterKeyHint="search"
            className="min-h-11 w-full min-w-0 bg-transparent text-base outline-none placeholder:text-muted"
          />
        </label>
        <span className="flex grow items-center justify-between gap-1 text-sm">
          <span aria-hidden="true">
            <Trans>Hide zero balances</Trans>
          </span>
          <Switch checked={hideZero} onChange={setHideZero} label={t`Hide zero balances`} />
        </span>
      </div>
      {coins.length > 0 ? (
        <ul className="m-0 -mb-2 list-none p-0 [&>li:last-child]:border-b-0">
          {coins.map((asset) => (
            <CoinRow key={asset.coin} asset={asset} onOpen={onOpen} />
          ))}
        </ul>
      ) : (
        <div role="status">
          {search.trim() ? (
            <EmptyState
              icon="search"
              title={t`No coin matches`}
              action={{ label: t`Clear search`, onClick: () => setSearch('') }}
            />
          ) : (
            <EmptyState
              icon="miner"
              title={t`No balances yet`}
              action={{ label: t`To the miner`, onClick: () => void go('/pages/mining/index') }}
            >
              <Trans>What your miner produces appears here after the claim.</Trans>
            </EmptyState>
          )}
        </div>
      )}
    </Card>
  );
});
