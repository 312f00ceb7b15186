// The only receipt shown after money has moved: a tick, what happened with its amount, a few facts, Done and Share.
// It takes the focus, so that screen readers announce it, and triggers haptics.
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { useBusy } from '#lib/busy.ts';
import { toast } from '#lib/toast.ts';
import { Button } from './button.tsx';
import { Fact, Facts } from './card.tsx';
import { cx } from './class-names.ts';
import { CoinIcon } from './coin-icon.tsx';
import { useFocusOnMount } from './focus-on-mount.ts';
import { feel } from './haptics.ts';
import { Icon } from './icon.tsx';
import type { ReceiptContent } from './receipt-picture.ts';

/** More characters do not fit on one line of the narrowest window in the usual size. */
const ONE_LINE = 22;

export function Receipt({ coin, lead, figure, facts }: ReceiptContent) {
  const start = useFocusOnMount();
  useEffect(() => feel('done'), []);
  return (
    <div ref={start} tabIndex={-1} role="group" aria-label={lead} className="grid gap-5 outline-none">
      <div className="grid animate-rise justify-items-center gap-3 text-center">
        <span className="relative mt-2">
          <CoinIcon coin={coin} size={56} />
          <span className="absolute -right-2 -bottom-2 flex size-7 items-center justify-center rounded-full border-3 border-white bg-malachite text-white">
            <Icon name="check" size={16} />
          </span>
        </span>
        <p role="status" className="m-0 max-w-full">
          <span className="block text-sm text-muted">{lead}</span>
          <span
            className={cx(
              'figures leading-tight font-semibold wrap-anywhere',
              figure.length > ONE_LINE ? 'text-lg' : 'text-2xl',
            )}
          >
            {figure}
          </span>
        </p>
      </div>
      <Facts>
        {facts.map(({ label, text }) => (
          <Fact key={label} label={label}>
            {text}
          </Fact>
        ))}
      </Facts>
    </div>
  );
}

/** Passes it on as a picture, made on this device. */
export function ShareButton({ content }: { content: ReceiptContent }) {
  const { t, i18n } = useLingui();
  const [busy, share] = useBusy(async () => {
    const picture = await import('./receipt-picture.ts').catch(() => null);
    if (picture) await picture.shareReceipt(content, i18n.locale);
    else toast(t`Couldn't make the picture. Try again.`, 'error');
  });
  return (
    <Button look="ghost" wide icon="share" busy={busy} onClick={share}>
      <Trans>Share</Trans>
    </Button>
  );
}

interface ReceiptActionsProps {
  content: ReceiptContent;
  onDone: () => void;
}

export function ReceiptActions({ content, onDone }: ReceiptActionsProps) {
  return (
    <>
      <ShareButton content={content} />
      <Button look="secondary" wide onClick={onDone}>
        <Trans>Done</Trans>
      </Button>
    </>
  );
}
