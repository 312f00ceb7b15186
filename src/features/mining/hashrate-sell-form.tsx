// The form of the sheet that sells hashrate back: what is received, what is lost, and what the fund can pay.
import { Trans, useLingui } from '@lingui/react/macro';
import { amountText, percentText } from '#lib/amounts.ts';
import { Fact, Facts } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { Form } from '#ui/form.tsx';
import { NOTHING, Outcome } from './hashrate-outcome.tsx';
import {
  type Hashrate,
  type SellPlan,
  type SellProblem,
  countsFrom,
  mostSellable,
  sellPlan,
} from './hashrate.rules.ts';
import { countsFromText, sellProblemText, openUsdt } from './hashrate.words.ts';
import type { Miner, MiningConfig } from './mining.rules.ts';
import { StepField } from './step-field.tsx';

/** What the sheet stands on. */
export interface SellBasis {
  miner: Miner;
  config: MiningConfig;
  ownHashrate: Hashrate;
  /** USDT in the repurchase fund. */
  fund: string;
}

interface SellFormProps {
  id: string;
  basis: SellBasis;
  /** Typed hashrate. */
  amount: string;
  problem: SellProblem | null;
  plan: SellPlan | undefined;
  onType: (amount: string) => void;
  onConfirm: () => void;
}

export function SellForm({ id, basis, amount, problem, plan, onType, onConfirm }: SellFormProps) {
  const { i18n } = useLingui();
  const { miner, config, ownHashrate, fund } = basis;
  const text = (figure: string) => amountText(figure, i18n.locale);
  const money = (figure: string) => openUsdt(figure, i18n.locale);
  const [purchased, gifted] = [text(ownHashrate.purchased), text(ownHashrate.gifted)];
  const [resale, price] = [
    percentText(Number(config.resaleRate), i18n.locale),
    money(ownHashrate.resalePrice),
  ];
  return (
    <Form id={id} onSubmit={onConfirm}>
      <StepField
        label={<Trans>Hashrate</Trans>}
        value={amount}
        onChange={onType}
        step={config.hashrateStep}
        most={ownHashrate.purchased}
        all={mostSellable(ownHashrate, fund)}
        aside={<Trans>Purchased {purchased}</Trans>}
        hint={
          <Trans>
            {price} for each hashrate, {resale} of its price. Your {gifted} gifted hashrate cannot be sold.
          </Trans>
        }
        error={sellProblemText(problem, { ownHashrate, fund, language: i18n.locale })}
        wrong={<Trans>Please enter a whole number of hashrate.</Trans>}
      />
      <Facts>
        <Fact label={<Trans>You receive</Trans>}>{plan ? money(plan.received) : NOTHING}</Fact>
        <Fact label={<Trans>What it costs to buy</Trans>}>{plan ? money(plan.worth) : NOTHING}</Fact>
        <Fact label={<Trans>Your loss</Trans>}>
          {plan ? <span className="text-garnet">{money(plan.loss)}</span> : NOTHING}
        </Fact>
        <Fact label={<Trans>Repurchase fund</Trans>}>{money(fund)}</Fact>
      </Facts>
      <Outcome outcome={plan} />
      <InWords plan={plan ?? sellPlan(config.hashrateStep, ownHashrate, config)} ready={problem === null} />
      <p className="m-0 text-[13px] text-pretty text-muted">{countsFromText(countsFrom(miner))}</p>
    </Form>
  );
}

interface InWordsProps {
  plan: SellPlan | undefined;
  /** Until it can be sold, the sentence keeps its place unseen, so that the field does not move below the hand. */
  ready: boolean;
}

/** The loss in a sentence, last before the button; read out when it changes. */
function InWords({ plan, ready }: InWordsProps) {
  const { i18n } = useLingui();
  const [received, loss, worth] = [plan?.received, plan?.loss, plan?.worth].map((amount) =>
    openUsdt(amount ?? '0', i18n.locale),
  );
  return (
    <p aria-live="polite" className={cx('m-0 text-sm text-pretty', !ready && 'invisible')}>
      <Trans>
        You receive {received} and lose {loss}: the same hashrate costs {worth} when you buy it again. It
        happens at once and cannot be undone.
      </Trans>
    </p>
  );
}
