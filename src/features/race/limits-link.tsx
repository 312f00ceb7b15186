// A link from a bet to the account's own limits, and what replaces a bet while both games are paused.
import { timeWithin } from '#lib/time.ts';
import { Trans, useLingui } from '@lingui/react/macro';
import { PageLink } from '#ui/page-link.tsx';

export const LimitsLink = () => (
  <PageLink to="/pages/limits/index" className="font-semibold text-inherit underline underline-offset-2">
    <Trans>Your limits</Trans>
  </PageLink>
);

/** `until`: ISO time. */
export function Paused({ until: end }: { until: string }) {
  const { i18n } = useLingui();
  const until = timeWithin(end, i18n.locale);
  return (
    <p role="status" className="m-0 text-sm leading-snug text-pretty">
      <Trans>Both games are paused until {until}.</Trans> <LimitsLink />
    </p>
  );
}
