// Coin marks, drawn for this app on a 24 px grid: distinguishable at 24 px by shape and colour, not copied from any
// logo.
import { cx } from './class-names.ts';

interface Drawing {
  ground: string;
  ink: string;
  /** Lines of 1.75 px. */
  line?: string;
  /** Filled shapes. */
  fill?: string;
}

export const MARKS: Record<string, Drawing> = {
  // The mouth of an adit with a lamp in it.
  ADIT: {
    ground: '#12161f',
    ink: '#f5a524',
    line: 'M7 18v-6a5 5 0 0 1 10 0v6M5.5 18h13',
    fill: 'M12 10.2a1.9 1.9 0 1 0 0 3.8 1.9 1.9 0 0 0 0-3.8z',
  },
  USDT: {
    ground: '#12795c',
    ink: '#fff',
    line: 'M7.5 7.5h9M12 7.5V18M6.5 11.7c0 1.2 2.5 2 5.5 2s5.5-.8 5.5-2',
  },
  BTC: {
    ground: '#c76f12',
    ink: '#fff',
    line: 'M9 7h4.7a2.4 2.4 0 0 1 0 4.9H9zM9 11.9h5.3a2.55 2.55 0 0 1 0 5.1H9zM10.7 5.2V7M13.2 5.2V7M10.7 17v1.8M13.2 17v1.8',
  },
  ETH: { ground: '#4c5aa8', ink: '#fff', line: 'M12 4.5l5 7.8-5 2.9-5-2.9zM7.5 15l4.5 4.7 4.5-4.7' },
  BNB: {
    ground: '#b58410',
    ink: '#fff',
    fill: 'M12 9.7l2.3 2.3-2.3 2.3-2.3-2.3zM12 4.7l2.7 2.7-1.5 1.5-1.2-1.2-1.2 1.2-1.5-1.5zM12 19.3l-2.7-2.7 1.5-1.5 1.2 1.2 1.2-1.2 1.5 1.5zM6.2 10.5L7.7 12l-1.5 1.5L4.7 12zM17.8 10.5l1.5 1.5-1.5 1.5-1.5-1.5z',
  },
  // Plain shapes, because other projects have marks under similar names.
  SQL: { ground: '#6f6552', ink: '#fff', line: 'M7.5 7.5h9v9h-9zM7.5 12h9' },
  XRP: {
    ground: '#33404f',
    ink: '#fff',
    line: 'M6.5 7l3 3.2a3.45 3.45 0 0 0 5 0l3-3.2M6.5 17l3-3.2a3.45 3.45 0 0 1 5 0l3 3.2',
  },
  AOA: { ground: '#3f6f78', ink: '#fff', line: 'M6.5 15.5l5.5-7 5.5 7' },
  OOGE: {
    ground: '#93762b',
    ink: '#fff',
    line: 'M9.5 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM14.5 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8z',
  },
  TON: { ground: '#0f7fae', ink: '#fff', line: 'M6.8 7.5h10.4l-5.2 10zM12 7.5v10' },
  SHIB: {
    ground: '#b8400f',
    ink: '#fff',
    line: 'M6.5 5.5l3.2 3h4.6l3.2-3v7.2a5.5 5.5 0 0 1-11 0z',
    fill: 'M9.8 11.1a.95.95 0 1 1 0 1.9.95.95 0 0 1 0-1.9zM14.2 11.1a.95.95 0 1 1 0 1.9.95.95 0 0 1 0-1.9zM12 14l1.1 1.3h-2.2z',
  },
  AVAX: {
    ground: '#b3243a',
    ink: '#fff',
    fill: 'M11.2 6.6a.92.92 0 0 1 1.6 0l1.5 2.7-4.7 8.2H5.9a.8.8 0 0 1-.7-1.2zM15.6 12.2a.8.8 0 0 1 1.4 0l2.3 4.1a.8.8 0 0 1-.7 1.2h-4.6a.8.8 0 0 1-.7-1.2z',
  },
};

const UNKNOWN: Drawing = { ground: '#5a6472', ink: '#fff' };

/** The mark's drawing on a 24 px circle as SVG text, for images composed of several drawings. */
export function coinDrawing(coin: string): string {
  const { ground, ink, line, fill } = MARKS[coin] ?? UNKNOWN;
  const stroke = `fill="none" stroke="${ink}" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"`;
  const letter = `<text x="12" y="16" text-anchor="middle" font-size="12" font-weight="700" fill="${ink}">${coin.slice(0, 1)}</text>`;
  return [
    `<circle cx="12" cy="12" r="12" fill="${ground}"/>`,
    line === undefined ? '' : `<path d="${line}" ${stroke}/>`,
    fill === undefined ? '' : `<path d="${fill}" fill="${ink}"/>`,
    MARKS[coin] ? '' : letter,
  ].join('');
}

/** Decorative, beside a symbol; a coin without a mark shows its first letter. */
export function CoinIcon({ coin, size, className }: { coin: string; size: number; className?: string }) {
  const mark = MARKS[coin] ?? UNKNOWN;
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      className={cx('shrink-0', className)}
      aria-hidden="true"
    >
      <circle cx="12" cy="12" r="12" fill={mark.ground} />
      {mark.line !== undefined && (
        <path
          d={mark.line}
          fill="none"
          stroke={mark.ink}
          strokeWidth="1.6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      )}
      {mark.fill !== undefined && <path d={mark.fill} fill={mark.ink} />}
      {MARKS[coin] === undefined && (
        <text x="12" y="16" textAnchor="middle" fontSize="12" fontWeight="700" fill={mark.ink}>
          {coin.slice(0, 1)}
        </text>
      )}
    </svg>
  );
}
