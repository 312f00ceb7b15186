// Links with an invite code, opened at any time: a guest's code is kept until sign-in, and anybody with an account is
// told that it's too late. Then the code is removed from the address, so that no reload or bookmark brings it back.
import { t } from '@lingui/core/macro';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { dropInviteCode, inviteCodeAtom, rememberInviteCode } from '#lib/invite-code.ts';
import { signedInAtom } from '#lib/session.ts';
import { read } from '#lib/store.ts';
import { toast } from '#lib/toast.ts';
import { withoutInvite } from './invite-links.rules.ts';

/** For anybody who already has an account. */
export const tellInviteTooLate = (): void =>
  toast(t`Invites only count for new accounts. You already have an account, so nothing changes.`);

function cleanAddress(): void {
  const left = withoutInvite(location.href);
  if (left !== location.href) history.replaceState(history.state, '', left);
}

export function useInviteLinks(): void {
  const signedIn = useAtomValue(signedInAtom);
  const code = useAtomValue(inviteCodeAtom);
  useEffect(() => {
    const look = () => {
      rememberInviteCode(location.href);
      if (read(inviteCodeAtom) === null) cleanAddress();
    };
    look();
    window.addEventListener('hashchange', look);
    return () => window.removeEventListener('hashchange', look);
  }, []);
  useEffect(() => {
    if (code === null) cleanAddress();
    else if (signedIn) {
      dropInviteCode();
      tellInviteTooLate();
    }
  }, [signedIn, code]);
}
