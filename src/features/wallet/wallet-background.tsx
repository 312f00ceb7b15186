// The wallet's part of every page: finds wallets, offers the demo wallet in demo mode, watches the wallet of the session,
// keeps the wallet's figures, and loads the connect sheet before it is asked for.
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { Suspense, lazy, useEffect } from 'react';
import { query, queryClient } from '#api/queries.ts';
import { signedInAtom } from '#lib/session.ts';
import { reattach } from './bond.ts';
import { announceDemoWallet } from './demo/demo-announce.ts';
import { promptAtom } from './demo/demo-prompt.ts';
import { discoverWallets } from './eip6963.ts';
import { followFigures } from './figures.ts';
import { rememberInviteCode } from './invite-code.ts';
import { reviveWalletConnect } from './walletconnect/offer.ts';

const DemoDialog = lazy(() => import('./demo/demo-dialog.tsx').then(({ DemoDialog }) => ({ default: DemoDialog })));

const preload = () => void import('./connect-popup.tsx').catch(() => undefined);

function useInviteLinks() {
  useEffect(() => {
    const look = () => rememberInviteCode(location.href);
    look();
    window.addEventListener('hashchange', look);
    return () => window.removeEventListener('hashchange', look);
  }, []);
}

/** Balance and rates are asked for once after a sign-in or reload; pages ask again when they show them. */
function useFigures(signedIn: boolean) {
  useEffect(followFigures, []);
  useEffect(() => {
    if (!signedIn) return;
    void queryClient.prefetchQuery(query('GET /api/assets/list'));
    void queryClient.prefetchQuery(query('GET /api/mining/config'));
  }, [signedIn]);
}

export function Background() {
  const signedIn = useAtomValue(signedInAtom);
  const asked = useAtomValue(promptAtom);
  const demo = useQuery(query('GET /api/index')).data?.demo === true;
  useInviteLinks();
  useFigures(signedIn);
  useEffect(() => {
    discoverWallets();
    preload();
    reattach(reviveWalletConnect);
  }, []);
  useEffect(() => {
    if (demo) announceDemoWallet();
  }, [demo]);
  if (!asked) return null;
  return (
    <Suspense fallback={null}>
      <DemoDialog asked={asked} />
    </Suspense>
  );
}
