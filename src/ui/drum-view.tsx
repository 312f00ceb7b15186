// A drum with ten digits around it: one in front, its neighbours above and below. It turns using only a transform.
import { cx } from './class-names.ts';

const FACES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const FACE_DEG = 360 / FACES.length;

/** The height of a face in units of spacing, like the window's. The radius follows: ten faces form the circumference. */
const SIZES = {
  large: { face: 13, window: 'h-36', text: 'text-4xl' },
  small: { face: 10, window: 'h-24', text: 'text-2xl' },
} as const;

const units = (count: number): string => `calc(${count} * var(--spacing))`;
const radiusOf = (face: number): number => face / 2 / Math.tan(Math.PI / FACES.length);

const drawn = ({ face, text }: (typeof SIZES)[keyof typeof SIZES]) =>
  FACES.map((digit) => (
    <span
      key={digit}
      className={cx(
        'figures absolute inset-x-0 top-1/2 grid place-items-center leading-none font-semibold backface-hidden',
        text,
      )}
      style={{
        height: units(face),
        marginTop: units(-face / 2),
        transform: `rotateX(${FACE_DEG * digit}deg) translateZ(${units(radiusOf(face))})`,
      }}
    >
      {digit}
    </span>
  ));

/** The same elements each time, which React does not compare again. */
const DRAWN = { large: drawn(SIZES.large), small: drawn(SIZES.small) };

/** Milliseconds for a turn by the given number of digits. */
export const turnMs = (faces: number): number => Math.min(1400, 220 + 90 * Math.abs(faces));

interface DrumViewProps {
  /** Digits turned so far, the one in front modulo ten; fractional while it is held. */
  turn: number;
  /** Duration of the turn; 0 while it follows a finger. */
  ms: number;
  /** Milliseconds before it starts. */
  delay?: number;
  /** Not set: shows a dash. */
  empty: boolean;
  size?: keyof typeof SIZES;
  /** Marked as missing. */
  wrong?: boolean;
}

/** Decorative: the parent says what it shows. */
export function DrumView({ turn, ms, delay = 0, empty, size = 'large', wrong = false }: DrumViewProps) {
  const { face, window, text } = SIZES[size];
  const radius = radiusOf(face);
  return (
    <div
      aria-hidden="true"
      className={cx(
        'relative overflow-hidden rounded-control bg-basalt text-white [perspective:calc(130*var(--spacing))]',
        wrong && 'ring-2 ring-garnet',
        window,
      )}
    >
      <div
        className={cx(
          'absolute inset-0 [transform-style:preserve-3d] will-change-transform',
          empty && 'invisible',
        )}
        style={{
          transform: `translateZ(${units(-radius)}) rotateX(${-FACE_DEG * turn}deg)`,
          transition: ms > 0 ? `transform ${ms}ms cubic-bezier(.22,1,.36,1) ${delay}ms` : 'none',
        }}
      >
        {DRAWN[size]}
      </div>
      {empty && (
        <span className={cx('absolute inset-0 grid place-items-center font-semibold text-mist', text)}>
          –
        </span>
      )}
      <span className="absolute inset-0 bg-[linear-gradient(#12161f,transparent_36%,transparent_64%,#12161f)]" />
      <span
        className="absolute inset-x-0 top-1/2 border-y border-amber/45"
        style={{ height: units(face), marginTop: units(-face / 2) }}
      />
    </div>
  );
}
