// The sheet that buys hashrate: how much, the price, the remaining balance, and what it produces from when.
import { t } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useAct } from '#api/act.ts';
import { errorText } from '#api/errors.ts';
import { remember } from '#api/queries.ts';
import { useSheetDraft } from '#lib/drafts.ts';
import { useOnline } from '#lib/online.ts';
import type { PopupInputs } from '#lib/popups.ts';
import { amountText, openText, percentText } from '#lib/amounts.ts';
import { toast } from '#lib/toast.ts';
import { eachOpening, type OpeningProps } from '#ui/each-opening.tsx';
import { Button } from '#ui/button.tsx';
import { FailedView } from '#ui/failed-view.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { SkeletonCard } from '#ui/views.tsx';
import { BRAND } from '#lib/brand.ts';
import { Fact, Facts } from '#ui/card.tsx';
import { Form } from '#ui/form.tsx';
import { depositAndBack } from './deposit-and-back.ts';
import {
  buyPlan,
  type BuyPlan,
  buyProblem,
  type BuyProblem,
  countsFrom,
  daysToBreakEven,
  type Hashrate,
  mostBuyable,
} from './hashrate.rules.ts';
import { buyProblemText, countsFromText, openUsdt, usdt } from './hashrate.words.ts';
import { assetsQuery, configQuery, hashrateQuery, minerQuery } from './mining.queries.ts';
import { OrderActions } from './order-actions.tsx';
import { useOrder } from './use-order.ts';
import { NOTHING, Outcome } from './hashrate-outcome.tsx';
import type { Miner, MiningConfig } from './mining.rules.ts';
import { StepField } from './step-field.tsx';

const { symbol } = BRAND;

/** The data that the sheet needs. */
interface BuyBasis {
  miner: Miner;
  config: MiningConfig;
  ownHashrate: Hashrate;
  /** Decimal string in USDT. */
  balance: string;
}

interface BuyFormProps {
  id: string;
  basis: BuyBasis;
  /** The typed amount of hashrate. */
  amount: string;
  problem: BuyProblem | null;
  plan: BuyPlan | undefined;
  onType: (amount: string) => void;
  onConfirm: () => void;
}

/** The form of the sheet that buys hashrate, with everything the user should know beforehand. */
function BuyForm({ id, basis, amount, problem, plan, onType, onConfirm }: BuyFormProps) {
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
  /**
   * The typed amount; one step while no valid amount is typed, so that the field does not move under the user's finger.
   */
  amount: string;
  days: bigint | null;
}

/** What the figures mean in words: when the price has been earned back, and what selling back would return. */
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

const TO_READ_MS = 4000;

export const Popup = eachOpening(Opening);

function Opening({ open, onClose, input }: OpeningProps<PopupInputs['hashrateBuy']>) {
  const { i18n } = useLingui();
  const online = useOnline();
  const id = useId();
  const [typed, setTyped] = useSheetDraft('hashrateBuy', input.hashrate, open);
  const fresh = { enabled: open, staleTime: 0 };
  const [miner, config, ownHashrate, assets] = [
    useQuery({ ...minerQuery(), enabled: open }),
    useQuery({ ...configQuery(), enabled: open }),
    useQuery({ ...hashrateQuery(), ...fresh }),
    useQuery({ ...assetsQuery(), ...fresh }),
  ];
  const order = useOrder<BuyBasis>();
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
  const now =
    miner.data && config.data && ownHashrate.data && assets.data
      ? {
          miner: miner.data,
          config: config.data,
          ownHashrate: ownHashrate.data,
          balance: assets.data.items.find(({ coin }) => coin === 'USDT')?.balance ?? '0',
        }
      : undefined;
  const basis = order.fixed ?? now;
  const amount = typed ?? basis?.config.hashrateStep ?? '';
  const problem =
    basis && buyProblem(amount, basis.balance, basis.ownHashrate.price, basis.config.hashrateStep);
  const possible = problem === null || problem === 'balance';
  const plan =
    basis && possible ? buyPlan(amount, basis.ownHashrate, basis.balance, basis.config) : undefined;
  const failed = [miner, config, ownHashrate, assets].find((each) => each.isError && !each.data);
  const [hashrate, cost] = [openText(amount, i18n.locale), openUsdt(plan?.cost ?? '0', i18n.locale)];
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={<Trans>Buy hashrate</Trans>}
      actions={
        basis && (
          <OrderActions
            form={id}
            busy={buy.busy}
            refusal={order.refusal}
            instead={
              problem === 'balance' && online ? (
                <Button
                  wide
                  icon="deposit"
                  onClick={() => depositAndBack('hashrateBuy', { hashrate: amount })}
                >
                  <Trans>Deposit USDT</Trans>
                </Button>
              ) : undefined
            }
          >
            {problem === null ? (
              <Trans>
                Pay {cost} for {hashrate} hashrate
              </Trans>
            ) : (
              <Trans>Buy</Trans>
            )}
          </OrderActions>
        )
      }
    >
      {basis ? (
        <BuyForm
          id={id}
          basis={basis}
          amount={amount}
          problem={problem ?? null}
          plan={plan}
          onType={(text) => {
            order.forget();
            setTyped(text);
          }}
          onConfirm={() => {
            if (problem !== null || buy.busy || !online) return;
            order.begin(basis);
            void buy.run({ hashrate: amount });
          }}
        />
      ) : failed ? (
        <FailedView message={errorText(failed.error)} onRetry={() => void failed.refetch()} />
      ) : (
        <SkeletonCard lines={9} />
      )}
    </Sheet>
  );
}
