// Hides the user's amounts on all pages, and shows them again.
import { useLingui } from '@lingui/react/macro';
import { useAtom } from 'jotai';
import { hideAmountsAtom } from '#lib/hide-amounts.ts';
import { IconButton } from './button.tsx';

export function HideButton() {
  const { t } = useLingui();
  const [hidden, setHidden] = useAtom(hideAmountsAtom);
  return (
    <IconButton
      icon={hidden ? 'eyeOff' : 'eye'}
      label={t`Hide amounts`}
      aria-pressed={hidden}
      onClick={() => setHidden(!hidden)}
    />
  );
}
