// Activating a permanent miner: what is got, what it costs and what is left; by USDT or by one valid invited user.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '#api/act.ts';
import { errorText, isRefusal } from '#api/errors.ts';
import { toast } from '#lib/toast.ts';
import { Sheet } from '#ui/sheet.tsx';
import { ErrorView, SkeletonCard } from '#ui/views.tsx';
import { Benefits, ByInvite, ByUsdt } from './activate-ways.tsx';
import { askMiner, assetsQuery, configQuery, minerChanged, minerQuery } from './mining.queries.ts';
import type { Miner } from './mining.rules.ts';

interface PopupProps {
  open: boolean;
  onClose: () => void;
}

type Method = 'usdt' | 'invite';

/** One call at a time for both ways; a refusal stays on the sheet beside the button that it answers. */
function useActivation(onDone: () => void) {
  const [method, setMethod] = useState<Method | null>(null);
  const [refused, setRefused] = useState<{ method: Method; text: string } | null>(null);
  const buy = useAct('POST /api/mining/buy', {
    onDone: (miner) => {
      minerChanged(miner);
      toast(t`The permanent miner is yours`, 'success');
      onDone();
    },
    onError: (error) => {
      void askMiner();
      if (!isRefusal(error, 'activation_unavailable') && !isRefusal(error, 'insufficient_balance'))
        return false;
      setRefused((old) => (old ? { ...old, text: error.message } : old));
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
    busy: buy.busy ? method : null,
    refusalOf: (way: Method) => (refused?.method === way ? refused.text : ''),
  };
}

export function Popup({ open, onClose }: PopupProps) {
  const miner = useQuery(minerQuery());
  const config = useQuery(configQuery());
  const assets = useQuery({ ...assetsQuery(), staleTime: 0 });
  const activation = useActivation(onClose);
  const failed = [miner, config, assets].find((each) => each.isError && !each.data);
  const ready = miner.data && config.data && assets.data;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={<Trans>Activate a permanent miner</Trans>}
      description={<Trans>Choose one of two ways. Nothing happens before you press a button.</Trans>}
    >
      {failed && <ErrorView message={errorText(failed.error)} onRetry={() => void failed.refetch()} />}
      {!ready && !failed && <SkeletonCard lines={6} />}
      {ready && activatable(miner.data) && (
        <div className="grid gap-4">
          <Benefits miner={miner.data} config={config.data} />
          <ByUsdt
            price={config.data.permanentPrice}
            balance={assets.data.items.find(({ coin }) => coin === 'USDT')?.balance ?? '0'}
            busy={activation.busy === 'usdt'}
            refusal={activation.refusalOf('usdt')}
            onPress={() => activation.run('usdt')}
            onLeave={onClose}
          />
          <ByInvite
            busy={activation.busy === 'invite'}
            refusal={activation.refusalOf('invite')}
            onPress={() => activation.run('invite')}
          />
        </div>
      )}
      {ready && !activatable(miner.data) && <Unavailable miner={miner.data} />}
    </Sheet>
  );
}

const activatable = (miner: Miner): boolean =>
  miner.kind === 'trial' && (miner.state === 'expired' || miner.state === 'not_activated');

/** Reached while the trial still has something to give, or when it was bought on another device. */
function Unavailable({ miner }: { miner: Miner }) {
  return (
    <p className="m-0 rounded-2xl bg-wash p-4 text-sm text-pretty">
      {miner.kind === 'permanent' ? (
        <Trans>This account has its permanent miner already.</Trans>
      ) : (
        <Trans>
          The trial comes first: start it, claim what it produces, then a permanent miner can be activated.
        </Trans>
      )}
    </p>
  );
}
