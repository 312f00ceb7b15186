// Home: a guest learns what this is and connects; a member sees the one next step.
import { useAtomValue } from 'jotai';
import { signedInAtom } from '#lib/session.ts';
import { GuestHome } from './guest.tsx';
import { MemberHome } from './member.tsx';

export function Page() {
  return useAtomValue(signedInAtom) ? <MemberHome /> : <GuestHome />;
}
