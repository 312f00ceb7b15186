// The sheet that buys hashrate: how much, a final review of the price and what it produces, then the receipt.
import { t } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useAct } from '#api/act.ts';
import { remember } from '#api/queries.ts';
import { shareOf } from '#lib/amount-entry.ts';
import { useOnline } from '#lib/online.ts';
import type { PopupProps } from '#lib/popups.ts';
import { amountText, countText, openText } from '#lib/amounts.ts';
import { percentText } from '#lib/percent.ts';
import { eachOpening } from '#ui/each-opening.tsx';
import { Button } from '#ui/button.tsx';
import { BRAND } from '#lib/brand.ts';
import { Fact } from '#ui/card.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { adit } from '#ui/figure.ts';
import { depositAndBack } from './deposit-and-back.ts';
import {
  buyPlan,
  type BuyPlan,
  buyProblem,
  type BuyProblem,
  countsFrom,
  daysToBreakEven,
  mostBuyable,
} from './hashrate.rules.ts';
import { buyProblemText, countsFromText, openUsdt, usdt } from './hashrate.words.ts';
import {
  type Basis,
  HashrateForm,
  type HashrateOrder,
  HashrateSheet,
  useHashrateOrder,
} from './hashrate-order.tsx';
import { Outcome, OutcomeFacts } from './hashrate-outcome.tsx';
import { purchaseOf } from './mining.rules.ts';

const { symbol } = BRAND;

interface StepProps {
  order: HashrateOrder<BuyProblem, BuyPlan>;
  basis: Basis;
}

function BuyForm({ order, basis }: StepProps) {
  const { i18n } = useLingui();
  const { locale } = i18n;
  const { config, ownHashrate, funds } = basis;
  const { plan, problem } = order;
  const [price, step] = [openUsdt(ownHashrate.price, locale), openText(config.hashrateStep, locale)];
  const held = usdt(funds, locale);
  const most = (balance: string) => mostBuyable(balance, ownHashrate.price, config.hashrateStep);
  return (
    <HashrateForm
      order={order}
      most={most(funds)}
      share={(_all, percent) => most(shareOf(funds, percent, 18))}
      worth={plan && openUsdt(plan.cost, locale)}
      hint={
        <Trans>
          Available {held}. In steps of {step}, {price} per hashrate.
        </Trans>
      }
      error={buyProblemText(problem, basis, locale)}
    >
      <Outcome outcome={problem === null ? plan : undefined} />
    </HashrateForm>
  );
}

/**
 * The final review, with the meaning of the figures as text: when the price has been earned back, and what selling
 * returns.
 */
function BuyConfirm({ order, basis }: StepProps) {
  const { i18n } = useLingui();
  const { locale } = i18n;
  const { plan, amount } = order;
  const { config, ownHashrate, miner } = basis;
  const money = (figure: string | null | undefined) => openUsdt(figure ?? '0', locale);
  const days = daysToBreakEven(ownHashrate.price, config);
  const [hashrate, added] = [amount, plan?.change.output ?? '0'].map((figure) => openText(figure, locale));
  const [cost, worth, tokenValue] = [plan?.cost, plan?.change.value, config.tokenValue].map(money);
  const resale = percentText(Number(config.resaleRate), locale);
  const resalePrice = money(ownHashrate.resalePrice);
  const count = days === null ? 0 : Number(days);
  return (
    <Confirm
      coin={symbol}
      lead={<Trans>You buy</Trans>}
      figure={<Trans>{hashrate} hashrate</Trans>}
      facts={
        <>
          <Fact label={<Trans>You pay</Trans>}>{cost}</Fact>
          <OutcomeFacts outcome={plan} />
          <Fact label={<Trans>Days to break even</Trans>}>
            {days === null ? '–' : countText(count, locale)}
          </Fact>
        </>
      }
      after={usdt(plan?.balanceAfter ?? '0', locale)}
    >
      <div className="grid gap-2 text-sm text-pretty text-muted">
        {days !== null && (
          <p className="m-0">
            <Trans>
              {hashrate} hashrate adds {added} {symbol} a day, worth {worth} at the fixed value of{' '}
              {tokenValue} per {symbol}. It earns back its price of {cost} after{' '}
              <Plural value={count} one="# full day" other="# full days" /> at that value, if the repurchase
              fund can pay. Selling {symbol} has its own fee.
            </Trans>
          </p>
        )}
        <p className="m-0">
          <Trans>
            Hashrate can be sold back any time for {resale} of its price, {resalePrice} each. That much is set
            aside when you buy it.
          </Trans>
        </p>
        <p className="m-0">{countsFromText(countsFrom(miner))}</p>
      </div>
    </Confirm>
  );
}

export const Popup = eachOpening(Opening);

function Opening({ open, onClose, input }: PopupProps<'hashrateBuy'>) {
  const { i18n } = useLingui();
  const { locale } = i18n;
  const online = useOnline();
  const order = useHashrateOrder({
    name: 'hashrateBuy',
    open,
    given: input.hashrate,
    problemOf: (typed, { funds, ownHashrate, config }) =>
      buyProblem(typed, funds, ownHashrate.price, config.hashrateStep),
    planOf: (typed, { funds, ownHashrate, config }) => buyPlan(typed, ownHashrate, funds, config),
  });
  const { amount, basis, plan } = order;
  const act = useAct('POST /api/mining/power/buy', {
    shownIn: { open, done: t`Hashrate bought` },
    onDone: (bought) => {
      remember('GET /api/mining/power', bought);
      const hashrate = amountText(amount, locale);
      order.done({
        coin: symbol,
        lead: t`You bought`,
        figure: t`${hashrate} hashrate`,
        facts: [
          { label: t`You paid`, text: usdt(plan?.cost ?? '0', locale) },
          { label: t`More per day`, text: adit(plan?.change.output ?? '0', locale) },
          { label: t`Your hashrate now`, text: amountText(bought.power, locale) },
        ],
      });
    },
    onError: order.failed,
  });
  const cost = openUsdt(plan?.cost ?? '0', locale);
  return (
    <HashrateSheet
      open={open}
      onClose={onClose}
      title={<Trans>Buy hashrate</Trans>}
      doneTitle={<Trans>Hashrate bought</Trans>}
      order={order}
      act={act}
      verb={<Trans>Pay {cost}</Trans>}
      instead={
        order.problem === 'balance' && online ? (
          <Button
            wide
            icon="deposit"
            onClick={() => {
              const { missing } = purchaseOf(basis?.funds ?? '0', plan?.cost ?? '0');
              depositAndBack(missing, 'hashrateBuy', { hashrate: amount });
            }}
          >
            <Trans>Deposit USDT</Trans>
          </Button>
        ) : undefined
      }
    >
      {basis &&
        (order.checking ? (
          <BuyConfirm order={order} basis={basis} />
        ) : (
          <BuyForm order={order} basis={basis} />
        ))}
    </HashrateSheet>
  );
}
