// The time machine of demo mode: a thin strip that advances every clock by a day and refetches everything.
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { DAY_MS } from '#rules/days.ts';
import { useAct } from '#api/act.ts';
import { cached } from '#api/queries.ts';
import { openPopup } from '#lib/popups.ts';
import { learnServerTime } from '#lib/time.ts';
import { toast } from '#lib/toast.ts';
import { cx } from '#ui/class-names.ts';
import { Drawing, Icon } from '#ui/icon.tsx';

const DAY_SECONDS = DAY_MS / 1000;

const LOOK =
  'inline-flex min-h-11 items-center gap-1.5 rounded-full px-3 font-semibold whitespace-nowrap active:scale-95 active:bg-white/15 hover:bg-white/10';

export function Bar() {
  const { t: say } = useLingui();
  const { data } = useQuery(cached('GET /api/index'));
  const skip = useAct('POST /api/demo/skip', {
    onDone: ({ now }) => {
      learnServerTime(Date.parse(now));
      toast(t`It's 24 hours later`, 'success');
    },
  });
  if (data?.demo !== true) return null;
  return (
    <aside
      aria-label={say`Demo mode`}
      className="bg-basalt-2 pb-[env(safe-area-inset-bottom)] text-xs text-white"
    >
      <div className="frame pad-safe flex flex-wrap items-center justify-end">
        <span className="mr-auto whitespace-nowrap text-mist max-[359px]:sr-only">
          <Trans>Demo</Trans>
        </span>
        <button type="button" className={LOOK} onClick={() => openPopup('demoWallet', {})}>
          <Icon name="wallet" size={18} />
          <Trans>Demo wallet</Trans>
        </button>
        <button
          type="button"
          aria-busy={skip.busy || undefined}
          className={cx(LOOK, 'text-amber', skip.busy && 'animate-pulse-dot')}
          onClick={() => void skip.run({ seconds: DAY_SECONDS })}
        >
          <Drawing path="M5 6l7 6-7 6zM13 6l7 6-7 6z" size={18} />
          <Trans>Skip 24 h</Trans>
        </button>
      </div>
    </aside>
  );
}
