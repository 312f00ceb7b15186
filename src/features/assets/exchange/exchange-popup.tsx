// The exchange sheet: one coin of the account for another, at the price of the moment. Each opening starts anew.
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { assetsQuery } from '#features/assets/assets.queries.ts';
import { useId } from 'react';
import { errorText } from '#api/errors.ts';
import { type OpeningProps, eachOpening } from '#ui/each-opening.tsx';
import { FailedView } from '#ui/failed-view.tsx';
import { OfflineNotice } from '#ui/notice.tsx';
import { useOnline } from '#lib/online.ts';
import { Sheet } from '#ui/sheet.tsx';
import { EmptyState, SkeletonCard } from '#ui/views.tsx';
import { ExchangeActions } from './exchange-actions.tsx';
import { ExchangeDone } from './exchange-done.tsx';
import { ExchangeForm } from './exchange-form.tsx';
import { useExchange } from './use-exchange.ts';

function Opening({ open, onClose, input }: OpeningProps<{ from?: string; to?: string }>) {
  const id = useId();
  const list = useQuery({ ...assetsQuery(), enabled: open, staleTime: 0 });
  const exchange = useExchange({ list: list.data, wanted: input, open });
  const ready = list.data?.exchangeOpen === true;
  const { done } = exchange;
  return (
    <Sheet
      open={open}
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

export const Popup = eachOpening(Opening);

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
  if (error) return <FailedView message={errorText(error)} onRetry={onRetry} />;
  return <SkeletonCard lines={8} />;
}
