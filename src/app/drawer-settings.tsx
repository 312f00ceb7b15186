// Settings in the drawer: language, reminders, installing the app, pages about limits, data and the operator, the
// wallet's address, signing out.
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { type ReactNode, useState } from 'react';
import { askToSignOut } from '#actions/sign-out.ts';
import { VERSION } from '#contract/version.ts';
import { BRAND } from '#lib/brand.ts';
import { useBusy } from '#lib/busy.ts';
import { installWayAtom } from '#lib/install.ts';
import { type Language, LANGUAGES, LANGUAGE_NAMES } from '#contract/languages.ts';
import { currentLanguage } from '#lib/locale.ts';
import { switchLanguage } from '#lib/switch-language.ts';
import { openPopup } from '#lib/popups.ts';
import { signedInAtom, walletAtom } from '#lib/session.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Address } from '#ui/copy.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import { PageLink } from '#ui/page-link.tsx';
import { ReminderWords } from '#ui/reminder-words.tsx';

function Row({ icon, label, children }: { icon: IconName; label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-12 items-center gap-x-3 px-3 text-base lg:flex-wrap">
      <Icon name={icon} size={22} className="shrink-0 text-muted" />
      <span className="grow">{label}</span>
      {children}
    </div>
  );
}

function LanguageRow() {
  const { t: say } = useLingui();
  // Until its texts have arrived.
  const [wanted, setWanted] = useState<Language>();
  const shown = wanted ?? currentLanguage();
  const choose = (lang: Language) => {
    setWanted(lang);
    return switchLanguage(lang)
      .catch(() => toast(t`Couldn't load this language. Check your connection.`, 'error'))
      .finally(() => setWanted((now) => (now === lang ? undefined : now)));
  };
  return (
    <label className="relative flex min-h-12 items-center gap-3 rounded-control px-3 text-base focus-within:ring-3 focus-within:ring-ink">
      <Icon name="language" size={22} className="shrink-0 text-muted" />
      <span className="grow whitespace-nowrap">
        <Trans>Language</Trans>
      </span>
      <span
        className={cx('text-sm whitespace-nowrap text-muted', wanted && 'animate-pulse-dot')}
        aria-hidden="true"
      >
        {LANGUAGE_NAMES[shown]}
      </span>
      <Icon name="down" size={16} className="text-muted" />
      <select
        aria-label={say`Language`}
        value={shown}
        aria-busy={wanted !== undefined}
        onChange={(event) => void choose(event.target.value as Language)}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      >
        {LANGUAGES.map((lang) => (
          <option key={lang} value={lang} lang={lang}>
            {LANGUAGE_NAMES[lang]}
          </option>
        ))}
      </select>
    </label>
  );
}

interface PopupRowProps {
  icon: IconName;
  onOpen: () => void;
  children: ReactNode;
}

const PopupRow = ({ icon, onOpen, children }: PopupRowProps) => (
  <button
    type="button"
    onClick={onOpen}
    className="flex min-h-12 w-full items-center gap-3 rounded-control px-3 py-1.5 text-left text-base hover:bg-wash active:bg-wash"
  >
    <Icon name={icon} size={22} className="shrink-0 text-muted" />
    {children}
  </button>
);

interface PageRowProps {
  /** The page being shown. */
  path: string;
  to: string;
  icon: IconName;
  onLeave: () => void;
  children: ReactNode;
}

/** A link to a page about the account or the operator rather than an activity. */
const PageRow = ({ path, to, icon, onLeave, children }: PageRowProps) => (
  <PageLink
    to={to}
    aria-current={path === to ? 'page' : undefined}
    onClick={onLeave}
    className="flex min-h-12 items-center gap-3 rounded-control px-3 text-base text-ink hover:bg-wash active:bg-wash aria-[current]:bg-amber-wash aria-[current]:heavy"
  >
    <Icon name={icon} size={22} className="text-muted in-[[aria-current]]:text-amber-ink" />
    {children}
  </PageLink>
);

function AccountRows({ onLeave }: { onLeave: () => void }) {
  const { address } = useAtomValue(walletAtom);
  const signedIn = useAtomValue(signedInAtom);
  const [busy, leave] = useBusy(() => askToSignOut().then(onLeave));
  const connect = () => {
    onLeave();
    openPopup('connect', {});
  };
  if (!signedIn)
    return (
      <Button wide icon="wallet" className="mt-3" onClick={connect}>
        <Trans>Connect wallet</Trans>
      </Button>
    );
  return (
    <>
      <Row icon="wallet" label={<Trans>Wallet</Trans>}>
        <Address address={address} className="-mr-2.5 ml-auto text-muted lg:text-xs" />
      </Row>
      <Button look="secondary" size="sm" wide icon="signout" busy={busy} className="mt-2" onClick={leave}>
        <Trans>Sign out</Trans>
      </Button>
    </>
  );
}

interface DrawerSettingsProps {
  path: string;
  onLeave: () => void;
  /** At least one game is enabled here. */
  games: boolean;
  rail: boolean;
}

export function DrawerSettings({ path, onLeave, games, rail }: DrawerSettingsProps) {
  const way = useAtomValue(installWayAtom);
  const leaveFor = (popup: 'reminders' | 'install') => () => {
    onLeave();
    openPopup(popup, {});
  };
  return (
    <div className="border-t border-line px-3 pt-3 pb-[calc(env(safe-area-inset-bottom)+20px)]">
      <LanguageRow />
      <PopupRow icon="bell" onOpen={leaveFor('reminders')}>
        <span className="grow">
          <Trans>Reminders</Trans>
        </span>
        <span className="text-right text-xs leading-snug text-muted">
          <ReminderWords />
        </span>
      </PopupRow>
      {way !== 'none' && way !== 'installed' && (
        <PopupRow icon="install" onOpen={leaveFor('install')}>
          <Trans>Install the app</Trans>
        </PopupRow>
      )}
      <PageRow path={path} to="/pages/airdrop/index" icon="gift" onLeave={onLeave}>
        <Trans>Airdrop</Trans>
      </PageRow>
      {games && (
        <PageRow path={path} to="/pages/limits/index" icon="clock" onLeave={onLeave}>
          <Trans>Playing within limits</Trans>
        </PageRow>
      )}
      <PageRow path={path} to="/pages/privacy/index" icon="file" onLeave={onLeave}>
        <Trans>Your data</Trans>
      </PageRow>
      <PageRow path={path} to="/pages/transparency/index" icon="eye" onLeave={onLeave}>
        <Trans>Transparency</Trans>
      </PageRow>
      {/* Only in the rail, where they work; also the way to switch them on again. */}
      {rail && (
        <PopupRow icon="info" onOpen={() => openPopup('shortcuts', {})}>
          <Trans>Keyboard shortcuts</Trans>
        </PopupRow>
      )}
      <div data-account>
        <AccountRows onLeave={onLeave} />
      </div>
      <p className="figures m-0 mt-4 px-3 text-xs text-muted">
        {BRAND.name} {VERSION}
      </p>
    </div>
  );
}
