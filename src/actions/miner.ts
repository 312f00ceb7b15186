// Starting the miner and claiming what it produced, on home, on the miner's page and in the hint: sent exactly once,
// queued without a network.
import { t } from '@lingui/core/macro';
import { useRef } from 'react';
import { remember } from '#api/queries.ts';
import { useQueued } from '#api/act.ts';
import { claimedAtom, type Claimed } from '#lib/claimed.ts';
import { offerInstall } from '#lib/install.ts';
import { offerReminders } from '#lib/notify.ts';
import { deviceAtom, walletAtom } from '#lib/session.ts';
import { read, write } from '#lib/store.ts';
import { promptForKyc } from './kyc.ts';
import { toast } from '#lib/toast.ts';

/** Anything else is in the server's message. */
const onError = (error: unknown): boolean => promptForKyc(error, 'start');

export const useStartMiner = () =>
  useQueued('POST /api/mining/claim1', {
    onDone: (started) => {
      remember('GET /api/mining/index', started);
      toast(t`The miner has started`, 'success');
    },
    onError,
  });

/** The stored balance is only known once a coin list has arrived. */
function knownBalance(): string | null {
  const { balance, coinList } = read(walletAtom);
  return coinList.length > 0 ? balance : null;
}

/** Whatever else the page does, the claim is celebrated. */
export function useClaim(onClaimed?: (amount: string) => void) {
  const before = useRef<Claimed['before']>(null);
  const claim = useQueued('POST /api/mining/claim', {
    onDone: ({ claimed, ...after }) => {
      write(claimedAtom, { amount: claimed, before: before.current });
      remember('GET /api/mining/index', after);
      onClaimed?.(claimed);
      offerInstall().catch(() => undefined);
      if (read(deviceAtom)) offerReminders();
    },
    onError,
  });
  const run: typeof claim.run = (...input) => {
    before.current = knownBalance();
    return claim.run(...input);
  };
  return { ...claim, run };
}
