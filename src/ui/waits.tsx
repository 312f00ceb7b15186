// Replaces a button whose action is queued: since when, what happens to it, and a link to all queued actions.
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { openPopup } from '#lib/popups.ts';
import { timeWithin } from '#lib/time.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

interface WaitsProps {
  /** The queued action, as one that waits to be sent. */
  title: ReactNode;
  /** The action itself. */
  action: string;
  /** When it was made, in milliseconds on the server's clock; `unsure`: it was sent, and no answer came. */
  item: { createdAt: number; unsure?: boolean };
  /** Shown beside other buttons that lead away. */
  bare?: boolean;
}

export function Waits({ title, action, item, bare = false }: WaitsProps) {
  const { i18n } = useLingui();
  const time = timeWithin(item.createdAt, i18n.locale);
  return (
    <div className="grid gap-3">
      <div role="status">
        <Notice tone="amber" icon="clock">
          <strong className="block">{item.unsure ? <Trans>No answer yet</Trans> : title}</strong>
          {item.unsure ? (
            <Trans>
              {action}, {time}. We'll try again; it counts once.
            </Trans>
          ) : (
            <Trans>Saved {time}. We'll send it once, as soon as we can.</Trans>
          )}
        </Notice>
      </div>
      {!bare && (
        <Button wide look="secondary" onClick={() => openPopup('outbox', {})}>
          <Trans>See what's waiting</Trans>
        </Button>
      )}
    </div>
  );
}
