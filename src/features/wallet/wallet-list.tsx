// The wallets that can be chosen, or how to get one.
import { Trans, useLingui } from '@lingui/react/macro';
import { openPopup } from '#lib/popups.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icon.tsx';
import { dappLink } from './dapp-link.ts';
import { DEMO_RDNS, type WalletEntry } from './eip6963.ts';
import { inviteCode } from './invite-code.ts';

/** 44 px in rows, 72 px in the middle of a sheet. */
export function WalletIcon({ wallet, large = false }: { wallet: WalletEntry; large?: boolean }) {
  const size = large ? 'size-18' : 'size-11';
  if (wallet.icon) return <img src={wallet.icon} alt="" className={cx('block shrink-0 rounded-xl', size)} />;
  return (
    <span className={cx('flex shrink-0 items-center justify-center rounded-xl bg-wash text-muted', size)}>
      <Icon name="wallet" size={large ? 36 : 24} />
    </span>
  );
}

function Row({ wallet, onChoose }: { wallet: WalletEntry; onChoose: () => void }) {
  const demo = wallet.rdns === DEMO_RDNS;
  return (
    <li>
      <button
        type="button"
        onClick={onChoose}
        className="flex min-h-16 w-full items-center gap-3.5 rounded-control border border-line px-3.5 py-2.5 text-left transition-transform duration-press hover:bg-wash active:scale-[0.985] active:bg-wash"
      >
        <WalletIcon wallet={wallet} />
        <span className="min-w-0 grow">
          <span className="block truncate font-semibold">{wallet.name}</span>
          {demo && (
            <span className="block text-[13px] leading-snug text-muted">
              <Trans>For trying everything out, with play money</Trans>
            </span>
          )}
        </span>
        <Icon name="next" size={20} className="shrink-0 text-faint" />
      </button>
    </li>
  );
}

const onPhone = () => matchMedia('(pointer: coarse)').matches;

function NoWallet() {
  return (
    <div className="grid gap-3 pb-1">
      <p className="m-0 flex items-start gap-2.5 rounded-control bg-amber-wash px-4 py-3 text-[15px] font-semibold text-amber-ink">
        <Icon name="wallet" size={22} className="shrink-0" />
        <Trans>Please install MetaMask first</Trans>
      </p>
      <p className="m-0 text-sm text-pretty text-muted">
        <Trans>This browser has no wallet yet. Install one, come back and reload this page.</Trans>
      </p>
      <a
        href="https://metamask.io/download"
        target="_blank"
        rel="noopener noreferrer"
        className="inline-flex min-h-12 items-center justify-center gap-2 rounded-control bg-amber px-5 font-semibold text-basalt"
      >
        <Trans>Get MetaMask</Trans>
      </a>
      {onPhone() && (
        <a
          href={dappLink(location.href, inviteCode.read())}
          rel="noopener noreferrer"
          className="inline-flex min-h-12 items-center justify-center gap-2 rounded-control border border-line px-5 font-semibold"
        >
          <Trans>Open this page in MetaMask</Trans>
        </a>
      )}
    </div>
  );
}

interface WalletListProps {
  wallets: readonly WalletEntry[];
  onChoose: (wallet: WalletEntry) => void;
}

export function WalletList({ wallets, onChoose }: WalletListProps) {
  const { t } = useLingui();
  if (wallets.length === 0) return <NoWallet />;
  return (
    <>
      <ul aria-label={t`Wallets`} className="m-0 grid list-none gap-2.5 p-0">
        {wallets.map((wallet) => (
          <Row key={wallet.rdns} wallet={wallet} onChoose={() => onChoose(wallet)} />
        ))}
      </ul>
      {wallets.some(({ rdns }) => rdns === DEMO_RDNS) && (
        <Button
          look="ghost"
          size="sm"
          wide
          className="mt-2 text-muted"
          onClick={() => openPopup('demoWallet', {})}
        >
          <Trans>Demo wallet settings</Trans>
        </Button>
      )}
    </>
  );
}
