// Tells a frozen account on every page since when and why its money cannot leave, and where to ask.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { signedInAtom } from '#lib/session.ts';
import { timeWithin } from '#lib/time.ts';
import { Icon } from '#ui/icon.tsx';
import { PageLink } from '#ui/page-link.tsx';
import { userQuery } from './home.queries.ts';

export function Bar() {
  const { t, i18n } = useLingui();
  const signedIn = useAtomValue(signedInAtom);
  const { data } = useQuery({ ...userQuery(), enabled: signedIn });
  const frozen = signedIn ? data?.frozen : null;
  if (!frozen) return null;
  const { since, reason } = frozen;
  return (
    <div role="status" className="bg-garnet-wash text-garnet">
      <div className="frame pad-safe flex items-start gap-2.5 py-2.5 text-sm text-pretty">
        <Icon name="info" size={20} className="shrink-0" />
        <span className="min-w-0 grow">
          {t`Your account has been frozen since ${timeWithin(since, i18n.locale)}: “${reason}”. You can claim and unstake, but not withdraw, buy, stake or bet.`}{' '}
          <PageLink to="/pages/contact/index" className="font-semibold underline">
            <Trans>Contact Us</Trans>
          </PageLink>
        </span>
      </div>
    </div>
  );
}
