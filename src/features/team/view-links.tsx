// The page's three views as links in a row: they stand in the address, and the present one is marked.
import { useLingui } from '@lingui/react/macro';
import { cx } from '#ui/class-names.ts';
import { PageLink } from '#ui/page-link.tsx';
import { addressOf, type Place } from './team.rules.ts';

export function ViewLinks({ view }: { view: Place['view'] }) {
  const { t } = useLingui();
  const links = [
    { view: 'invite', label: t`Invite` },
    { view: 'members', label: t`Members` },
    { view: 'earnings', label: t`Earnings` },
  ] as const;
  return (
    <nav aria-label={t`Your team`} className="flex rounded-card bg-white p-1.5 shadow-card">
      {links.map(({ view: name, label }) => (
        <PageLink
          key={name}
          to={addressOf({ view: name })}
          replace
          aria-current={name === view ? 'page' : undefined}
          className={cx(
            'flex min-h-11 min-w-0 flex-1 items-center justify-center rounded-control px-2 text-center text-sm leading-tight font-semibold no-underline',
            name === view ? 'bg-basalt text-white' : 'text-ink hover:bg-wash',
          )}
        >
          {label}
        </PageLink>
      ))}
    </nav>
  );
}
