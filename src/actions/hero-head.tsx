// The first line of a hero: its content, and the buttons that hide amounts and refresh the page.
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useRefresh } from '#api/refresh.ts';
import { askNow } from '#lib/back-off.ts';
import { IconButton } from '#ui/button.tsx';
import { HideButton } from '#ui/hide-button.tsx';

interface HeroHeadProps {
  children: ReactNode;
  /** The page shows personal amounts that can be hidden. */
  own?: boolean;
}

export function HeroHead({ children, own = true }: HeroHeadProps) {
  const { t } = useLingui();
  const [busy, refresh] = useRefresh();
  const refreshNow = () => {
    askNow();
    refresh();
  };
  return (
    <div className="flex items-center justify-between">
      <p className="m-0 text-sm text-mist">{children}</p>
      <span className="-mr-2 flex text-white">
        {own && <HideButton />}
        <IconButton icon="refresh" label={t`Refresh`} aria-busy={busy} onClick={refreshNow} />
      </span>
    </div>
  );
}
