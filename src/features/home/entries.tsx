// Ways to the other parts of the app: what is used day by day, without what is switched off here, and without games while they are
// paused. What is needed once has its place in the drawer, and comes here where there is room.
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { signedInAtom } from '#lib/session.ts';
import { serverNow } from '#lib/time.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import { PageLink } from '#ui/page-link.tsx';
import { indexQuery, limitsQuery } from './home.queries.ts';

const STAKING = '/pages/pledge/index';
const GAMES = '/pages/main/main';
const LOTTERY = '/pages/guessing/index';

const ENTRIES = [
  { to: '/pages/mining/index', icon: 'miner', label: msg`Miner` },
  { to: '/pages/asset/index', icon: 'assets', label: msg`Assets` },
  { to: STAKING, icon: 'staking', label: msg`Staking` },
  { to: '/pages/invite/index', icon: 'invite', label: msg`Invite` },
  { to: GAMES, icon: 'race', label: msg`Games` },
  { to: LOTTERY, icon: 'guess', label: msg`Guess` },
  { to: '/pages/buyback/index', icon: 'buyback', label: msg`Repurchase` },
  { to: '/pages/notice/index', icon: 'notice', label: msg`News` },
  { to: '/pages/airdrop/index', icon: 'gift', label: msg`Airdrop` },
] as const satisfies readonly { to: string; icon: IconName; label: unknown }[];

/** Two rows of four. */
const ROOM = 8;

/** A person who has paused both games is not shown the way to them here; the drawer keeps it. */
function useHidden(): readonly string[] {
  const signedIn = useAtomValue(signedInAtom);
  const { data } = useQuery(indexQuery());
  const { staking = true, lottery = true, race = true } = data?.features ?? {};
  const limits = useQuery({ ...limitsQuery(), enabled: signedIn && (lottery || race) });
  const paused = signedIn && Date.parse(limits.data?.pausedUntil ?? '') > serverNow();
  return [
    ...(staking ? [] : [STAKING]),
    ...(lottery && !paused ? [] : [LOTTERY]),
    ...((lottery || race) && !paused ? [] : [GAMES]),
  ];
}

export function Entries() {
  const { t, i18n } = useLingui();
  const hidden = useHidden();
  const shown = ENTRIES.filter(({ to }) => !hidden.includes(to)).slice(0, ROOM);
  return (
    <nav aria-label={t`All parts`} className="rounded-card bg-white p-2 shadow-card">
      <ul className="m-0 grid list-none grid-cols-4 gap-1 p-0 max-[359px]:gap-x-0">
        {shown.map(({ to, icon, label }) => (
          <li key={to}>
            <PageLink
              to={to}
              className="flex min-h-20 flex-col items-center justify-center gap-1.5 rounded-control px-0.5 text-center text-xs leading-tight font-medium max-[359px]:px-0 max-[359px]:text-[11px] transition-transform duration-press hover:bg-wash active:scale-95 active:bg-wash"
            >
              <Icon name={icon} size={26} className="text-basalt-3" />
              {i18n._(label)}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
