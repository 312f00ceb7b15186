// The form of the sheet that buys hashrate, with everything that is to be known before.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { openText, percentText } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { Fact, Facts } from '#ui/card.tsx';
import { Form } from '#ui/form.tsx';
import { NOTHING, Outcome } from './hashrate-outcome.tsx';
import {
  type BuyPlan,
  type BuyProblem,
  type Hashrate,
  buyPlan,
  countsFrom,
  daysToBreakEven,
  mostBuyable,
} from './hashrate.rules.ts';
import { buyProblemText, countsFromText, openUsdt, usdt } from './hashrate.words.ts';
import type { Miner, MiningConfig } from './mining.rules.ts';
import { StepField } from './step-field.tsx';

const { symbol } = BRAND;

/** What the sheet stands on. */
export interface BuyBasis {
  miner: Miner;
  config: MiningConfig;
  ownHashrate: Hashrate;
  /** Decimal string of USDT. */
  balance: string;
}

interface BuyFormProps {
  id: string;
  basis: BuyBasis;
  /** Typed hashrate. */
  amount: string;
  problem: BuyProblem | null;
  plan: BuyPlan | undefined;
  onType: (amount: string) => void;
  onConfirm: () => void;
}

export function BuyForm({ id, basis, amount, problem, plan, onType, onConfirm }: BuyFormProps) {
  const { i18n } = useLingui();
  const { locale } = i18n;
  const { miner, config, ownHashrate, balance } = basis;
  const money = (figure: string, write = openUsdt) => write(figure, locale);
  const [price, step] = [money(ownHashrate.price), openText(config.hashrateStep, locale)];
  const held = money(balance, usdt);
  const days = daysToBreakEven(ownHashrate.price, config);
  return (
    <Form id={id} onSubmit={onConfirm}>
      <StepField
        label={<Trans>Hashrate</Trans>}
        value={amount}
        onChange={onType}
        step={config.hashrateStep}
        all={mostBuyable(balance, ownHashrate.price, config.hashrateStep)}
        aside={<Trans>Available {held}</Trans>}
        hint={
          <Trans>
            In steps of {step}, {price} for each hashrate
          </Trans>
        }
        error={buyProblemText(problem, config.hashrateStep, locale)}
      />
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
      <Plainly basis={basis} amount={plan ? amount : config.hashrateStep} days={days} />
      <p className="m-0 text-[13px] text-pretty text-muted">{countsFromText(countsFrom(miner))}</p>
    </Form>
  );
}

interface PlainlyProps {
  basis: BuyBasis;
  /** The typed hashrate; one step while none that can be bought is typed, so that the field does not move below the hand. */
  amount: string;
  days: bigint | null;
}

/** What the figures mean, in words: when the price has come back, and what is left of it when it is sold back. */
function Plainly({ basis: { config, ownHashrate, balance }, amount, days }: PlainlyProps) {
  const { i18n } = useLingui();
  const plan = buyPlan(amount, ownHashrate, balance, config);
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
            <Plural value={count} one="# complete day" other="# complete days" />, not sooner. Selling{' '}
            {symbol} has its own price and fee, and depends on the repurchase fund.
          </Trans>
        </p>
      )}
      <p className="m-0">
        <Trans>
          Hashrate can be sold back for {resale} of its price, {resalePrice} for each, as far as the fund can
          pay.
        </Trans>
      </p>
    </div>
  );
}
