// A link from a bet to the account's own limits.
import { Trans } from '@lingui/react/macro';
import { PageLink } from '#ui/page-link.tsx';

export const LimitsLink = () => (
  <PageLink to="/pages/limits/index" className="font-semibold text-inherit underline underline-offset-2">
    <Trans>Your limits</Trans>
  </PageLink>
);
