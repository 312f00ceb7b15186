// Ways on from the lottery: earlier rounds, and playing within limits.
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { openPopup } from '#lib/popups.ts';
import { signedInAtom } from '#lib/session.ts';
import { Icon } from '#ui/icon.tsx';
import { PageLink } from '#ui/page-link.tsx';

const ROW =
  'flex min-h-14 w-full items-center gap-3 px-4 text-left text-[15px] font-medium text-ink no-underline transition-colors hover:bg-wash active:bg-wash focus-visible:-outline-offset-3';

export function MoreLinks() {
  const { t } = useLingui();
  const signedIn = useAtomValue(signedInAtom);
  return (
    <nav
      aria-label={t`More about guessing`}
      className="divide-y divide-line overflow-hidden rounded-card bg-white shadow-card"
    >
      <PageLink to="/pages/guessing/previous" className={ROW}>
        <Icon name="history" size={22} className="text-muted" />
        <span className="grow">
          <Trans>Earlier rounds</Trans>
        </span>
        <Icon name="next" size={18} className="text-muted" />
      </PageLink>
      <button
        type="button"
        className={ROW}
        onClick={() => (signedIn ? openPopup('limits', {}) : openPopup('connect', {}))}
      >
        <Icon name="clock" size={22} className="text-muted" />
        <span className="grow">
          <Trans>Playing within limits</Trans>
        </span>
        <Icon name="next" size={18} className="text-muted" />
      </button>
    </nav>
  );
}
