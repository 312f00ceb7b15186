// Replacements for content: skeletons while it loads, an error that reloads on tap, an empty list that says what to do.
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { cx } from './class-names.ts';
import type { IconName } from './icon.tsx';
import { part } from './part.tsx';

/** A grey bar or block, sized by class names: `<Skeleton className="h-4 w-32" />`. */
export function Skeleton({ className, dark = false }: { className?: string; dark?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cx('block animate-shimmer rounded-lg', dark ? 'bg-white/15' : 'bg-line', className)}
    />
  );
}

/** At the top of the window while the code of what was tapped is downloaded, once that takes a while. */
export const LoadingBar = () => (
  <p role="status" className="fixed inset-x-0 top-[env(safe-area-inset-top)] z-50 m-0 animate-late">
    <Skeleton className="h-1 rounded-none! bg-amber!" />
    <span className="sr-only">
      <Trans>Loading</Trans>
    </span>
  </p>
);

/** A card of `lines` bars, about as tall as the content. */
export function SkeletonCard({ lines = 3 }: { lines?: number }) {
  return (
    <div className="grid gap-3 rounded-card bg-white p-4 shadow-card">
      {Array.from({ length: lines }, (_, line) => `line ${line}`).map((key, line) => (
        <Skeleton key={key} className={cx('h-4', line === 0 ? 'w-2/5' : line % 2 ? 'w-full' : 'w-4/5')} />
      ))}
    </div>
  );
}

interface ErrorViewProps {
  /** What failed, as text. */
  message: ReactNode;
  onRetry: () => void;
}

/** The whole view is the button: a tap anywhere on it retries. */
export function ErrorView({ message, onRetry }: ErrorViewProps) {
  return (
    <div role="alert">
      <button
        type="button"
        onClick={onRetry}
        className="flex w-full flex-col items-center rounded-card bg-white px-6 py-6 text-center shadow-card active:scale-[0.99]"
      >
        <Seam icon="warn" />
        <span className="mt-4 block font-semibold text-pretty">{message}</span>
        <span className="mt-1 block text-sm text-muted">
          <Trans>Tap to try again</Trans>
        </span>
      </button>
    </div>
  );
}

interface EmptyStateProps {
  /**
   * What the list is about; or why nothing is here, drawn as a scene: search, offline, wallet (signed out), check,
   * clock.
   */
  icon?: IconName;
  title: ReactNode;
  /** What to do about it. */
  children?: ReactNode;
  action?: { label: ReactNode; onClick: () => void };
}

export function EmptyState({ icon = 'file', title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-6 py-6 text-center">
      <Seam icon={icon} />
      <p className="m-0 mt-4 max-w-full font-semibold text-balance wrap-anywhere">{title}</p>
      {children !== undefined && (
        <p className="m-0 mt-1 max-w-80 text-sm text-pretty text-muted">{children}</p>
      )}
      {action && (
        <Button look="secondary" size="sm" className="mt-4" onClick={action.onClick}>
          {action.label}
        </Button>
      )}
    </div>
  );
}

const { Part: SeamArt } = part<{ icon: IconName }>(() => import('./seam-art.tsx').then((art) => art.SeamArt));

/** A small cross-section of the ground. Its drawing loads later; its space is reserved. */
const Seam = ({ icon }: { icon: IconName }) => (
  <span className="block h-20 w-36 overflow-hidden rounded-control bg-basalt" aria-hidden="true">
    <SeamArt icon={icon} />
  </span>
);
