// The wallet's part of every page: finds wallets, offers the demo wallet in demo mode, watches the session's wallet,
// and updates the wallet's figures.
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { cached, cachedLong } from '#api/queries.ts';
import { signedInAtom } from '#lib/session.ts';
import { part } from '#ui/part.tsx';
import { reattach } from './bond.ts';
import { announceDemoWallet } from './demo/demo-announce.ts';
import { useDemo } from './demo/demo-mode.ts';
import { type Asked, promptAtom } from './demo/demo-prompt.ts';
import { discoverWallets } from './eip6963.ts';
import { followFigures } from './figures.ts';
import { useInviteLinks } from './invite-links.ts';
import { reviveWalletConnect } from './walletconnect/offer.ts';

const { Part: DemoDialog } = part<{ asked: Asked }>(() =>
  import('./demo/demo-dialog.tsx').then((module) => module.DemoDialog),
);

/** Always observes balance, hashrate and rates, so that whatever refetches them updates the stored figures too. */
function useFigures(signedIn: boolean) {
  useEffect(followFigures, []);
  useQuery({ ...cached('GET /api/assets/list'), enabled: signedIn });
  useQuery({ ...cached('GET /api/mining/power'), enabled: signedIn });
  useQuery({ ...cachedLong('GET /api/mining/config'), enabled: signedIn });
}

export function Background() {
  const signedIn = useAtomValue(signedInAtom);
  const asked = useAtomValue(promptAtom);
  const demo = useDemo();
  useInviteLinks();
  useFigures(signedIn);
  useEffect(() => {
    discoverWallets();
    reattach(reviveWalletConnect);
  }, []);
  useEffect(() => {
    if (demo) announceDemoWallet();
  }, [demo]);
  return asked && <DemoDialog asked={asked} />;
}
