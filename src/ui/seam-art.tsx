// Illustrations of empty states, as a cross-section of the ground. Six meanings have their own scene; all others show
// a lamp with their icon in an untouched seam. Loaded separately: the first screen has none (src/ui/views.tsx).
import { cx } from './class-names.ts';
import { iconPath, type IconName } from './icon.tsx';

interface Scene {
  /** Centre of the lamp's light. */
  light?: readonly [x: number, y: number];
  /** Lines in the lamp's colour, lines in the rock's colour, and filled shapes. */
  bright?: string;
  pale?: string;
  solid?: string;
  /** Dashed lines, where something is missing. */
  missed?: string;
  /** Completed parts. */
  good?: string;
}

const LEFT = 'M0 18c24-5 44 4 72 1M0 37c22 4 48-5 72-2M0 55c28-5 48 4 72 0M0 70c26 3 48-3 72-1';
const RIGHT = 'M72 19c26-3 48-6 72 0M72 35c28 4 44 5 72-1M72 55c30-4 46-3 72 1M72 69c28 2 46 3 72 0';

/** A lantern centred at the given point. */
const lantern = (x: number, y: number) =>
  `M${x - 6} ${y - 7}a6 6 0 0 1 12 0M${x - 8} ${y - 7}h16l-2 15h-12zM${x - 9} ${y + 11}h18M${x} ${y - 2}v5`;

const SCENES: Partial<Record<IconName, Scene>> = {
  // The beam finds bare rock where something was searched for.
  search: {
    light: [96, 42],
    solid: 'M24 22 94 17 82 62z',
    missed: 'M96 27l15 15-15 15-15-15z',
    bright: 'M14 22a5 5 0 1 0 10 0 5 5 0 0 0-10 0M7 16v12M7 22h7',
  },
  // The cable is cut, the lamp dark.
  offline: {
    pale: `M72 0v13l-4 5M72 34v3M72 28l4-4${lantern(72, 51)}`,
    bright: 'M58 19l5 3M58 29l5-2M86 19l-5 3M86 29l-5-2',
  },
  // The gate is shut, and a lamp hangs beside it.
  wallet: {
    light: [112, 44],
    pale: 'M36 68V42a22 22 0 0 1 44 0v26M28 68h96M47 67V26M58 67V21M69 67V26M37 46h42',
    bright: `M112 26v11${lantern(112, 51)}`,
  },
  // The cart is full.
  check: {
    pale: 'M46 42h52l-7 20H53zM32 74h80M58 68a3 3 0 1 0 6 0 3 3 0 0 0-6 0M80 68a3 3 0 1 0 6 0 3 3 0 0 0-6 0',
    solid: 'M52 42l6-10 9 10zM63 42l9-17 10 17zM79 42l6-11 8 11z',
    bright: 'M52 42l6-10 5 5 9-12 8 11 5-5 8 11',
    good: 'M65 52l5 5 9-10',
  },
  // The lamp is on its way down.
  clock: {
    light: [72, 46],
    pale: 'M54 0v80M90 0v80M54 20h5M54 40h5M54 60h5M85 20h5M85 40h5M85 60h5',
    bright: `M72 0v32${lantern(72, 46)}`,
  },
  // The layers have slipped along a crack.
  warn: { light: [72, 40], bright: 'M80 0l-10 20 8 11-14 19 9 9-5 21' },
};

export function SeamArt({ icon }: { icon: IconName }) {
  const scene = SCENES[icon];
  const { light, bright, pale, solid, missed, good } = scene ?? { light: [72, 40] as const };
  return (
    <svg
      viewBox="0 0 144 80"
      className={cx('size-full', icon === 'warn' ? 'text-garnet-bright' : 'text-amber')}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <g stroke="#fff" strokeOpacity=".16" strokeWidth="1" strokeLinecap="butt">
        <path d={LEFT} />
        <path d={RIGHT} transform={icon === 'warn' ? 'translate(0 9)' : undefined} />
      </g>
      {light && (
        <g fill="currentColor" fillOpacity=".09" stroke="none">
          {[36, 25, 15].map((radius) => (
            <circle key={radius} cx={light[0]} cy={light[1]} r={radius} />
          ))}
        </g>
      )}
      <path d={solid} fill="currentColor" fillOpacity={missed ? 0.12 : 0.8} stroke="none" />
      <path d={missed} strokeDasharray="4 4" />
      <path d={pale} className="text-mist" />
      <path d={bright} />
      <path d={good} strokeWidth="2.5" className="text-malachite-bright" />
      {!scene && <path d={iconPath(icon)} transform="translate(60 28)" />}
    </svg>
  );
}
