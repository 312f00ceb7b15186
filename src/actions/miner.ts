// Starting the miner and claiming what it produced, on home and on the miner's page: sent exactly once, queued without
// a network.
import { t } from '@lingui/core/macro';
import { remember } from '#api/queries.ts';
import { useQueued } from '#api/act.ts';
import { offerInstall } from '#lib/install.ts';
import { offerReminders } from '#lib/notify.ts';
import { deviceAtom } from '#lib/session.ts';
import { read } from '#lib/store.ts';
import { promptForKyc } from './kyc.ts';
import { toast } from '#lib/toast.ts';

/** The server's words say anything else. */
const onError = (error: unknown): boolean => promptForKyc(error, 'start');

export const useStartMiner = () =>
  useQueued('POST /api/mining/claim1', {
    onDone: (started) => {
      remember('GET /api/mining/index', started);
      toast(t`The miner has started`, 'success');
    },
    onError,
  });

/** `onClaimed` shows the amount: home in a toast, the miner's page in place of the button. */
export const useClaim = (onClaimed: (amount: string) => void) =>
  useQueued('POST /api/mining/claim', {
    onDone: ({ claimed, ...after }) => {
      remember('GET /api/mining/index', after);
      onClaimed(claimed);
      offerInstall().catch(() => undefined);
      if (read(deviceAtom)) offerReminders();
    },
    onError,
  });
