// The available wallets, or how to get one.
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { inviteCodeAtom } from '#lib/invite-code.ts';
import { openPopup } from '#lib/popups.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icon.tsx';
import { Notice } from '#ui/notice.tsx';
import { DEMO_RDNS, type WalletEntry } from './eip6963.ts';
import { type NamedWallet, absentWallets, pageFor } from './named-wallets.ts';
import { WALLETCONNECT } from './walletconnect/offer.ts';

/** 44 px in rows, 72 px in the middle of a sheet. */
export function WalletIcon({
  wallet,
  large = false,
}: {
  wallet: Pick<WalletEntry, 'icon'>;
  large?: boolean;
}) {
  const size = large ? 'size-18' : 'size-11';
  if (wallet.icon) return <img src={wallet.icon} alt="" className={cx('block shrink-0 rounded-xl', size)} />;
  return (
    <span className={cx('flex shrink-0 items-center justify-center rounded-xl bg-wash text-muted', size)}>
      <Icon name="wallet" size={large ? 36 : 24} />
    </span>
  );
}

const ROW =
  'flex min-h-16 w-full items-center gap-3.5 rounded-control border border-line px-3.5 py-2.5 text-left text-inherit no-underline';
const TAPPED = 'transition-transform duration-press hover:bg-wash active:scale-[0.985] active:bg-wash';

interface FaceProps {
  wallet: Pick<WalletEntry, 'icon' | 'name'>;
  /** What choosing it does, if the name does not say. */
  hint?: ReactNode;
}

const Face = ({ wallet, hint }: FaceProps) => (
  <>
    <WalletIcon wallet={wallet} />
    <span className="min-w-0 grow">
      <span className="block truncate font-semibold">{wallet.name}</span>
      {hint !== undefined && <span className="block text-xs leading-snug text-muted">{hint}</span>}
    </span>
  </>
);

const onward = <Icon name="next" size={20} className="shrink-0 text-faint" />;

interface ChoiceProps extends FaceProps {
  wallet: WalletEntry;
  onChoose: (wallet: WalletEntry) => void;
}

const Choice = ({ wallet, hint, onChoose }: ChoiceProps) => (
  <li>
    <button type="button" onClick={() => onChoose(wallet)} className={cx(ROW, TAPPED)}>
      <Face wallet={wallet} hint={hint} />
      {onward}
    </button>
  </li>
);

const onPhone = () => matchMedia('(pointer: coarse)').matches;

/** A wallet that this browser lacks: on a phone, a link into its own browser; on a computer, a link to get it. */
function Absent({ wallet: { name, get, opening } }: { wallet: NamedWallet }) {
  const { t } = useLingui();
  const code = useAtomValue(inviteCodeAtom);
  const phone = onPhone();
  return (
    <li>
      <a
        href={phone ? opening(pageFor(location.href, code)) : get}
        target={phone ? undefined : '_blank'}
        rel="noopener noreferrer"
        onClick={() => !phone && toast(t`Please install ${name} first`)}
        className={cx(ROW, TAPPED)}
      >
        <Face
          wallet={{ icon: '', name }}
          hint={phone ? <Trans>Open in its app</Trans> : <Trans>Get it</Trans>}
        />
        {onward}
      </a>
    </li>
  );
}

/** On a computer without any wallet, once the server offers no other way. A phone's wallets are apps, which are offered below. */
function NoWallet() {
  const name = 'MetaMask';
  return (
    <Notice tone="amber" icon="wallet">
      <p className="m-0 font-semibold">
        <Trans>Please install {name} first</Trans>
      </p>
      <p className="m-0 mt-0.5">
        <Trans>No wallet here yet. Install one, then reload this page.</Trans>
      </p>
    </Notice>
  );
}

interface WalletListProps {
  /** This browser's wallets. */
  wallets: readonly WalletEntry[];
  /** Whether WalletConnect can be used here; undefined until that is known. */
  pairs: boolean | undefined;
  onChoose: (wallet: WalletEntry) => void;
}

export function WalletList({ wallets, pairs, onChoose }: WalletListProps) {
  const { t } = useLingui();
  const demo = wallets.some(({ rdns }) => rdns === DEMO_RDNS);
  const hint = <Trans>Try everything with play money</Trans>;
  return (
    <div className="grid gap-2.5">
      {wallets.length === 0 && pairs !== undefined && !onPhone() && <NoWallet />}
      {wallets.length > 0 && (
        <ul aria-label={t`Wallets`} className="m-0 grid list-none gap-2.5 p-0">
          {wallets.map((wallet) => (
            <Choice
              key={wallet.rdns}
              wallet={wallet}
              hint={wallet.rdns === DEMO_RDNS ? hint : undefined}
              onChoose={onChoose}
            />
          ))}
        </ul>
      )}
      {demo && (
        <Button
          look="ghost"
          size="sm"
          wide
          className="text-muted"
          onClick={() => openPopup('demoWallet', {})}
        >
          <Trans>Demo wallet settings</Trans>
        </Button>
      )}
      <ul aria-label={t`Other wallets`} className="m-0 grid list-none gap-2.5 p-0">
        {absentWallets(wallets).map((wallet) => (
          <Absent key={wallet.name} wallet={wallet} />
        ))}
        {pairs === true && (
          <Choice
            wallet={WALLETCONNECT}
            hint={<Trans>Any other wallet, by QR code or app</Trans>}
            onChoose={onChoose}
          />
        )}
        {pairs === false && (
          <li className={cx(ROW, 'bg-wash')}>
            <Face wallet={WALLETCONNECT} hint={<Trans>Not available on this site</Trans>} />
          </li>
        )}
      </ul>
    </div>
  );
}
