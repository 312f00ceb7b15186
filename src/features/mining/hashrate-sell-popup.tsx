// The sheet that sells purchased hashrate back to the repurchase fund, with the loss said before.
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useAct } from '#api/act.ts';
import { errorText } from '#api/errors.ts';
import { remember } from '#api/queries.ts';
import { useSheetDraft } from '#lib/drafts.ts';
import { useOnline } from '#lib/online.ts';
import type { PopupInputs } from '#lib/popups.ts';
import { openText } from '#lib/amounts.ts';
import { toast } from '#lib/toast.ts';
import { type OpeningProps, eachOpening } from '#ui/each-opening.tsx';
import { FailedView } from '#ui/failed-view.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { SkeletonCard } from '#ui/views.tsx';
import { FundIsEmpty, NothingToSell } from './hashrate-no-sale.tsx';
import { type SellBasis, SellForm } from './hashrate-sell-form.tsx';
import { mostSellable, payableHashrate, sellPlan, sellProblem, stepped } from './hashrate.rules.ts';
import { openUsdt, usdt } from './hashrate.words.ts';
import { configQuery, fundQuery, minerQuery, hashrateQuery } from './mining.queries.ts';
import { OrderActions } from './order-actions.tsx';
import { useOrder } from './use-order.ts';

const TO_READ_MS = 4000;

export const Popup = eachOpening(Opening);

function Opening({ open, onClose }: OpeningProps<PopupInputs['hashrateSell']>) {
  const { i18n } = useLingui();
  const online = useOnline();
  const id = useId();
  const [typed, setTyped] = useSheetDraft<string | undefined>('hashrateSell', undefined, open);
  const fresh = { enabled: open, staleTime: 0 };
  const [miner, config, ownHashrate, fund] = [
    useQuery({ ...minerQuery(), enabled: open }),
    useQuery({ ...configQuery(), enabled: open }),
    useQuery({ ...hashrateQuery(), ...fresh }),
    useQuery({ ...fundQuery(), ...fresh }),
  ];
  const order = useOrder<SellBasis>();
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
  const now =
    miner.data && config.data && ownHashrate.data && fund.data
      ? {
          miner: miner.data,
          config: config.data,
          ownHashrate: ownHashrate.data,
          fund: fund.data.fund.balance,
        }
      : undefined;
  const basis = order.fixed ?? now;
  const amount = typed ?? (basis ? first(basis) : '');
  const problem = basis && sellProblem(amount, basis.ownHashrate, basis.fund);
  const possible = problem === null || problem === 'fund';
  const plan = basis && possible ? sellPlan(amount, basis.ownHashrate, basis.config) : undefined;
  const failed = [miner, config, ownHashrate, fund].find((each) => each.isError && !each.data);
  const owned = basis && basis.ownHashrate.purchased !== '0';
  const sellable = owned && payableHashrate(basis.fund, basis.ownHashrate.resalePrice) !== '0';
  const [hashrate, received] = [openText(amount, i18n.locale), openUsdt(plan?.received ?? '0', i18n.locale)];
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={<Trans>Sell hashrate back</Trans>}
      actions={
        sellable && (
          <OrderActions form={id} busy={sell.busy} refusal={order.refusal}>
            {problem === null ? (
              <Trans>
                Sell {hashrate} hashrate for {received}
              </Trans>
            ) : (
              <Trans>Sell back</Trans>
            )}
          </OrderActions>
        )
      }
    >
      {sellable ? (
        <SellForm
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
            if (problem !== null || sell.busy || !online) return;
            order.begin(basis);
            void sell.run({ hashrate: amount });
          }}
        />
      ) : owned ? (
        <FundIsEmpty ownHashrate={basis.ownHashrate} fund={basis.fund} />
      ) : basis ? (
        <NothingToSell ownHashrate={basis.ownHashrate} />
      ) : failed ? (
        <FailedView message={errorText(failed.error)} onRetry={() => void failed.refetch()} />
      ) : (
        <SkeletonCard lines={9} />
      )}
    </Sheet>
  );
}

/** One step to begin with, or what there is of it. */
const first = ({ ownHashrate, config, fund }: SellBasis): string =>
  stepped('', config.hashrateStep, true, mostSellable(ownHashrate, fund));
