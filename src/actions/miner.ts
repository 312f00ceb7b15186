// Starting the miner and claiming what it produced, on home and on the miner's page: sent exactly once, queued without
// a network.
import { t } from '@lingui/core/macro';
import { stale } from '#api/changes.ts';
import { isRefusal } from '#api/errors.ts';
import { remember } from '#api/queries.ts';
import { useQueued } from '#api/act.ts';
import { offerInstall } from '#lib/install.ts';
import { openPopup } from '#lib/popups.ts';
import { toast } from '#lib/toast.ts';

/** Prompts for a missing verification; for other refusals the server's message is shown. */
function promptForKyc(error: unknown): boolean {
  if (!isRefusal(error, 'kyc_required')) return false;
  // The page's data says that the account is verified.
  void stale('GET /api/user/info');
  openPopup('kycRequired', {});
  return true;
}

export const useStartMiner = () =>
  useQueued('POST /api/mining/claim1', {
    onDone: (started) => {
      remember('GET /api/mining/index', started);
      toast(t`The miner has started`, 'success');
    },
    onError: promptForKyc,
  });

/** `onClaimed` shows the amount: home in a toast, the miner's page in place of the button. */
export const useClaim = (onClaimed: (amount: string) => void) =>
  useQueued('POST /api/mining/claim', {
    onDone: ({ claimed, ...after }) => {
      remember('GET /api/mining/index', after);
      onClaimed(claimed);
      offerInstall().catch(() => undefined);
    },
    onError: promptForKyc,
  });
