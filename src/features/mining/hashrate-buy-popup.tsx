// The sheet that buys hashrate: how much, what it costs, what is left, and what it brings from when on.
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
import { amountText, openText } from '#lib/amounts.ts';
import { toast } from '#lib/toast.ts';
import { type OpeningProps, eachOpening } from '#ui/each-opening.tsx';
import { Button } from '#ui/button.tsx';
import { FailedView } from '#ui/failed-view.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { SkeletonCard } from '#ui/views.tsx';
import { depositAndBack } from './deposit-and-back.ts';
import { type BuyBasis, BuyForm } from './hashrate-buy-form.tsx';
import { buyPlan, buyProblem } from './hashrate.rules.ts';
import { openUsdt } from './hashrate.words.ts';
import { assetsQuery, configQuery, minerQuery, hashrateQuery } from './mining.queries.ts';
import { OrderActions } from './order-actions.tsx';
import { useOrder } from './use-order.ts';

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
