// A prominent sentence on a sheet or a page: why something cannot be done now, a warning, a refusal.
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { askNow } from '#lib/back-off.ts';
import { useAbsence, useOnline } from '#lib/online.ts';
import { Button } from './button.tsx';
import { cx } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

const TONES = {
  quiet: 'bg-wash text-ink',
  amber: 'bg-amber-wash text-amber-ink',
  good: 'bg-malachite-wash text-malachite',
  bad: 'bg-garnet-wash text-garnet',
};

interface NoticeProps {
  tone?: keyof typeof TONES;
  icon?: IconName;
  /** Announced when it appears; for refusals. */
  alert?: boolean;
  children: ReactNode;
}

export function Notice({ tone = 'quiet', icon = 'info', alert = false, children }: NoticeProps) {
  return (
    <div
      role={alert ? 'alert' : undefined}
      className={cx('flex items-start gap-2.5 rounded-control px-3.5 py-3 text-sm text-pretty', TONES[tone])}
    >
      <Icon name={icon} size={20} className="shrink-0" />
      <div className="min-w-0 grow">{children}</div>
    </div>
  );
}

/**
 * Why a button is disabled while `useOnline` is false; not for what can be queued. After a long outage, the next probe
 * may be a minute away.
 */
export const OfflineNotice = () => (
  <Notice icon="offline">
    {useAbsence() === 'offline' ? (
      <Trans>You're offline. This needs a connection.</Trans>
    ) : (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="grow basis-44">
          <Trans>We can't reach the server.</Trans>
        </span>
        <Button look="secondary" size="sm" className="shrink-0" onClick={askNow}>
          <Trans>Check connection</Trans>
        </Button>
      </div>
    )}
  </Notice>
);

interface OutcomeNoticeProps extends Partial<NoticeProps> {
  /** No answer came: it is not known to have failed, so it is not shown in garnet. */
  lost?: boolean;
}

/** What became of the last try, if it failed, and why another one is impossible now. The first matters more, so it stays. */
export function OutcomeNotice({ children, lost = false, ...look }: OutcomeNoticeProps) {
  const online = useOnline();
  return (
    <>
      {children && (
        <Notice tone={lost ? 'amber' : 'bad'} icon="warn" alert {...look}>
          {children}
        </Notice>
      )}
      {!online && <OfflineNotice />}
    </>
  );
}
