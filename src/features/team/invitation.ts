// What is handed on when somebody invites: the link, and one sentence that says what it is and who gains by it.
import { useLingui } from '@lingui/react/macro';
import { BRAND } from '#lib/brand.ts';
import type { Invitation } from './share.ts';
import { linkOf } from './team.rules.ts';

export function useInvitation(code: string): Invitation {
  const { t } = useLingui();
  const { name } = BRAND;
  return {
    title: name,
    text: t`${name} is a reward programme, not an investment. If you join with my code I get a bonus on top, and nothing is taken from yours.`,
    url: linkOf(location.origin, code),
  };
}
