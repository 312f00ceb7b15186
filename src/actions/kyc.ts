// What to do when an action needs a verification that is missing: to start the miner, to claim, to withdraw.
import { stale } from '#api/changes.ts';
import { isRefusal } from '#api/errors.ts';
import { openPopup } from '#lib/popups.ts';

/** For `onError` of an action: true if it was refused for lack of a verification; the user is then prompted for one. */
export function promptForKyc(error: unknown, before: 'start' | 'withdraw'): boolean {
  if (!isRefusal(error, 'kyc_required')) return false;
  // The page believed that the account was verified.
  void stale('GET /api/user/info');
  openPopup('kycRequired', { before });
  return true;
}
