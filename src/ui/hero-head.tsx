// The first line of a hero: what stands below it, and the buttons that hide amounts and ask for them anew.
import { useLingui } from '@lingui/react/macro';
import { useAtom } from 'jotai';
import type { ReactNode } from 'react';
import { hideAmountsAtom } from '#lib/hide-amounts.ts';
import { IconButton } from './button.tsx';

interface HeroHeadProps {
  children: ReactNode;
  busy: boolean;
  onRefresh: () => void;
  /** There are amounts of one's own to hide. */
  own?: boolean;
}

export function HeroHead({ children, busy, onRefresh, own = true }: HeroHeadProps) {
  const { t } = useLingui();
  const [hidden, setHidden] = useAtom(hideAmountsAtom);
  return (
    <div className="flex items-center justify-between">
      <p className="m-0 text-sm text-mist">{children}</p>
      <span className="-mr-2 flex text-white">
        {own && (
          <IconButton
            icon={hidden ? 'eyeOff' : 'eye'}
            label={t`Hide amounts`}
            aria-pressed={hidden}
            onClick={() => setHidden(!hidden)}
          />
        )}
        <IconButton icon="refresh" label={t`Refresh`} aria-busy={busy} onClick={onRefresh} />
      </span>
    </div>
  );
}
