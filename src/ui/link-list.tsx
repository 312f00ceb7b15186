// Links from a page as rows of a card: to other pages, or to something that opens over this one.
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import { PageLink } from './page-link.tsx';
import { Trans } from '@lingui/react/macro';
import { openPopup } from '#lib/popups.ts';

const ROW =
  'flex min-h-15 w-full items-center gap-3 px-4 py-2.5 text-left text-inherit no-underline transition-colors hover:bg-wash active:bg-wash focus-visible:-outline-offset-3';

/** `<LinkRow>` elements. */
export const LinkList = ({ children }: { children: ReactNode }) => (
  <ul className="m-0 list-none divide-y divide-line overflow-clip rounded-card bg-white p-0 shadow-card">
    {children}
  </ul>
);

interface LinkRowProps {
  icon: IconName;
  title: ReactNode;
  /** What is found there. */
  children?: ReactNode;
  /** A page, or otherwise what a tap does. */
  to: string | (() => void);
}

export function LinkRow({ icon, title, children, to }: LinkRowProps) {
  const inside = (
    <>
      <Icon name={icon} size={22} className="shrink-0 text-basalt-3" />
      <span className="min-w-0 grow">
        <span className="block leading-tight font-semibold">{title}</span>
        {children !== undefined && (
          <span className="mt-0.5 block text-sm leading-snug text-pretty text-muted">{children}</span>
        )}
      </span>
      <Icon name="next" size={18} className="-mr-1 shrink-0 text-muted" />
    </>
  );
  return (
    <li>
      {typeof to === 'string' ? (
        <PageLink to={to} className={ROW}>
          {inside}
        </PageLink>
      ) : (
        <button type="button" className={ROW} onClick={to}>
          {inside}
        </button>
      )}
    </li>
  );
}

// Links onward from the games.

interface GameLinksProps {
  race?: boolean;
  /** How the earlier rounds of the lottery are named; if absent, there is no link to them. */
  lottery?: { icon: IconName; title: ReactNode } | false;
}

export const GameLinks = ({ race = false, lottery = false }: GameLinksProps) => (
  <LinkList>
    {race && (
      <LinkRow icon="history" title={<Trans>My races</Trans>} to="/pages/main/record">
        <Trans>Your bets and results</Trans>
      </LinkRow>
    )}
    {lottery && (
      <LinkRow {...lottery} to="/pages/guessing/previous">
        <Trans>Drawn numbers and your guesses</Trans>
      </LinkRow>
    )}
    <LinkRow icon="kyc" title={<Trans>Result Verification</Trans>} to="/pages/main/result">
      <Trans>Check any draw yourself</Trans>
    </LinkRow>
    <LinkRow icon="clock" title={<Trans>Playing within limits</Trans>} to={() => openPopup('limits', {})}>
      <Trans>Daily limit or pause</Trans>
    </LinkRow>
  </LinkList>
);
