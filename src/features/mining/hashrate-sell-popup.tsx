// The sheet that sells purchased hashrate back to the repurchase fund, showing the loss beforehand.
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useAct } from '#api/act.ts';
import { remember } from '#api/queries.ts';
import type { PopupInputs } from '#lib/popups.ts';
import { amountText, openText, percentText } from '#lib/amounts.ts';
import { payableHashrate } from '#rules/buyback.ts';
import { toast } from '#lib/toast.ts';
import { eachOpening, type OpeningProps } from '#ui/each-opening.tsx';
import { EmptyState } from '#ui/views.tsx';
import { Fact, Facts } from '#ui/card.tsx';
import { Notice } from '#ui/notice.tsx';
import { cx } from '#ui/class-names.ts';
import {
  type Hashrate,
  mostSellable,
  sellPlan,
  type SellPlan,
  sellProblem,
  type SellProblem,
  stepped,
} from './hashrate.rules.ts';
import { openUsdt, sellProblemText, usdt } from './hashrate.words.ts';
import {
  type Act,
  type Basis,
  HashrateForm,
  type HashrateOrder,
  HashrateSheet,
  useHashrateOrder,
} from './hashrate-order.tsx';
import { NOTHING, Outcome } from './hashrate-outcome.tsx';
import { fundQuery } from './mining.queries.ts';

interface SellFormProps {
  order: HashrateOrder<SellProblem>;
  basis: Basis;
  act: Act;
  plan: SellPlan | undefined;
}

/** The form of the sheet that sells hashrate back: what is received, what is lost, and what the fund can pay. */
function SellForm({ order, basis, act, plan }: SellFormProps) {
  const { i18n } = useLingui();
  const { config, ownHashrate, funds: fund } = basis;
  const text = (figure: string) => amountText(figure, i18n.locale);
  const money = (figure: string) => openUsdt(figure, i18n.locale);
  const [purchased, gifted] = [text(ownHashrate.purchased), text(ownHashrate.gifted)];
  const [resale, price] = [
    percentText(Number(config.resaleRate), i18n.locale),
    money(ownHashrate.resalePrice),
  ];
  const { problem = null } = order;
  return (
    <HashrateForm
      order={order}
      basis={basis}
      act={act}
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
    >
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
    </HashrateForm>
  );
}

interface InWordsProps {
  plan: SellPlan | undefined;
  /**
   * Until it can be sold, the sentence is hidden but keeps its space, so that the field does not move under the user's
   * finger.
   */
  ready: boolean;
}

/** The loss in a sentence, right above the button; read out when it changes. */
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

// Why no hashrate can be sold back now: none was purchased, or the repurchase fund cannot pay for any.

function NothingToSell({ ownHashrate }: { ownHashrate: Hashrate }) {
  const { i18n } = useLingui();
  const gifted = amountText(ownHashrate.gifted, i18n.locale);
  return (
    <EmptyState icon="miner" title={<Trans>No purchased hashrate</Trans>}>
      <Trans>
        Only purchased hashrate can be sold back. Your {gifted} gifted hashrate is yours for good and cannot
        be sold.
      </Trans>
    </EmptyState>
  );
}

function FundIsEmpty({ ownHashrate, fund }: { ownHashrate: Hashrate; fund: string }) {
  const { i18n } = useLingui();
  return (
    <>
      <Notice tone="amber" icon="clock">
        <strong className="block">
          <Trans>The repurchase fund cannot pay now</Trans>
        </strong>
        <Trans>
          It is filled again by what people pay for miners and hashrate. Yours stays as it is and goes on
          producing; you can sell it later.
        </Trans>
      </Notice>
      <div className="mt-3">
        <Facts>
          <Fact label={<Trans>Repurchase fund</Trans>}>{openUsdt(fund, i18n.locale)}</Fact>
          <Fact label={<Trans>Paid for each</Trans>}>{openUsdt(ownHashrate.resalePrice, i18n.locale)}</Fact>
          <Fact label={<Trans>Purchased</Trans>}>{amountText(ownHashrate.purchased, i18n.locale)}</Fact>
        </Facts>
      </div>
    </>
  );
}

const TO_READ_MS = 4000;

export const Popup = eachOpening(Opening);

function Opening({ open, onClose }: OpeningProps<PopupInputs['hashrateSell']>) {
  const { i18n } = useLingui();
  const order = useHashrateOrder({
    name: 'hashrateSell',
    open,
    // One step to begin with, or what there is of it.
    first: ({ ownHashrate, config, funds }) =>
      stepped('', config.hashrateStep, true, mostSellable(ownHashrate, funds)),
    funds: useQuery({ ...fundQuery(), enabled: open, staleTime: 0, select: ({ fund }) => fund.balance }),
    problemOf: (typed, { ownHashrate, funds }) => sellProblem(typed, ownHashrate, funds),
  });
  const { amount, basis, problem } = order;
  const sell = useAct('POST /api/mining/power/buyback', {
    onDone: ({ received, ...left }) => {
      order.done();
      remember('GET /api/mining/power', left);
      const money = usdt(received, i18n.locale);
      toast(t`You received ${money}`, 'success', TO_READ_MS);
      onClose();
    },
    onError: order.failed,
  });
  const possible = problem === null || problem === 'fund';
  const plan = basis && possible ? sellPlan(amount, basis.ownHashrate, basis.config) : undefined;
  const owned = basis && basis.ownHashrate.purchased !== '0';
  const sellable = owned && payableHashrate(basis.funds, basis.ownHashrate.resalePrice) !== '0';
  const [hashrate, received] = [openText(amount, i18n.locale), openUsdt(plan?.received ?? '0', i18n.locale)];
  return (
    <HashrateSheet
      open={open}
      onClose={onClose}
      title={<Trans>Sell hashrate back</Trans>}
      order={order}
      act={sell}
      button={
        sellable &&
        (problem === null ? (
          <Trans>
            Sell {hashrate} hashrate for {received}
          </Trans>
        ) : (
          <Trans>Sell back</Trans>
        ))
      }
    >
      {sellable ? (
        <SellForm order={order} basis={basis} act={sell} plan={plan} />
      ) : owned ? (
        <FundIsEmpty ownHashrate={basis.ownHashrate} fund={basis.funds} />
      ) : (
        basis && <NothingToSell ownHashrate={basis.ownHashrate} />
      )}
    </HashrateSheet>
  );
}
