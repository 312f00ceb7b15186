// On the card of the next step: how many actions are waiting to be sent or were refused, with a link to them. A guest
// sees only the count.
import { Plural, Trans } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { use } from 'react';
import { countsOf } from '#api/outbox.rules.ts';
import { outboxAtom, outboxRead, unsentAtom } from '#api/outbox-page.ts';
import { openPopup } from '#lib/popups.ts';
import { Card } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icon.tsx';

interface QueueMarkProps {
  /** The action that the card itself shows as waiting. */
  besides?: string;
  className?: string;
}

export function QueueMark({ besides, className }: QueueMarkProps) {
  const { waiting, refused } = countsOf(useAtomValue(outboxAtom).filter(({ id }) => id !== besides));
  if (waiting + refused === 0) return null;
  return (
    <button
      type="button"
      onClick={() => openPopup('outbox', {})}
      className={cx(
        'flex min-h-11 w-full items-center gap-2.5 rounded-control px-3 py-2.5 text-left text-sm font-semibold active:scale-[0.99]',
        refused > 0 ? 'bg-garnet-wash text-garnet' : 'bg-amber-wash text-amber-ink',
        className,
      )}
    >
      <Icon name={refused > 0 ? 'warn' : 'clock'} size={20} className="shrink-0" />
      <span className="grow">
        {refused > 0 && (
          <span className="block">
            <Plural value={refused} one="# action was refused" other="# actions were refused" />
          </span>
        )}
        {waiting > 0 && (
          <span className="block">
            <Plural value={waiting} one="# action waiting to be sent" other="# actions waiting to be sent" />
          </span>
        )}
      </span>
      <Icon name="next" size={18} className="shrink-0" />
    </button>
  );
}

/** Used where there is no next-step card. */
export function QueueCard() {
  const { waiting, refused } = countsOf(useAtomValue(outboxAtom));
  if (waiting + refused === 0) return null;
  return (
    <Card>
      <QueueMark />
    </Card>
  );
}

/** For guests: only that something is waiting. Rendered once it is known, so that nothing moves below it. */
export function UnsentCard() {
  use(outboxRead);
  const { waiting, forSignIn } = useAtomValue(unsentAtom);
  if (waiting === 0) return null;
  return (
    <Card>
      <div role="status" className="flex items-start gap-3">
        <Icon name="clock" size={22} className="mt-0.5 shrink-0 text-amber-ink" />
        <p className="m-0 text-sm text-pretty">
          {forSignIn > 0 ? (
            <>
              <strong className="block">
                <Plural
                  value={forSignIn}
                  one="# action needs you to sign in"
                  other="# actions need you to sign in"
                />
              </strong>
              <Trans>Saved on this device. Sign in with the same wallet to send it.</Trans>
            </>
          ) : (
            <>
              <strong className="block">
                <Plural
                  value={waiting}
                  one="# action waiting to be sent"
                  other="# actions waiting to be sent"
                />
              </strong>
              <Trans>Saved on this device. We'll send it as soon as we can.</Trans>
            </>
          )}
        </p>
      </div>
    </Card>
  );
}
