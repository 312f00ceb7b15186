// The coin list and the sheet of the tapped coin. The open state lives here, so that a tap re-renders only the sheet.
import { memo, type ReactNode, useCallback, useState } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useAtom, useAtomValue } from 'jotai';
import { atomWithStorage, createJSONStorage } from 'jotai/utils';
import { go } from '#lib/navigate.ts';
import { Card, Fact, Facts } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import { Switch } from '#ui/switch.tsx';
import { EmptyState } from '#ui/views.tsx';
import { local } from '#lib/storage.ts';
import { openText, SHOWN_DECIMALS } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { signedInAtom } from '#lib/session.ts';
import { timeText } from '#lib/time.ts';
import { fittingDecimals, shownText } from '#ui/amount-shown.ts';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { Address } from '#ui/copy.tsx';
import { useNow } from '#ui/now.ts';
import { Sheet } from '#ui/sheet.tsx';
import { actionsOf, type Asset, type AssetList, heldOf, shown, stakedValue } from './assets.rules.ts';
import type { MoneyAction } from './money.ts';
import { Actions } from './actions.tsx';
import { fundQuery } from './assets.queries.ts';
import { Movements } from './movements.tsx';

// One coin: icon, symbol and price on the left; on the right the total held, staked or free, and its value. A tap opens
// details.

/** Prices of cheap coins need more decimals than amounts do. */
const PRICE_DECIMALS = 8;

interface CoinRowProps {
  asset: Asset;
  onOpen: (coin: string) => void;
}

function CoinRow({ asset, onOpen }: CoinRowProps) {
  const { i18n } = useLingui();
  const figure = (amount: string, max = fittingDecimals(amount)) => shownText(amount, i18n.locale, { max });
  const held = heldOf(asset);
  const value = asset.valueUsdt;
  const price = asset.price === null ? null : openText(asset.price, i18n.locale, { max: PRICE_DECIMALS });
  const staked = figure(asset.staked);
  return (
    <li className="border-b border-line">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => onOpen(asset.coin)}
        className="-mx-4 flex min-h-17 w-[calc(100%+32px)] items-center gap-3 px-4 py-2.5 text-left transition-colors hover:bg-wash active:bg-wash"
      >
        <CoinIcon coin={asset.coin} size={40} />
        <span className="grow">
          <span className="block leading-tight font-semibold">{asset.coin}</span>
          <span className="figures block text-xs text-muted min-[360px]:whitespace-nowrap">
            {price === null ? <Trans>No price now</Trans> : <>{price} USDT</>}
          </span>
        </span>
        <span className="min-w-0 text-right">
          <span className="figures block leading-tight font-semibold wrap-anywhere">{figure(held)}</span>
          {value !== null && (
            <span className="figures block text-xs text-muted">
              ≈ {figure(value, Math.min(4, fittingDecimals(value)))} USDT
            </span>
          )}
          {asset.staked !== '0' && (
            <span className="figures block text-xs text-muted">
              <Trans>Includes {staked} staked</Trans>
            </span>
          )}
        </span>
      </button>
      {asset.coin === BRAND.symbol && <FundToday />}
    </li>
  );
}

/** What stands, unseen, in the place of the figure: as wide as most. */
const USUAL_FIGURE = '100.99';

/** Beside the fixed value of ADIT: what the repurchase fund still pays for it today. The line has its place before it is known. */
function FundToday() {
  const { i18n } = useLingui();
  const { data, isError } = useQuery(fundQuery());
  if (!data && isError) return null;
  const { mine, budgetLeft } = data?.fund ?? { mine: null, budgetLeft: USUAL_FIGURE };
  const write = mine ? shownText : openText;
  const usdt = write(mine?.left ?? budgetLeft, i18n.locale, { max: 2 });
  return (
    <p className={`m-0 -mt-1.5 pb-2.5 pl-13 text-xs text-pretty text-muted ${data ? '' : 'invisible'}`}>
      <Trans>The fund can pay {usdt} USDT today</Trans>
    </p>
  );
}

interface CoinSheetProps {
  asset: Asset;
  exchangeOpen: boolean;
  open: boolean;
  onClose: () => void;
  onAct: (action: MoneyAction, coin: string) => void;
}

const ALL_DECIMALS = 18;

/**
 * One coin: total held (free and staked), its value and the time of its price, its contract, its actions and latest
 * records.
 */
function CoinSheet({ asset, exchangeOpen, open, onClose, onAct }: CoinSheetProps) {
  const { i18n } = useLingui();
  const signedIn = useAtomValue(signedInAtom);
  const { coin, valueUsdt } = asset;
  const figure = (amount: string, max = SHOWN_DECIMALS) => shownText(amount, i18n.locale, { max });
  const actions = actionsOf(asset, exchangeOpen);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={
        <span className="flex items-center gap-2.5">
          <CoinIcon coin={coin} size={32} />
          {coin}
        </span>
      }
    >
      <p className="figures m-0 text-2xl leading-tight font-semibold wrap-anywhere">
        {figure(heldOf(asset), ALL_DECIMALS)} <span className="text-base font-medium text-muted">{coin}</span>
      </p>
      {valueUsdt !== null && (
        <p className="figures m-0 mt-0.5 text-sm text-muted">≈ {figure(valueUsdt, 4)} USDT</p>
      )}
      {actions.length > 0 ? (
        <div className="-mx-2 py-4">
          <Actions actions={actions} onAct={(action) => onAct(action, coin)} />
        </div>
      ) : (
        <p className="m-0 py-3 text-sm text-pretty text-muted">
          <Trans>This coin cannot be deposited, withdrawn or exchanged at present.</Trans>
        </p>
      )}
      <CoinFacts asset={asset} figure={figure} />
      {signedIn && (
        <section className="mt-4 rounded-card border border-line px-4 py-3">
          <h3 className="m-0 mb-1 text-base font-semibold">
            <Trans>Latest movements</Trans>
          </h3>
          <Movements coin={coin} active={open} />
        </section>
      )}
    </Sheet>
  );
}

interface CoinFactsProps {
  asset: Asset;
  figure: (amount: string, max?: number) => string;
}

function CoinFacts({ asset, figure }: CoinFactsProps) {
  const { i18n } = useLingui();
  const now = useNow(15_000);
  const { coin, price, priceAt, contract } = asset;
  const amount = (value: string): ReactNode => `${openText(value, i18n.locale)} ${coin}`;
  const inUsdt = stakedValue(asset);
  return (
    <Facts>
      <Fact label={<Trans>Price</Trans>}>
        {price === null ? (
          <Trans>No price now</Trans>
        ) : (
          <>
            {openText(price, i18n.locale, { max: PRICE_DECIMALS })} USDT
            {priceAt !== null && (
              <span className="block text-xs font-normal text-muted">
                {timeText(priceAt, i18n.locale, now)}
              </span>
            )}
          </>
        )}
      </Fact>
      {asset.staked !== '0' && (
        <>
          <Fact label={<Trans>Available</Trans>}>
            {figure(asset.balance)} {coin}
          </Fact>
          <Fact label={<Trans>Staked</Trans>}>
            {figure(asset.staked)} {coin}
            {inUsdt !== null && (
              <span className="block text-xs font-normal text-muted">≈ {figure(inUsdt, 4)} USDT</span>
            )}
          </Fact>
        </>
      )}
      {asset.withdrawable && (
        <>
          <Fact label={<Trans>Smallest withdrawal</Trans>}>{amount(asset.minWithdraw)}</Fact>
          <Fact label={<Trans>Withdrawal fee</Trans>}>{amount(asset.withdrawFee)}</Fact>
        </>
      )}
      {contract !== null && (
        <Fact label={<Trans>Contract</Trans>}>
          <Address address={contract} className="-my-3 -mr-3" />
        </Fact>
      )}
    </Facts>
  );
}

const onDevice = createJSONStorage<boolean>(() => local);

/** The user's choice for the asset list; stored on the device, since it says nothing about an account. */
const hideZeroAtom = atomWithStorage('hideZero', false, onDevice, { getOnInit: true });

interface CoinListProps {
  items: readonly Asset[];
  onOpen: (coin: string) => void;
}

/** The coins in the server's order, with a search and a switch that hides zero balances. */
const CoinList = memo(function CoinList({ items, onOpen }: CoinListProps) {
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

interface CoinsProps {
  list: AssetList;
  onAct: (action: MoneyAction, coin: string) => void;
}

export function Coins({ list: { items, exchangeOpen }, onAct }: CoinsProps) {
  const [coin, setCoin] = useState({ symbol: '', open: false });
  const asset = items.find((item) => item.coin === coin.symbol);
  const open = useCallback((symbol: string) => setCoin({ symbol, open: true }), []);
  const close = () => setCoin((old) => ({ ...old, open: false }));
  return (
    <>
      <CoinList items={items} onOpen={open} />
      {asset && (
        <CoinSheet
          asset={asset}
          exchangeOpen={exchangeOpen}
          open={coin.open}
          onClose={close}
          onAct={(action, symbol) => {
            close();
            onAct(action, symbol);
          }}
        />
      )}
    </>
  );
}
