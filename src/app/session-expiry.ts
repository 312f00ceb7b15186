// Code 401, whoever made the call: a toast, the session is forgotten with whatever stood open of it, and after a second home is
// shown (specification, section 8).
import { t } from '@lingui/core/macro';
import { whenSessionExpires } from '#api/errors.ts';
import { go } from '#lib/navigate.ts';
import { closePopup } from '#lib/popups.ts';
import { endSession } from '#lib/session.ts';
import { toast } from '#lib/toast.ts';

const HOME_AFTER_MS = 1000;

export const watchSessionExpiry = (): void =>
  whenSessionExpires(() => {
    toast(t`Your session has expired. Please sign in again.`, 'error');
    closePopup();
    endSession('expired');
    setTimeout(() => void go('/', { replace: true }), HOME_AFTER_MS);
  });
