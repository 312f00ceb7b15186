// The navigation bar: transparent with a white title over the page's hero, and dark once the page is scrolled.
import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState, type RefObject } from 'react';
import { shortAddress } from '#lib/amounts.ts';
import { goBack } from '#lib/navigate.ts';
import { openPopup } from '#lib/popups.ts';
import { signedInAtom, walletAtom } from '#lib/session.ts';
import { IconButton } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Mark } from '#ui/mark.tsx';
import { Icon } from '#ui/icon.tsx';
import { drawerAtom } from './drawer-state.ts';

interface BarProps {
  title: string;
  heading: RefObject<HTMLHeadingElement | null>;
  /** The entry page has a menu button and the wallet chip instead of a back button. */
  entry: boolean;
}

/** Beyond this the hero's content would scroll under the title. */
const SCROLLED_PX = 20;

function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    const look = () => setScrolled(window.scrollY > SCROLLED_PX);
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  return scrolled;
}

function WalletChip() {
  const { t } = useLingui();
  const { address } = useAtomValue(walletAtom);
  const signedIn = useAtomValue(signedInAtom);
  const setDrawer = useSetAtom(drawerAtom);
  const text = signedIn && address ? shortAddress(address) : t`Connect`;
  return (
    <button
      type="button"
      onClick={() => (signedIn ? setDrawer(true) : openPopup('connect', {}))}
      className="figures inline-flex min-h-11 items-center gap-2 rounded-full border border-white/20 bg-white/10 px-4 text-sm font-medium active:scale-95"
    >
      {signedIn ? (
        <span className="size-2 rounded-full bg-malachite-bright" />
      ) : (
        <Icon name="wallet" size={18} />
      )}
      {text}
    </button>
  );
}

export function Bar({ title, heading, entry }: BarProps) {
  const { t } = useLingui();
  const setDrawer = useSetAtom(drawerAtom);
  const scrolled = useScrolled();
  const menu = (
    <IconButton icon="menu" label={t`Menu`} aria-haspopup="dialog" onClick={() => setDrawer(true)} />
  );
  return (
    <header
      className={cx(
        'fixed inset-x-0 top-0 z-30 pt-[env(safe-area-inset-top)] text-white transition-colors duration-move',
        scrolled ? 'bg-basalt' : 'bg-transparent',
      )}
    >
      <div className="frame flex h-14 items-center gap-1 px-1.5">
        {entry ? menu : <IconButton icon="back" label={t`Back`} onClick={goBack} />}
        <h1
          ref={heading}
          tabIndex={-1}
          className={cx(
            'm-0 flex min-w-0 grow items-center gap-2 truncate',
            entry ? 'text-xl font-bold' : 'text-[17px] font-semibold',
          )}
        >
          {entry && <Mark />}
          <span key={title} className="truncate">
            {title}
          </span>
        </h1>
        {entry ? (
          <span className="pr-2">
            <WalletChip />
          </span>
        ) : (
          menu
        )}
      </div>
    </header>
  );
}
