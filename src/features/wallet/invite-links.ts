// Links with an invite code, opened at any time: a guest's code is kept until the first sign-in, an account gets an
// answer. Afterwards the code leaves the address, so that neither a reload nor a bookmark brings it back.
import { t } from '@lingui/core/macro';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { dropInviteCode, inviteCodeAtom, rememberInviteCode } from '#lib/invite-code.ts';
import { signedInAtom } from '#lib/session.ts';
import { read } from '#lib/store.ts';
import { toast } from '#lib/toast.ts';
import { withoutInvite } from './invite-links.rules.ts';

/** To somebody whose account exists already. */
export const tellInviteTooLate = (): void =>
  toast(t`An invite only counts for a new account. You already have one, so nothing changes.`);

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
