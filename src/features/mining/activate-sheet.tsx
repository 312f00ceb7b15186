// Activating a permanent miner: the benefits, the price and the remaining balance; paid in USDT, or free with one valid
// invited user.
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '#api/act.ts';
import { useWaiting } from '#api/away.ts';
import { errorText, failureText, isRefusal } from '#api/errors.ts';
import { remember } from '#api/queries.ts';
import { useOnline } from '#lib/online.ts';
import { timeWithin } from '#lib/time.ts';
import { toast } from '#lib/toast.ts';
import { type OpeningProps, eachOpening } from '#ui/each-opening.tsx';
import { FailedView } from '#ui/failed-view.tsx';
import { OfflineNotice } from '#ui/notice.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { SkeletonCard } from '#ui/views.tsx';
import { Benefits, ByInvite, ByUsdt } from './activate-ways.tsx';
import { assetsQuery, configQuery, levelsQuery, minerQuery } from './mining.queries.ts';
import type { Miner } from './mining.rules.ts';

type Method = 'usdt' | 'invite';

/** One call at a time for both ways; a refusal is shown beside the button that caused it. */
function useActivation(onDone: () => void) {
  const [method, setMethod] = useState<Method | null>(null);
  const [refused, setRefused] = useState<{ method: Method; text: string } | null>(null);
  const [done, setDone] = useState(false);
  const buy = useAct('POST /api/mining/buy', {
    onDone: (miner) => {
      setDone(true);
      remember('GET /api/mining/index', miner);
      toast(t`The permanent miner is yours`, 'success');
      onDone();
    },
    onError: (error) => {
      if (isRefusal(error, 'session_expired')) return false;
      setRefused((old) => (old ? { ...old, text: failureText(error) } : old));
      return true;
    },
  });
  const run = (way: Method) => {
    if (buy.busy) return;
    setMethod(way);
    setRefused({ method: way, text: '' });
    void buy.run({ method: way });
  };
  return {
    run,
    /** Carried out: the sheet closes unchanged. */
    done,
    busy: buy.busy ? method : null,
    refusalOf: (way: Method) => (refused?.method === way ? refused.text : ''),
  };
}

export const Popup = eachOpening(Opening);

function Opening({ open, onClose }: OpeningProps<Record<never, never>>) {
  const [miner, config, assets] = [
    useQuery({ ...minerQuery(), enabled: open }),
    useQuery({ ...configQuery(), enabled: open }),
    useQuery({ ...assetsQuery(), enabled: open, staleTime: 0 }),
  ];
  // Without this answer both ways stay open: the server knows whether there is a valid user.
  const levels = useQuery({ ...levelsQuery(), enabled: open, staleTime: 0 });
  const waiting = useWaiting(levels);
  const online = useOnline();
  const validUsers = levels.data?.validUsers;
  const free = validUsers !== undefined && validUsers > 0;
  const activation = useActivation(onClose);
  const failed = [miner, config, assets].find((each) => each.isError && !each.data);
  const ready = miner.data && config.data && assets.data && !waiting;
  const choosing = ready && (activation.done || activatable(miner.data));
  const invite = (
    <ByInvite
      validUsers={validUsers}
      busy={activation.busy === 'invite'}
      refusal={activation.refusalOf('invite')}
      online={online}
      onPress={() => activation.run('invite')}
      onLeave={onClose}
    />
  );
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={<Trans>Activate a permanent miner</Trans>}
      description={<Trans>Choose one of two ways. Nothing happens before you press a button.</Trans>}
    >
      {failed && <FailedView message={errorText(failed.error)} onRetry={() => void failed.refetch()} />}
      {!ready && !failed && <SkeletonCard lines={9} />}
      {choosing && (
        <div className="grid gap-4">
          <Benefits miner={miner.data} config={config.data} />
          {!online && <OfflineNotice />}
          {free && invite}
          <ByUsdt
            price={config.data.permanentPrice}
            balance={assets.data.items.find(({ coin }) => coin === 'USDT')?.balance ?? '0'}
            main={!free}
            busy={activation.busy === 'usdt'}
            refusal={activation.refusalOf('usdt')}
            online={online}
            onPress={() => activation.run('usdt')}
          />
          {!free && invite}
        </div>
      )}
      {ready && !choosing && <Unavailable miner={miner.data} onLeave={onClose} />}
    </Sheet>
  );
}

const activatable = (miner: Miner): boolean =>
  miner.kind === 'trial' && (miner.state === 'expired' || miner.state === 'not_activated');

/** Reached while the trial is not finished, or when the miner was bought on another device. */
function Unavailable({ miner, onLeave }: { miner: Miner; onLeave: () => void }) {
  const { i18n } = useLingui();
  const end = miner.nextMiningTime === null ? '' : timeWithin(miner.nextMiningTime, i18n.locale);
  return (
    <>
      <p className="m-0 rounded-control bg-wash p-4 text-sm text-pretty">
        {miner.kind === 'permanent' ? (
          <Trans>This account has its permanent miner already. Nothing needs to be paid.</Trans>
        ) : miner.state === 'pending_start' ? (
          <Trans>
            The trial comes first: start it, claim what it produces, then activate a permanent miner.
          </Trans>
        ) : miner.state === 'running' ? (
          <Trans>
            Your trial still runs until {end}. Claim what it produces then; after that a permanent miner can
            be activated.
          </Trans>
        ) : (
          <Trans>
            Claim what your trial has produced first; after that a permanent miner can be activated.
          </Trans>
        )}
      </p>
      <LinkButton to="/pages/mining/index" onClick={onLeave} className="mt-3">
        <Trans>To the miner</Trans>
      </LinkButton>
    </>
  );
}
