// The rendered sheet: Base UI's dialog traps the focus and returns it afterwards.
import { Dialog } from '@base-ui/react/dialog';
import { useLingui } from '@lingui/react/macro';
import { IconButton } from './button.tsx';
import { useCallback, useLayoutEffect, useRef } from 'react';
import { cx } from './class-names.ts';
import { guardBelow, isSecondTap, swallowSecondTap } from './second-tap.ts';
import type { SheetProps } from './sheet-props.ts';
import { type Leave, SheetStep } from './sheet-step.ts';

const EASE = 'transition-[translate,scale,opacity] duration-move ease-out-soft';
const MIDDLE =
  'inset-x-4 top-[calc(50%-var(--keyboard,0px)/2)] mx-auto max-h-[calc(var(--seen,100dvh)-48px)] max-w-105 -translate-y-1/2 rounded-[24px] data-starting-style:scale-95 data-starting-style:opacity-0 data-ending-style:scale-95 data-ending-style:opacity-0';
const LOOKS = {
  sheet: cx(
    'inset-x-0 bottom-[var(--keyboard,0px)] mx-auto max-h-[calc(var(--seen,100dvh)-40px)] max-w-120 rounded-t-[24px] pb-[env(safe-area-inset-bottom)]',
    'data-starting-style:translate-y-full data-ending-style:translate-y-full',
    'min-[720px]:top-[calc(50%-var(--keyboard,0px)/2)] min-[720px]:bottom-auto min-[720px]:-translate-y-1/2 min-[720px]:rounded-[24px]',
    'min-[720px]:data-starting-style:-translate-y-[46%] min-[720px]:data-starting-style:opacity-0 min-[720px]:data-ending-style:-translate-y-[46%] min-[720px]:data-ending-style:opacity-0',
  ),
  dialog: MIDDLE,
  drawer:
    'inset-y-0 left-0 w-[min(312px,86vw)] rounded-r-[24px] data-starting-style:-translate-x-full data-ending-style:-translate-x-full',
} as const;

const REACHED = 'a[href], button, input, select, textarea, summary, [tabindex]';

/**
 * Content taller than the sheet with nothing focusable in it gets the focus itself, so that it can be scrolled by
 * keyboard.
 */
function scrolledByKeys(area: HTMLDivElement | null) {
  if (!area) return;
  const watch = new ResizeObserver(() => {
    const lost = area.scrollHeight > area.clientHeight && !area.querySelector(REACHED);
    if (lost) area.tabIndex = 0;
    else area.removeAttribute('tabindex');
  });
  for (const box of [area, ...area.children]) watch.observe(box);
  return () => watch.disconnect();
}

/**
 * An on-screen keyboard covers the bottom of the page and whatever is fixed there. A sheet moves up onto it, so that its
 * buttons stay within reach: `--keyboard` is the height that is covered, `--seen` the height that is not.
 */
function stayAboveKeyboard(popup: HTMLDivElement) {
  const view = window.visualViewport;
  const move = () => {
    // A zoomed page shows less of itself, but not because of a keyboard.
    if (!view || view.scale > 1) return;
    const covered = Math.round(document.documentElement.clientHeight - view.offsetTop - view.height);
    popup.style.setProperty('--keyboard', covered > 0 ? `${covered}px` : null);
    popup.style.setProperty('--seen', covered > 0 ? `${view.height}px` : null);
    if (covered > 0) popup.querySelector(':focus')?.scrollIntoView({ block: 'nearest' });
  };
  move();
  view?.addEventListener('resize', move);
  view?.addEventListener('scroll', move);
  return () => {
    view?.removeEventListener('resize', move);
    view?.removeEventListener('scroll', move);
  };
}

/** Who opens a sheet with the keyboard can type the amount at once. By default the focus is on what closes it. */
const amountFor = (popup: HTMLDivElement | null): HTMLElement | true =>
  (document.activeElement?.matches(':focus-visible') &&
    popup?.querySelector<HTMLElement>('input[inputmode=decimal]')) ||
  true;

export function SheetView(props: SheetProps) {
  const { open, onClose, title, description, children, actions, kind = 'sheet', firm = false } = props;
  const { t } = useLingui();
  const step = useRef<Leave>(null);
  useLayoutEffect(() => (open ? guardBelow : undefined), [open]);
  const popup = useRef<HTMLDivElement>(null);
  const hold = useCallback((node: HTMLDivElement | null) => {
    popup.current = node;
    return node ? stayAboveKeyboard(node) : undefined;
  }, []);
  const tell = useCallback((leave: Leave | null) => {
    step.current = leave;
  }, []);
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next, { event, reason }) => {
        // The second tap of a double tap may find a sheet that has just opened, or become shorter.
        const second = event instanceof MouseEvent && isSecondTap(event);
        if (next || second) return;
        const leave = reason === 'escape-key' ? step.current : null;
        (leave ?? onClose)();
      }}
      disablePointerDismissal={firm}
    >
      <Dialog.Portal>
        <Dialog.Backdrop
          className={cx(
            'fixed inset-0 z-40 bg-basalt/60 transition-opacity duration-move',
            'data-starting-style:opacity-0 data-ending-style:opacity-0',
          )}
        />
        <Dialog.Popup
          ref={hold}
          initialFocus={(how) => (how === 'touch' ? popup.current : amountFor(popup.current))}
          data-kind={kind}
          className={cx('fixed z-50 flex flex-col bg-white shadow-float outline-none', EASE, LOOKS[kind])}
        >
          {kind === 'sheet' && (
            <span
              className="mx-auto mt-2 h-1 w-10 shrink-0 rounded-full bg-line min-[720px]:hidden"
              aria-hidden="true"
            />
          )}
          {kind === 'drawer' ? (
            <Dialog.Title className="sr-only">{title}</Dialog.Title>
          ) : (
            <header className="flex items-start gap-2 px-5 pt-4">
              <div className="min-w-0 grow">
                <Dialog.Title className="m-0 text-lg leading-snug font-semibold text-balance">
                  {title}
                </Dialog.Title>
                {description !== undefined && (
                  <Dialog.Description className="m-0 mt-1 text-sm text-pretty text-muted">
                    {description}
                  </Dialog.Description>
                )}
              </div>
              {!firm && (
                <IconButton
                  icon="close"
                  label={t`Close`}
                  onClick={onClose}
                  className="-mt-2 -mr-3 text-muted"
                />
              )}
            </header>
          )}
          <div
            ref={scrolledByKeys}
            className={cx(
              'min-h-0 grow overflow-y-auto overscroll-contain',
              kind === 'drawer' ? '' : 'px-5 pt-3 pb-5',
            )}
          >
            {children}
          </div>
          {actions !== undefined && (
            <footer
              onClickCapture={swallowSecondTap}
              className="flex flex-col-reverse gap-2 border-t border-line px-5 py-4 empty:hidden"
            >
              <SheetStep value={tell}>{actions}</SheetStep>
            </footer>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
