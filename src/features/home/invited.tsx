// The invite that brought a guest here, in the hero. Its code is loaded only with an invite.
import { useInvite } from '#api/invite.ts';
import { Queries } from '#api/provider.tsx';
import { dropInviteCode } from '#lib/invite-code.ts';
import { InviteView } from '#ui/invite-view.tsx';

const Asked = ({ code }: { code: string }) => (
  <InviteView brief code={code} invite={useInvite(code)} onDecline={dropInviteCode} />
);

export const Invited = ({ code }: { code: string }) => (
  <Queries>
    <div className="mt-5">
      <Asked code={code} />
    </div>
  </Queries>
);
