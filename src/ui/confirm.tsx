// The only sheet shown before anything is signed or paid: what, exactly how much, to whom, the fee and the balance
// after. Its buttons are in the same place everywhere; back and Escape do what Cancel does.
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { fourByFour } from '#lib/four-by-four.ts';
import { Button } from './button.tsx';
import { Fact, Facts } from './card.tsx';
import { CoinIcon } from './coin-icon.tsx';
import { toTop } from './focus-on-mount.ts';
import { useStep } from './sheet-step.ts';

interface ConfirmProps {
  coin: string;
  /** What happens, and exactly how much: "You stake", "100 ADIT". */
  lead: ReactNode;
  figure: ReactNode;
  recipient?: { address: string; note?: ReactNode };
  /** Each a `<Fact>`, before the fee. */
  facts?: ReactNode;
  /** If absent, the sheet says that there is no fee. */
  fee?: ReactNode;
  /** Replaces "Fee". */
  feeLabel?: ReactNode;
  after: ReactNode;
  /** Replaces "Balance after". */
  afterLabel?: ReactNode;
  /** What else should be known, in a sentence or two. */
  children?: ReactNode;
}

export function Confirm(props: ConfirmProps) {
  const { coin, lead, figure, recipient, facts, fee, feeLabel, after, afterLabel, children } = props;
  const { t } = useLingui();
  const start = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone, unless the sheet opens with this step; the sheet then returns the focus to
  // where it was.
  useEffect(() => {
    if (document.activeElement === document.body) start.current?.focus({ preventScroll: true });
    toTop(start.current);
  }, []);
  return (
    <div ref={start} tabIndex={-1} role="group" aria-label={t`Confirm`} className="grid gap-4 outline-none">
      <div className="grid justify-items-center gap-2 text-center">
        <CoinIcon coin={coin} size={44} />
        <p className="m-0 max-w-full">
          <span className="block text-sm text-muted">{lead}</span>
          <span className="figures text-2xl leading-tight font-semibold wrap-anywhere">{figure}</span>
        </p>
      </div>
      {recipient && (
        <div className="rounded-control border border-line px-3.5 py-3">
          <p className="m-0 flex flex-wrap items-center justify-between gap-x-3 text-sm text-muted">
            <Trans>Recipient</Trans>
            {recipient.note}
          </p>
          {/* Read out and copied in one piece. */}
          <p aria-hidden="true" className="m-0 mt-1 font-mono text-base leading-snug">
            {fourByFour(recipient.address)}
          </p>
          <p className="sr-only">{recipient.address}</p>
        </div>
      )}
      <Facts>
        {facts}
        <Fact label={feeLabel ?? <Trans>Fee</Trans>}>{fee ?? <Trans>None</Trans>}</Fact>
        <Fact label={afterLabel ?? <Trans>Balance after</Trans>}>{after}</Fact>
      </Facts>
      {children}
    </div>
  );
}

interface ConfirmActionsProps {
  onConfirm: () => void;
  onCancel: () => void;
  busy: boolean;
  disabled?: boolean;
  /** The button's verb: "Stake 100 ADIT". */
  children: ReactNode;
  /** Why it was not done, or cannot be done now. */
  notice: ReactNode;
}

export function ConfirmActions({
  onConfirm,
  onCancel,
  busy,
  disabled = false,
  children,
  notice,
}: ConfirmActionsProps) {
  useStep(!busy, onCancel);
  return (
    <>
      <Button look="ghost" wide disabled={busy} onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
      <Button wide busy={busy} disabled={!busy && disabled} onClick={onConfirm}>
        {children}
      </Button>
      {notice}
    </>
  );
}
