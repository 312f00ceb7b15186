// What to do where an action needs a verification that is missing: to start the miner, to claim, to withdraw.
import { stale } from '#api/changes.ts';
import { isRefusal } from '#api/errors.ts';
import { openPopup } from '#lib/popups.ts';

/** For `onError` of an action: true where it was refused for want of a verification, which is prompted for. */
export function promptForKyc(error: unknown, before: 'start' | 'withdraw'): boolean {
  if (!isRefusal(error, 'kyc_required')) return false;
  // The page had taken the account for a verified one.
  void stale('GET /api/user/info');
  openPopup('kycRequired', { before });
  return true;
}
