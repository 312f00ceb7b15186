// The sheet that sells purchased hashrate back, showing the loss beforehand.
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useAct } from '#api/act.ts';
import { remember } from '#api/queries.ts';
import type { PopupInputs } from '#lib/popups.ts';
import { amountText, openText, percentText } from '#lib/amounts.ts';
import { toast } from '#lib/toast.ts';
import { eachOpening, type OpeningProps } from '#ui/each-opening.tsx';
import { EmptyState } from '#ui/views.tsx';
import { Fact, Facts } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import {
  type Hashrate,
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

interface SellFormProps {
  order: HashrateOrder<SellProblem>;
  basis: Basis;
  act: Act;
  plan: SellPlan | undefined;
}

/** The form of the sheet that sells hashrate back: what is received, and what is lost. */
function SellForm({ order, basis, act, plan }: SellFormProps) {
  const { i18n } = useLingui();
  const { config, ownHashrate } = basis;
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
      all={ownHashrate.purchased}
      aside={<Trans>Purchased {purchased}</Trans>}
      hint={
        <Trans>
          {price} for each hashrate, {resale} of its price. Your {gifted} gifted hashrate cannot be sold.
        </Trans>
      }
      error={sellProblemText(problem, ownHashrate, i18n.locale)}
      wrong={<Trans>Please enter a whole number of hashrate.</Trans>}
    >
      <Facts>
        <Fact label={<Trans>You receive</Trans>}>{plan ? money(plan.received) : NOTHING}</Fact>
        <Fact label={<Trans>What it costs to buy</Trans>}>{plan ? money(plan.worth) : NOTHING}</Fact>
        <Fact label={<Trans>Your loss</Trans>}>
          {plan ? <span className="text-garnet">{money(plan.loss)}</span> : NOTHING}
        </Fact>
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

const TO_READ_MS = 4000;

export const Popup = eachOpening(Opening);

function Opening({ open, onClose }: OpeningProps<PopupInputs['hashrateSell']>) {
  const { i18n } = useLingui();
  const order = useHashrateOrder({
    name: 'hashrateSell',
    open,
    // One step to begin with, or what there is of it.
    first: ({ ownHashrate, config }) => stepped('', config.hashrateStep, true, ownHashrate.purchased),
    problemOf: (typed, { ownHashrate }) => sellProblem(typed, ownHashrate),
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
  const plan = basis && problem === null ? sellPlan(amount, basis.ownHashrate, basis.config) : undefined;
  const sellable = basis && basis.ownHashrate.purchased !== '0';
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
      ) : (
        basis && <NothingToSell ownHashrate={basis.ownHashrate} />
      )}
    </HashrateSheet>
  );
}
