// Everything that happened to the account lately, new items first. Closing it marks what it showed as read.
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useAway } from '#api/away.ts';
import type { PopupProps } from '#lib/popups.ts';
import { AsOf } from '#ui/as-of.tsx';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Missing } from '#ui/try-again.tsx';
import { EmptyState, Skeleton } from '#ui/views.tsx';
import { go } from '#lib/navigate.ts';
import { ActivityRows } from './activity-rows.tsx';
import { markAllRead, useActivity, useUnread } from './activity.ts';

const Heading = ({ children }: { children: ReactNode }) => (
  <h3 className="m-0 mt-2 text-xs font-semibold text-muted">{children}</h3>
);

export function Popup({ open, onClose }: PopupProps<'activity'>) {
  const { t } = useLingui();
  const { list, records, waiting } = useActivity();
  const isUnread = useUnread();
  const away = useAway(records);
  const close = () => {
    markAllRead(list);
    onClose();
  };
  const fresh = list.filter(isUnread);
  const earlier = list.filter((item) => !isUnread(item));
  return (
    <Sheet
      open={open}
      onClose={close}
      title={t`Activity`}
      actions={
        <Button
          look="secondary"
          wide
          onClick={() => {
            close();
            void go('/pages/asset/capital');
          }}
        >
          <Trans>Fund History</Trans>
        </Button>
      }
    >
      {away && records.data && <AsOf asOf={records.data.asOf} />}
      <Missing of={records} />
      {list.length === 0 && (waiting || records.isPending) && <Skeleton className="my-3.5 h-9" />}
      {list.length === 0 && !waiting && records.data && (
        <EmptyState icon="bell" title={t`Nothing yet`}>
          <Trans>Claims, deposits, draws and friends show up here.</Trans>
        </EmptyState>
      )}
      {fresh.length > 0 && (
        <>
          <Heading>
            <Trans>New</Trans>
          </Heading>
          <ActivityRows list={fresh} isUnread={isUnread} onLeave={close} />
        </>
      )}
      {earlier.length > 0 && (
        <>
          {fresh.length > 0 && (
            <Heading>
              <Trans>Earlier</Trans>
            </Heading>
          )}
          <ActivityRows list={earlier} isUnread={isUnread} onLeave={close} />
        </>
      )}
    </Sheet>
  );
}
