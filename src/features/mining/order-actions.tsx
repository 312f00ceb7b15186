// The button that sends an order, and beside it why it was not carried out or cannot be sent now.
import type { ReactNode } from 'react';
import { useOnline } from '#lib/online.ts';
import { Button } from '#ui/button.tsx';
import { Notice, OfflineNotice } from '#ui/notice.tsx';

interface OrderActionsProps {
  /** Id of the form. */
  form: string;
  busy: boolean;
  refusal: string | undefined;
  children: ReactNode;
  /** Another action, in place of the button. */
  instead?: ReactNode;
}

export function OrderActions({ form, busy, refusal, children, instead }: OrderActionsProps) {
  const online = useOnline();
  return (
    <>
      {instead ?? (
        <Button wide type="submit" form={form} busy={busy} disabled={!busy && !online}>
          {children}
        </Button>
      )}
      {!online && <OfflineNotice />}
      {online && refusal !== undefined && (
        <Notice tone="bad" icon="warn" alert>
          {refusal}
        </Notice>
      )}
    </>
  );
}
