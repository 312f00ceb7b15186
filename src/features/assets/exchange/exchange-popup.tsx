// The exchange sheet: one coin of the account for another, at the price of the moment. Each opening starts anew.
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { assetsQuery } from '#features/assets/assets.queries.ts';
import { useAtomValue } from 'jotai';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { errorText } from '#api/errors.ts';
import { OfflineNotice } from '#ui/notice.tsx';
import { useOnline } from '#lib/online.ts';
import { openPopup } from '#lib/popups.ts';
import { signedInAtom } from '#lib/session.ts';
import { Sheet } from '#ui/sheet.tsx';
import { EmptyState, ErrorView, SkeletonCard } from '#ui/views.tsx';
import { ExchangeActions } from './exchange-actions.tsx';
import { ExchangeDone } from './exchange-done.tsx';
import { ExchangeForm } from './exchange-form.tsx';
import { useExchange } from './use-exchange.ts';

interface PopupProps {
  open: boolean;
  onClose: () => void;
  input: { from?: string; to?: string };
}

export function Popup(props: PopupProps) {
  const [opening, setOpening] = useState({ count: 0, input: props.input });
  if (opening.input !== props.input) setOpening({ count: opening.count + 1, input: props.input });
  return <Opening key={opening.count} {...props} />;
}

function Opening({ open, onClose, input }: PopupProps) {
  const id = useId();
  const signedIn = useAtomValue(signedInAtom);
  const [cameIn] = useState(signedIn);
  const turnAway = useEffectEvent(() => (cameIn ? onClose() : openPopup('connect', {})));
  useEffect(() => {
    if (open && !signedIn) turnAway();
  }, [open, signedIn]);

  const list = useQuery({ ...assetsQuery(), enabled: open && signedIn, staleTime: 0 });
  const exchange = useExchange({ list: list.data, wanted: input, open });
  const ready = list.data?.exchangeOpen === true;
  const { done } = exchange;
  return (
    <Sheet
      open={open && signedIn}
      onClose={onClose}
      title={done ? <Trans>Exchanged</Trans> : <Trans>Exchange</Trans>}
      actions={(ready || done) && <ExchangeActions exchange={exchange} id={id} onClose={onClose} />}
    >
      {done ? (
        <ExchangeDone done={done} />
      ) : list.data && ready ? (
        <ExchangeForm id={id} items={list.data.items} exchange={exchange} />
      ) : (
        <NotYet
          closed={list.data?.exchangeOpen === false}
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      )}
    </Sheet>
  );
}

interface NotYetProps {
  /** The operator has switched the exchange off. */
  closed: boolean;
  error: Error | null;
  onRetry: () => void;
}

function NotYet({ closed, error, onRetry }: NotYetProps) {
  const online = useOnline();
  if (closed)
    return (
      <EmptyState icon="exchange" title={<Trans>The exchange is closed at present</Trans>}>
        <Trans>The operator has switched it off. Your balances stay as they are.</Trans>
      </EmptyState>
    );
  if (error && !online) return <OfflineNotice />;
  if (error) return <ErrorView message={errorText(error)} onRetry={onRetry} />;
  return <SkeletonCard lines={8} />;
}
