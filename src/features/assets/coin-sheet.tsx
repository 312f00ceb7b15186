// One coin: what is held, free and staked together, what it is worth and since when, where its contract is, what can be done with it, what last moved.
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { openText, SHOWN_DECIMALS } from '#lib/amounts.ts';
import { signedInAtom } from '#lib/session.ts';
import { timeText } from '#lib/time.ts';
import { shownText } from '#ui/amount-shown.ts';
import { Fact, Facts } from '#ui/card.tsx';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { Address } from '#ui/copy.tsx';
import { useNow } from '#ui/now.ts';
import { Sheet } from '#ui/sheet.tsx';
import { Actions } from './actions.tsx';
import { actionsOf, type Asset, heldOf, stakedValue } from './assets.rules.ts';
import { PRICE_DECIMALS } from './coin-row.tsx';
import type { MoneyAction } from './money.ts';
import { Movements } from './movements.tsx';

interface CoinSheetProps {
  asset: Asset;
  exchangeOpen: boolean;
  open: boolean;
  onClose: () => void;
  onAct: (action: MoneyAction, coin: string) => void;
}

const ALL_DECIMALS = 18;

export function CoinSheet({ asset, exchangeOpen, open, onClose, onAct }: CoinSheetProps) {
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
      <p className="figures m-0 text-[28px] leading-tight font-semibold wrap-anywhere">
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
          <h3 className="m-0 mb-1 text-[15px] font-semibold">
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
              <span className="block text-[13px] font-normal text-muted">
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
              <span className="block text-[13px] font-normal text-muted">≈ {figure(inUsdt, 4)} USDT</span>
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
