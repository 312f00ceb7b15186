// The sheet that buys hashrate: how much, the price, the remaining balance, and what it produces from when.
import { t } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useAct } from '#api/act.ts';
import { remember } from '#api/queries.ts';
import { useOnline } from '#lib/online.ts';
import type { PopupInputs } from '#lib/popups.ts';
import { amountText, openText, percentText } from '#lib/amounts.ts';
import { toast } from '#lib/toast.ts';
import { eachOpening, type OpeningProps } from '#ui/each-opening.tsx';
import { Button } from '#ui/button.tsx';
import { BRAND } from '#lib/brand.ts';
import { Fact, Facts } from '#ui/card.tsx';
import { depositAndBack } from './deposit-and-back.ts';
import {
  buyPlan,
  type BuyPlan,
  buyProblem,
  type BuyProblem,
  daysToBreakEven,
  mostBuyable,
} from './hashrate.rules.ts';
import { buyProblemText, openUsdt, usdt } from './hashrate.words.ts';
import {
  type Act,
  type Basis,
  HashrateForm,
  type HashrateOrder,
  HashrateSheet,
  useHashrateOrder,
} from './hashrate-order.tsx';
import { NOTHING, Outcome } from './hashrate-outcome.tsx';
import { assetsQuery } from './mining.queries.ts';

const { symbol } = BRAND;

interface BuyFormProps {
  order: HashrateOrder<BuyProblem>;
  basis: Basis;
  act: Act;
  plan: BuyPlan | undefined;
}

/** The form of the sheet that buys hashrate, with everything the user should know beforehand. */
function BuyForm({ order, basis, act, plan }: BuyFormProps) {
  const { i18n } = useLingui();
  const { locale } = i18n;
  const { config, ownHashrate, funds: balance } = basis;
  const money = (figure: string, write = openUsdt) => write(figure, locale);
  const [price, step] = [money(ownHashrate.price), openText(config.hashrateStep, locale)];
  const held = money(balance, usdt);
  const days = daysToBreakEven(ownHashrate.price, config);
  return (
    <HashrateForm
      order={order}
      basis={basis}
      act={act}
      all={mostBuyable(balance, ownHashrate.price, config.hashrateStep)}
      aside={<Trans>Available {held}</Trans>}
      hint={
        <Trans>
          In steps of {step}, {price} for each hashrate
        </Trans>
      }
      error={buyProblemText(order.problem ?? null, config.hashrateStep, locale)}
    >
      <Facts>
        <Fact label={<Trans>You pay</Trans>}>{plan ? money(plan.cost) : NOTHING}</Fact>
        {plan?.missing ? (
          <Fact label={<Trans>Short by</Trans>}>
            <span className="text-garnet">{money(plan.missing, usdt)}</span>
          </Fact>
        ) : (
          <Fact label={<Trans>Balance after</Trans>}>
            {plan?.balanceAfter ? money(plan.balanceAfter, usdt) : NOTHING}
          </Fact>
        )}
      </Facts>
      <Outcome outcome={plan}>
        <Fact label={<Trans>Days to break even</Trans>}>{days === null ? NOTHING : String(days)}</Fact>
      </Outcome>
      <Plainly basis={basis} amount={plan ? order.amount : config.hashrateStep} days={days} />
    </HashrateForm>
  );
}

interface PlainlyProps {
  basis: Basis;
  /**
   * The typed amount; one step while no valid amount is typed, so that the field does not move under the user's finger.
   */
  amount: string;
  days: bigint | null;
}

/** What the figures mean in words: when the price has been earned back, and what selling back would return. */
function Plainly({ basis: { config, ownHashrate, funds }, amount, days }: PlainlyProps) {
  const { i18n } = useLingui();
  const plan = buyPlan(amount, ownHashrate, funds, config);
  const money = (figure: string | undefined) => openUsdt(figure ?? '0', i18n.locale);
  const [hashrate, added] = [amount, plan?.change.output ?? '0'].map((figure) =>
    openText(figure, i18n.locale),
  );
  const [cost, worth, tokenValue] = [plan?.cost, plan?.change.value, config.tokenValue].map(money);
  const [resale, resalePrice] = [
    percentText(Number(config.resaleRate), i18n.locale),
    money(ownHashrate.resalePrice),
  ];
  const count = days === null ? 0 : Number(days);
  return (
    <div className="grid gap-2 text-sm text-pretty" aria-live="polite">
      {days !== null && (
        <p className="m-0">
          <Trans>
            {hashrate} hashrate bring {added} {symbol} a day, worth {worth} at the fixed value of {tokenValue}{' '}
            for one {symbol}. They have brought back their price of {cost} after{' '}
            <Plural value={count} one="# complete day" other="# complete days" /> at the fixed value, if the
            repurchase fund can pay. Selling {symbol} has its own fee.
          </Trans>
        </p>
      )}
      <p className="m-0">
        <Trans>
          Hashrate can be sold back at any time for {resale} of its price, {resalePrice} for each. That much
          is set aside when you buy it.
        </Trans>
      </p>
    </div>
  );
}

const TO_READ_MS = 4000;

export const Popup = eachOpening(Opening);

function Opening({ open, onClose, input }: OpeningProps<PopupInputs['hashrateBuy']>) {
  const { i18n } = useLingui();
  const online = useOnline();
  const order = useHashrateOrder({
    name: 'hashrateBuy',
    open,
    given: input.hashrate,
    first: ({ config }) => config.hashrateStep,
    funds: useQuery({
      ...assetsQuery(),
      enabled: open,
      staleTime: 0,
      select: ({ items }) => items.find(({ coin }) => coin === 'USDT')?.balance ?? '0',
    }),
    problemOf: (typed, { funds, ownHashrate, config }) =>
      buyProblem(typed, funds, ownHashrate.price, config.hashrateStep),
  });
  const { amount, basis, problem } = order;
  const buy = useAct('POST /api/mining/power/buy', {
    onDone: (bought) => {
      order.done();
      remember('GET /api/mining/power', bought);
      const hashrate = amountText(amount, i18n.locale);
      toast(t`${hashrate} hashrate are yours`, 'success', TO_READ_MS);
      onClose();
    },
    onError: order.failed,
  });
  const possible = problem === null || problem === 'balance';
  const plan = basis && possible ? buyPlan(amount, basis.ownHashrate, basis.funds, basis.config) : undefined;
  const [hashrate, cost] = [openText(amount, i18n.locale), openUsdt(plan?.cost ?? '0', i18n.locale)];
  return (
    <HashrateSheet
      open={open}
      onClose={onClose}
      title={<Trans>Buy hashrate</Trans>}
      order={order}
      act={buy}
      button={
        basis &&
        (problem === null ? (
          <Trans>
            Pay {cost} for {hashrate} hashrate
          </Trans>
        ) : (
          <Trans>Buy</Trans>
        ))
      }
      instead={
        problem === 'balance' && online ? (
          <Button wide icon="deposit" onClick={() => depositAndBack('hashrateBuy', { hashrate: amount })}>
            <Trans>Deposit USDT</Trans>
          </Button>
        ) : undefined
      }
    >
      {basis && <BuyForm order={order} basis={basis} act={buy} plan={plan} />}
    </HashrateSheet>
  );
}
