// The sheet that sells purchased hashrate back: how much, a final review of the loss, then the receipt.
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useAct } from '#api/act.ts';
import { remember } from '#api/queries.ts';
import type { PopupProps } from '#lib/popups.ts';
import { amountText, openText } from '#lib/amounts.ts';
import { percentText } from '#lib/percent.ts';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { eachOpening } from '#ui/each-opening.tsx';
import { EmptyState } from '#ui/views.tsx';
import { Fact } from '#ui/card.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { adit } from '#ui/figure.ts';
import {
  countsFrom,
  type Hashrate,
  sellPlan,
  type SellPlan,
  sellProblem,
  type SellProblem,
} from './hashrate.rules.ts';
import { countsFromText, openUsdt, sellProblemText, usdt } from './hashrate.words.ts';
import {
  type Basis,
  HashrateForm,
  type HashrateOrder,
  HashrateSheet,
  useHashrateOrder,
} from './hashrate-order.tsx';
import { Outcome, OutcomeFacts } from './hashrate-outcome.tsx';

interface StepProps {
  order: HashrateOrder<SellProblem, SellPlan>;
  basis: Basis;
}

function SellForm({ order, basis }: StepProps) {
  const { i18n } = useLingui();
  const { locale } = i18n;
  const { config, ownHashrate } = basis;
  const { plan, problem } = order;
  const [purchased, gifted] = [ownHashrate.purchased, ownHashrate.gifted].map((figure) =>
    amountText(figure, locale),
  );
  const resale = percentText(Number(config.resaleRate), locale);
  const price = openUsdt(ownHashrate.resalePrice, locale);
  return (
    <HashrateForm
      order={order}
      most={ownHashrate.purchased}
      worth={plan && openUsdt(plan.received, locale)}
      hint={<Trans>Purchased {purchased}</Trans>}
      error={sellProblemText(problem, ownHashrate, locale)}
      wrong={<Trans>Enter a whole number of hashrate.</Trans>}
    >
      <p className="m-0 text-sm text-pretty text-muted">
        <Trans>
          {price} per hashrate, {resale} of its price. Your {gifted} gifted hashrate can't be sold.
        </Trans>
      </p>
      <Outcome outcome={problem === null ? plan : undefined} />
    </HashrateForm>
  );
}

/** The final review, with the loss in a sentence right above the button. */
function SellConfirm({ order, basis }: StepProps) {
  const { i18n } = useLingui();
  const { locale } = i18n;
  const { plan, amount } = order;
  const [received, worth, loss] = [plan?.received, plan?.worth, plan?.loss].map((figure) =>
    openUsdt(figure ?? '0', locale),
  );
  const hashrate = openText(amount, locale);
  return (
    <Confirm
      coin="USDT"
      lead={<Trans>You receive</Trans>}
      figure={received}
      facts={
        <>
          <Fact label={<Trans>You sell</Trans>}>
            <Trans>{hashrate} hashrate</Trans>
          </Fact>
          <Fact label={<Trans>What it costs to buy</Trans>}>{worth}</Fact>
          <Fact label={<Trans>Your loss</Trans>}>
            <span className="text-garnet">{loss}</span>
          </Fact>
          <OutcomeFacts outcome={plan} />
        </>
      }
      after={usdt(fromUnits(toUnits(basis.funds) + toUnits(plan?.received ?? '0')), locale)}
    >
      <div className="grid gap-2 text-sm text-pretty">
        <p className="m-0 text-muted">{countsFromText(countsFrom(basis.miner))}</p>
        <p className="m-0">
          <Trans>
            You receive {received} and lose {loss}: buying the same hashrate again costs {worth}. This can't
            be undone.
          </Trans>
        </p>
      </div>
    </Confirm>
  );
}

function NothingToSell({ ownHashrate }: { ownHashrate: Hashrate }) {
  const { i18n } = useLingui();
  const gifted = amountText(ownHashrate.gifted, i18n.locale);
  return (
    <EmptyState icon="miner" title={<Trans>No purchased hashrate</Trans>}>
      <Trans>
        Only purchased hashrate can be sold back. Your {gifted} gifted hashrate is yours for good and can't be
        sold.
      </Trans>
    </EmptyState>
  );
}

export const Popup = eachOpening(Opening);

function Opening({ open, onClose }: PopupProps<'hashrateSell'>) {
  const { i18n } = useLingui();
  const { locale } = i18n;
  const order = useHashrateOrder({
    name: 'hashrateSell',
    open,
    problemOf: (typed, { ownHashrate }) => sellProblem(typed, ownHashrate),
    planOf: (typed, { ownHashrate, config }) => sellPlan(typed, ownHashrate, config),
  });
  const { amount, basis, plan } = order;
  const act = useAct('POST /api/mining/power/buyback', {
    shownIn: { open, done: t({ message: 'Hashrate sold', context: 'done' }) },
    onDone: ({ received, ...left }) => {
      remember('GET /api/mining/power', left);
      const hashrate = amountText(amount, locale);
      order.done({
        coin: 'USDT',
        lead: t`You received`,
        figure: usdt(received, locale),
        facts: [
          { label: t`You sold`, text: t`${hashrate} hashrate` },
          { label: t`Less per day`, text: adit(plan?.change.output ?? '0', locale) },
          { label: t`Your hashrate now`, text: amountText(left.power, locale) },
        ],
      });
    },
    onError: order.failed,
  });
  const sellable = basis?.ownHashrate.purchased !== '0';
  const hashrate = openText(amount, locale);
  return (
    <HashrateSheet
      open={open}
      onClose={onClose}
      title={<Trans>Sell hashrate back</Trans>}
      doneTitle={<Trans context="done">Hashrate sold</Trans>}
      order={order}
      act={act}
      verb={<Trans>Sell {hashrate} hashrate</Trans>}
      idle={!sellable}
    >
      {basis &&
        (!sellable ? (
          <NothingToSell ownHashrate={basis.ownHashrate} />
        ) : order.checking ? (
          <SellConfirm order={order} basis={basis} />
        ) : (
          <SellForm order={order} basis={basis} />
        ))}
    </HashrateSheet>
  );
}
