// A game's odds in a line, and its rules behind an information sign.
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { IconButton } from './button.tsx';
import { Sheet } from './sheet.tsx';

interface RulesLineProps {
  odds: ReactNode;
  /** The content of the sheet. */
  children: ReactNode;
}

export function RulesLine({ odds, children }: RulesLineProps) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  return (
    <div className="-mr-3 flex items-center justify-between">
      <p className="figures m-0 text-xs text-muted">{odds}</p>
      <IconButton icon="info" label={t`How it works`} className="text-muted" onClick={() => setOpen(true)} />
      <Sheet open={open} onClose={() => setOpen(false)} title={<Trans>How it works</Trans>}>
        {children}
      </Sheet>
    </div>
  );
}
