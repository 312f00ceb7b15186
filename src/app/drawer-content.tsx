// The content of the drawer and of the rail that replaces it on a desktop: the eleven pages in the specification's
// order, except those disabled here, then the settings of this device and account.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { cachedLong } from '#api/queries.ts';
import { BRAND } from '#lib/brand.ts';
import { signedInAtom } from '#lib/session.ts';
import { cx } from '#ui/class-names.ts';
import { Mark } from '#ui/mark.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import { PageLink } from '#ui/page-link.tsx';
import { DrawerSettings } from './drawer-settings.tsx';
import { isEntry, routeAt } from './routes.tsx';

/** Under the titles of the pages; home's own title is the product's name, which is above the list. */
const ENTRIES = [
  { to: '/', icon: 'home' },
  { to: '/pages/mining/index', icon: 'miner' },
  { to: '/pages/asset/index', icon: 'assets' },
  { to: '/pages/pledge/index', icon: 'staking' },
  { to: '/pages/main/main', icon: 'race' },
  { to: '/pages/guessing/index', icon: 'guess' },
  { to: '/pages/invite/index', icon: 'invite' },
  { to: '/pages/buyback/index', icon: 'buyback' },
  { to: '/pages/authentication/index', icon: 'kyc' },
  { to: '/pages/notice/index', icon: 'notice' },
  { to: '/pages/contact/index', icon: 'contact' },
] as const satisfies readonly { to: string; icon: IconName }[];

const GAMES = '/pages/main/main';
const LOTTERY = '/pages/guessing/index';
const STAKING = '/pages/pledge/index';

/** Addresses of what is disabled here. A user who still has a stake keeps the link to it. Undefined until it is known. */
function useHidden(): readonly string[] | undefined {
  const signedIn = useAtomValue(signedInAtom);
  const { data, isPending, failureCount } = useQuery(cachedLong('GET /api/index'));
  const off = data?.features.staking === false;
  const assets = useQuery({
    ...cachedLong('GET /api/assets/list'),
    enabled: off && signedIn,
  });
  if ((isPending && failureCount === 0) || (assets.isLoading && assets.failureCount === 0)) return undefined;
  const staked = assets.data?.items.some((asset) => asset.staked !== '0') === true;
  const { lottery = true, race = true } = data?.features ?? {};
  return [
    ...(off && !(signedIn && staked) ? [STAKING] : []),
    ...(lottery ? [] : [LOTTERY]),
    ...(lottery || race ? [] : [GAMES]),
  ];
}

/** 'page' on the page itself, 'true' on its subpages, whose addresses have the same folder. */
function isHere(path: string, to: string): 'page' | 'true' | undefined {
  if (path === to || (to === '/' && isEntry(path))) return 'page';
  return path.split('/')[2] === (to.split('/')[2] ?? '') ? 'true' : undefined;
}

interface DrawerContentProps {
  path: string;
  onLeave?: () => void;
  /** Always on screen: nothing in it moves, so it waits until it is known what is enabled here. */
  rail?: boolean;
}

export function DrawerContent({ path, onLeave = () => undefined, rail = false }: DrawerContentProps) {
  const { t, i18n } = useLingui();
  const known = useHidden();
  if (rail && !known) return null;
  const hidden = known ?? [];
  return (
    <div className="flex min-h-full flex-col">
      <div
        className={cx(
          'hero-art px-5 text-white',
          rail
            ? 'sticky top-0 z-1 flex h-14 shrink-0 items-center'
            : 'rounded-tr-[24px] bg-[position:50%_calc(100%+40px)] pt-[calc(env(safe-area-inset-top)+24px)] pb-5',
        )}
      >
        <div className="flex items-center gap-2.5 text-2xl font-bold">
          <Mark size={32} />
          {BRAND.name}
        </div>
      </div>
      <nav aria-label={t`Pages`} className="px-3 py-3">
        {ENTRIES.filter(({ to }) => !hidden.includes(to)).map(({ to, icon }) => {
          const here = isHere(path, to);
          const title = routeAt(to)?.title;
          return (
            <PageLink
              key={to}
              to={to}
              aria-current={here}
              onClick={onLeave}
              className={cx(
                'flex items-center gap-3 rounded-control px-3 text-base active:bg-wash',
                rail ? 'min-h-11' : 'min-h-12',
                here ? 'heavy bg-amber-wash text-ink' : 'text-ink hover:bg-wash',
              )}
            >
              <Icon name={icon} size={22} className={here ? 'text-amber-ink' : 'text-muted'} />
              {typeof title === 'object' ? i18n._(title) : t`Home`}
            </PageLink>
          );
        })}
      </nav>
      <DrawerSettings path={path} onLeave={onLeave} games={!hidden.includes(GAMES)} rail={rail} />
    </div>
  );
}
