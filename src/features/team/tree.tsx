// The team as a small tree: the account at the mouth of the mine, and below it a ring for each level, with a lamp for
// each member until the ring is full. The exact numbers are below, as links to the members.
import { Trans, useLingui } from '@lingui/react/macro';
import { LEVELS } from '#rules/team.ts';
import { countText } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { cx } from '#ui/class-names.ts';
import { PageLink } from '#ui/page-link.tsx';
import { addressOf, lampsOf } from './team.rules.ts';

const AT = { x: 160, y: 42 };
const RADII = [58, 100, 142];
const SIZES = [6, 4.5, 3.5];
const { amber } = BRAND.colors;

/** The lower half of a ring, from its left end to its right. */
const arc = (radius: number): string =>
  `M${AT.x - radius} ${AT.y}A${radius} ${radius} 0 0 0 ${AT.x + radius} ${AT.y}`;

function Drawing({ counts, label }: { counts: readonly number[]; label: string }) {
  const rings = lampsOf(counts, RADII, AT);
  const height = AT.y + (RADII[counts.length - 1] ?? 0) + 14;
  return (
    <svg
      viewBox={`0 0 320 ${height}`}
      role="img"
      aria-label={label}
      className="mx-auto block w-full max-w-100"
    >
      <defs>
        <radialGradient id="team-lamp">
          <stop offset="0" stopColor={amber} stopOpacity=".5" />
          <stop offset="1" stopColor={amber} stopOpacity="0" />
        </radialGradient>
      </defs>
      <circle cx={AT.x} cy={AT.y} r="42" fill="url(#team-lamp)" />
      <g fill="none">
        {counts.map((count, ring) => (
          <path
            key={RADII[ring]}
            d={arc(RADII[ring] ?? 0)}
            {...(count > 0
              ? { stroke: amber, strokeOpacity: 0.6, className: 'animate-light' }
              : { stroke: '#fff', strokeOpacity: 0.4, strokeDasharray: '2 5' })}
          />
        ))}
      </g>
      <g fill="none" stroke={amber} strokeOpacity=".55" strokeWidth="1.25">
        {rings.flatMap((lamps, ring) =>
          lamps.map(({ x, y, on }) => {
            const from = (on === null ? undefined : rings[ring - 1]?.[on]) ?? AT;
            return <path key={`${x} ${y}`} d={`M${from.x} ${from.y}L${x} ${y}`} />;
          }),
        )}
      </g>
      {rings.flatMap((lamps, ring) =>
        lamps.map(({ x, y }) => <circle key={`${x} ${y}`} cx={x} cy={y} r={SIZES[ring]} fill={amber} />),
      )}
      <circle cx={AT.x} cy={AT.y} r="17" fill={BRAND.colors.basalt} stroke="#fff" strokeOpacity=".3" />
      <g transform={`translate(${AT.x - 11} ${AT.y - 12}) scale(.785)`} fill="none" strokeLinecap="round">
        <path d="M4 24V13.5a10 10 0 0 1 20 0V24M2 24h24" stroke="#fff" strokeWidth="2.2" />
        <path d="M14 24v-4.5" stroke={amber} strokeWidth="2.2" />
        <circle cx="14" cy="14" r="3.5" fill={amber} />
      </g>
    </svg>
  );
}

export function Tree({ counts }: { counts: readonly number[] }) {
  const { t, i18n } = useLingui();
  const number = (count: number) => countText(count, i18n.locale);
  const levels = counts.map((count, ring) => {
    const [level, members] = [ring + 1, number(count)];
    return t`Level ${level}: ${members}`;
  });
  const list = new Intl.ListFormat(i18n.locale, { style: 'narrow', type: 'unit' }).format(levels);
  return (
    <section
      aria-label={t`Your team`}
      className="hero-art overflow-hidden rounded-card bg-basalt px-3 pb-3 text-white shadow-card"
    >
      <Drawing counts={counts} label={t`Members by level: ${list}`} />
      {counts.every((count) => count === 0) && (
        <p className="m-0 mb-3 px-3 text-center text-sm text-pretty text-mist">
          <span className="block font-semibold text-white">
            <Trans>Your team is empty</Trans>
          </span>
          <Trans>Friends who join with your link show up here.</Trans>
        </p>
      )}
      <ul className="m-0 flex list-none gap-2 p-0">
        {LEVELS.slice(0, counts.length).map((level) => {
          const count = counts[level - 1] ?? 0;
          return (
            <li key={level} className="min-w-0 flex-1">
              <PageLink
                to={addressOf({ view: 'members', level })}
                replace
                className={cx(
                  'flex min-h-14 flex-col items-center justify-center rounded-control border bg-basalt/70 px-1 text-center text-white no-underline hover:bg-basalt-3 active:bg-basalt-3',
                  count > 0 ? 'border-amber/50' : 'border-white/15',
                )}
              >
                <span className="text-xs text-mist">
                  <Trans>Level {level}</Trans>
                </span>
                <span className="figures text-lg leading-tight font-semibold wrap-anywhere">
                  {number(count)}
                </span>
              </PageLink>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
