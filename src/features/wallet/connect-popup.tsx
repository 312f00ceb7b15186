// The connect sheet. Its list needs no network: the browser's wallets are known before it opens.
import { useQuery } from '@tanstack/react-query';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { type FunctionComponent, Suspense, lazy, useEffect, useState, useSyncExternalStore } from 'react';
import { cached } from '#api/queries.ts';
import { CAN_STAY } from '#lib/can-stay.ts';
import { inviteCodeAtom } from '#lib/invite-code.ts';
import { openPopup, type PopupProps } from '#lib/popups.ts';
import { WHY_ENDED } from '#lib/session-end.ts';
import { deviceAtom, walletPhaseAtom } from '#lib/session.ts';
import { isStandalone } from '#lib/standalone.ts';
import { Button } from '#ui/button.tsx';
import { startingOver } from '#ui/each-opening.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Checkbox } from '#ui/switch.tsx';
import { Missing } from '#ui/try-again.tsx';
import { SkeletonCard } from '#ui/views.tsx';
import { ConnectActions, ConnectProgress } from './connect-progress.tsx';
import { announceDemoWallet } from './demo/demo-announce.ts';
import { useDemo } from './demo/demo-mode.ts';
import { discoverWallets, knownWallets, onWallets } from './eip6963.ts';
import { useConnect } from './use-connect.ts';
import { WalletList } from './wallet-list.tsx';

const Invited = lazy<FunctionComponent<{ code: string }>>(() =>
  import('./invited.tsx').then(
    ({ Invited }) => ({ default: Invited }),
    () => ({ default: () => null }),
  ),
);

/** Long enough to read "Signed in". */
const DONE_MS = 650;
/** How long to wait for the server to say whether it is in demo mode. */
const DEMO_WAIT_MS = 2000;
const LOOK_MS = 1000;

/** Undefined while the demo wallet may still appear in an empty list. */
function useWallets(open: boolean) {
  const index = useQuery(cached('GET /api/index'));
  const [waited, setWaited] = useState(false);
  const found = useSyncExternalStore(onWallets, knownWallets);
  const demo = useDemo();
  useEffect(() => {
    if (!open) return;
    if (demo) announceDemoWallet();
    discoverWallets();
    const timer = setTimeout(() => setWaited(true), DEMO_WAIT_MS);
    // A wallet's in-app browser may inject its provider late without an event.
    const look = setInterval(discoverWallets, LOOK_MS);
    return () => {
      clearTimeout(timer);
      clearInterval(look);
    };
  }, [open, demo]);
  const unsure = found.length === 0 && ((index.isPending && !waited) || demo);
  return {
    index,
    wallets: unsure ? undefined : found,
    /** Whether WalletConnect can be used here; undefined until the server has answered. */
    pairs: index.data && index.data.walletConnectProjectId !== null,
  };
}

function useIntro(): string {
  const { i18n } = useLingui();
  const why = WHY_ENDED[useAtomValue(walletPhaseAtom)];
  return i18n._(why ?? msg`No password, no email. Your wallet asks you to sign one readable message.`);
}

function Stay({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
  const { t } = useLingui();
  if (!CAN_STAY)
    return (
      <p className="mt-4 text-sm text-muted">{t`This browser can't keep you signed in. Use your wallet each time.`}</p>
    );
  return (
    <div className="mt-4">
      <Checkbox checked={on} onChange={onChange}>{t`Stay signed in`}</Checkbox>
      <p className="mt-1 text-sm text-muted">{t`For 30 days after your last visit. Not for shared devices.`}</p>
    </div>
  );
}

function Opening({ open, onClose }: PopupProps<'connect'>) {
  const { t } = useLingui();
  const { index, wallets, pairs } = useWallets(open);
  const intro = useIntro();
  const device = useAtomValue(deviceAtom);
  const [stay, setStay] = useState(CAN_STAY && (isStandalone() || device !== null));
  const { view, start, cancel } = useConnect({
    open,
    stay,
    onDone: () => setTimeout(onClose, DONE_MS),
  });
  const list = view.at === 'list';
  const code = useAtomValue(inviteCodeAtom);
  /** A returning account was created long ago, so an invite does not apply to it. */
  const isNew = useAtomValue(walletPhaseAtom) !== 'expired';
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={list ? t`Connect wallet` : view.wallet.name}
      description={list ? intro : undefined}
      actions={
        list ? undefined : (
          <ConnectActions
            view={view}
            onBack={cancel}
            onRetry={() => 'wallet' in view && void start(view.wallet)}
          />
        )
      }
    >
      {!list && <ConnectProgress view={view} />}
      {list && isNew && code !== null && (
        <Suspense fallback={<SkeletonCard />}>
          <div className="mb-4">
            <Invited code={code} />
          </div>
        </Suspense>
      )}
      {list && wallets && (
        <WalletList wallets={wallets} pairs={pairs} onChoose={(wallet) => void start(wallet)} />
      )}
      {list && !wallets && <SkeletonCard />}
      {list && <Missing of={index} />}
      {list && <Stay on={stay} onChange={setStay} />}
      {list && CAN_STAY && (
        <Button
          look="ghost"
          size="sm"
          wide
          className="mt-3 text-muted"
          onClick={() => openPopup('enterCode', {})}
        >
          {t`Use a code from another device`}
        </Button>
      )}
    </Sheet>
  );
}

export const Popup = startingOver(Opening);
