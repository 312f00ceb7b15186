// The invite that the next sign-in will use, in the connect sheet. Its code is loaded only with an invite.
import { useInvite } from '#api/invite.ts';
import { dropInviteCode } from '#lib/invite-code.ts';
import { InviteView } from '#ui/invite-view.tsx';

export const Invited = ({ code }: { code: string }) => (
  <InviteView code={code} invite={useInvite(code)} onDecline={dropInviteCode} />
);
