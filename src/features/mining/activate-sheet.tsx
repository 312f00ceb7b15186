// Activating a permanent miner: paid in USDT after a final review, or free with one valid invited user; then the
// receipt.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Output } from '#contract';
import { useAct } from '#api/act.ts';
import { useWaiting } from '#api/away.ts';
import { isUnsure } from '#api/client.ts';
import { failureText } from '#api/errors.ts';
import { cached, cachedLong, remember } from '#api/queries.ts';
import { amountText } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { useOnline } from '#lib/online.ts';
import { fromUnits } from '#rules/amounts.ts';
import { mayActivate } from '#rules/mining.ts';
import type { PopupProps } from '#lib/popups.ts';
import { timeWithin } from '#lib/time.ts';
import { eachOpening } from '#ui/each-opening.tsx';
import { Absent } from '#ui/failed-view.tsx';
import { ConfirmActions } from '#ui/confirm.tsx';
import { adit } from '#ui/figure.ts';
import { OfflineNotice, OutcomeNotice } from '#ui/notice.tsx';
import { Receipt, ReceiptActions } from '#ui/receipt.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { SkeletonCard } from '#ui/views.tsx';
import { ActivateConfirm, Benefits, ByInvite, ByUsdt } from './activate-ways.tsx';
import { openUsdt, usdt } from './hashrate.words.ts';
import { type Miner, type MiningConfig, outputOf, purchaseOf } from './mining.rules.ts';

type Method = 'usdt' | 'invite';

/** What an activation is decided on. */
interface Terms {
  miner: Miner;
  config: MiningConfig;
  assets: Output<'GET /api/assets/list'>;
}

/** One call at a time for both ways; a refusal is shown beside the button that caused it. */
function useActivation(open: boolean) {
  const { t } = useLingui();
  const [method, setMethod] = useState<Method | null>(null);
  const [refusal, setRefusal] = useState('');
  const [done, setDone] = useState<Miner>();
  /** What was agreed on, until the answer is known: a call whose answer was lost may have changed miner and balance. */
  const [sent, setSent] = useState<Terms>();
  const buy = useAct('POST /api/mining/buy', {
    shownIn: { open, done: t`Miner activated` },
    onDone: (miner) => {
      remember('GET /api/mining/index', miner);
      setDone(miner);
    },
    onError: (error) => {
      setRefusal(failureText(error));
      if (!isUnsure(error)) setSent(undefined);
      return true;
    },
  });
  /** The way under review before it is paid for or taken. */
  const choose = (way: Method | null) => {
    setMethod(way);
    setRefusal('');
    setSent(undefined);
  };
  return {
    method,
    choose,
    sent,
    run: (way: Method, terms: Terms | undefined) => {
      if (buy.busy) return;
      choose(way);
      setSent(terms);
      void buy.run({ method: way });
    },
    done,
    busy: buy.busy,
    refusal,
  };
}

/** The miner as activated. */
function useReceipt({ done, method }: ReturnType<typeof useActivation>, config: MiningConfig | undefined) {
  const { t, i18n } = useLingui();
  const { locale } = i18n;
  if (!done || !config) return undefined;
  const { hashrate } = done;
  return {
    coin: BRAND.symbol,
    lead: t`Activated`,
    figure: t`Permanent miner`,
    facts: [
      { label: t`You paid`, text: method === 'usdt' ? usdt(config.permanentPrice, locale) : t`Free` },
      { label: t`Hashrate`, text: amountText(hashrate, locale) },
      { label: t`Per day`, text: adit(fromUnits(outputOf(hashrate, config)), locale) },
    ],
  };
}

export const Popup = eachOpening(Opening);

function Opening({ open, onClose }: PopupProps<'activate'>) {
  const { i18n } = useLingui();
  const [miner, config, assets] = [
    useQuery({ ...cached('GET /api/mining/index'), enabled: open }),
    useQuery({ ...cachedLong('GET /api/mining/config'), enabled: open }),
    useQuery({ ...cached('GET /api/assets/list'), enabled: open, staleTime: 0 }),
  ];
  // Without this answer both ways stay open: the server knows whether there is a valid user.
  const levels = useQuery({ ...cached('GET /api/user/levels'), enabled: open, staleTime: 0 });
  const waiting = useWaiting(levels);
  const online = useOnline();
  const validUsers = levels.data?.validUsers;
  const free = validUsers !== undefined && validUsers > 0;
  const activation = useActivation(open);
  const { method, busy, refusal } = activation;
  const receipt = useReceipt(activation, config.data);
  const failed = [miner, config, assets].find((each) => each.isError && !each.data);
  const ready =
    miner.data && config.data && assets.data && !waiting
      ? { miner: miner.data, config: config.data, assets: assets.data }
      : undefined;
  const terms = activation.sent ?? (ready && mayActivate(ready.miner) ? ready : undefined);
  const balance = terms?.assets.items.find(({ coin }) => coin === 'USDT')?.balance ?? '0';
  const purchase = terms && purchaseOf(balance, terms.config.permanentPrice);
  const checking = method === 'usdt' && purchase && (purchase.affordable || busy);
  const cost = openUsdt(purchase?.price ?? '0', i18n.locale);
  const invite = (
    <ByInvite
      validUsers={validUsers}
      busy={busy}
      refusal={method === 'invite' ? refusal : ''}
      online={online}
      onPress={() => activation.run('invite', terms)}
      onLeave={onClose}
    />
  );
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={receipt ? <Trans>Miner activated</Trans> : <Trans>Activate a permanent miner</Trans>}
      description={
        receipt || checking || (ready && !terms) ? undefined : <Trans>Choose how to activate.</Trans>
      }
      actions={
        receipt ? (
          <ReceiptActions content={receipt} onDone={onClose} />
        ) : (
          checking && (
            <ConfirmActions
              onConfirm={() => activation.run('usdt', terms)}
              onCancel={() => activation.choose(null)}
              busy={busy}
              disabled={!online}
              notice={<OutcomeNotice lost={activation.sent !== undefined}>{refusal}</OutcomeNotice>}
            >
              <Trans>Pay {cost} and activate</Trans>
            </ConfirmActions>
          )
        )
      }
    >
      {receipt ? (
        <Receipt {...receipt} />
      ) : failed ? (
        <Absent of={failed} />
      ) : !ready ? (
        <SkeletonCard lines={9} />
      ) : !terms || !purchase ? (
        <Unavailable miner={ready.miner} onLeave={onClose} />
      ) : checking ? (
        <ActivateConfirm purchase={purchase} {...terms} />
      ) : (
        <div className="grid gap-4">
          <Benefits {...terms} />
          {!online && <OfflineNotice />}
          {free && invite}
          <ByUsdt
            purchase={purchase}
            main={!free}
            disabled={!online || busy}
            onPress={() => activation.choose('usdt')}
          />
          {!free && invite}
        </div>
      )}
    </Sheet>
  );
}

/** Reached while the trial is not finished, or when the miner was bought on another device. */
function Unavailable({ miner, onLeave }: { miner: Miner; onLeave: () => void }) {
  const { i18n } = useLingui();
  const end = miner.nextMiningTime === null ? '' : timeWithin(miner.nextMiningTime, i18n.locale);
  return (
    <>
      <p className="m-0 rounded-control bg-wash p-4 text-sm text-pretty">
        {miner.kind === 'permanent' ? (
          <Trans>You already have a permanent miner. There's nothing to pay.</Trans>
        ) : miner.state === 'pending_start' ? (
          <Trans>
            The trial comes first: start it, claim what it produces, then activate a permanent miner.
          </Trans>
        ) : miner.state === 'running' ? (
          <Trans>
            Your trial runs until {end}. Then claim what it produced and activate a permanent miner.
          </Trans>
        ) : (
          <Trans>First claim what your trial produced, then activate a permanent miner.</Trans>
        )}
      </p>
      <LinkButton to="/pages/mining/index" onClick={onLeave} className="mt-3">
        <Trans>Go to miner</Trans>
      </LinkButton>
    </>
  );
}
