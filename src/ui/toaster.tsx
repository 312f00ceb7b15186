// Shows the toast at the top, away from the buttons that caused it, and announces it.
import { useAtom } from 'jotai';
import { useEffect } from 'react';
import { toastAtom } from '#lib/toast.ts';
import { cx } from './class-names.ts';
import { Icon } from './icon.tsx';

const LOOKS = {
  info: { icon: 'info', color: 'text-muted' },
  success: { icon: 'check', color: 'text-malachite' },
  error: { icon: 'warn', color: 'text-garnet' },
} as const;

export function Toaster() {
  const [shown, setShown] = useAtom(toastAtom);
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(setShown, shown.ms, null);
    return () => clearTimeout(timer);
  }, [shown, setShown]);
  return (
    <div
      role="status"
      data-toasts
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 top-[calc(env(safe-area-inset-top)+16*var(--spacing))] z-60 flex justify-center"
    >
      {shown && (
        <div
          key={shown.id}
          className="flex max-w-105 animate-rise items-start gap-2.5 rounded-2xl border border-line bg-white px-4 py-3 text-sm text-ink shadow-float"
        >
          <Icon name={LOOKS[shown.kind].icon} size={20} className={cx('shrink-0', LOOKS[shown.kind].color)} />
          <span className="text-pretty">{shown.text}</span>
        </div>
      )}
    </div>
  );
}
