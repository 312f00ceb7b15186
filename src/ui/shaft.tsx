// The shaft: a cross-section of the ground with a lamp that descends as the cycle's 24 hours pass. Ore at the bottom
// waits to be claimed.
import { useLingui } from '@lingui/react';
import { type CSSProperties, useEffect, useId, useRef } from 'react';
import { cx } from './class-names.ts';
import { drawnShare } from './progress.tsx';
import { useStill } from './still.ts';

/** Depth in the picture's units: 24 h are 248 of them, measured down from the mouth. */
const MOUTH = 44;
const DEPTH = 248;
/** The cycle's start, its end, and three marks between them, as shares of it. */
const MARKS = [0, 0.25, 0.5, 0.75, 1];

/** In the picture's units: there is no room for hours twice as large. */
const HOURS = { '--text-xs': 'min(0.75rem, 18px)' } as CSSProperties;

/** How long the lamp takes from the mouth to its position, when the picture appears or a cycle starts. */
const DESCENT_MS = 1400;
const DESCENT = { duration: DESCENT_MS, easing: 'cubic-bezier(0.22, 1, 0.36, 1)' };

/** On the right they pass between the hours. */
const STRATA = [
  'M0 62c18-5 30 4 44 1M84 68c16-4 34 5 56 0',
  'M0 104c14 5 28-4 44 0M84 86c20 4 36-6 56-1',
  'M0 150c20-5 30 5 44 1M84 136c16-5 36 4 56 1',
  'M0 196c14 4 30-5 44-1M84 199c18 5 38-5 56-1',
  'M0 244c18-4 28 4 44 1M84 256c20-4 36 5 56 0',
  'M0 286c16 4 28-4 44 0M84 272c18 4 36-4 56-1',
];

interface ShaftProps {
  /** Length of the cycle. */
  hours: number;
  /** Share of the 24 h, 0 to 1. */
  share: number;
  /** 'idle' has no lamp underground, 'working' does, 'full' has reached the ore. */
  mode: 'idle' | 'working' | 'full';
  /** For screen readers, instead of the picture. */
  label: string;
  className?: string;
}

export function Shaft({ hours, share: exact, mode, label, className }: ShaftProps) {
  const id = useId();
  const share = drawnShare(exact);
  const depth = mode === 'idle' ? 0 : share * DEPTH;
  const lamp = useRef<SVGGElement>(null);
  const dug = useRef<SVGRectElement>(null);
  const still = useStill();
  useEffect(() => {
    if (still || mode === 'idle') return;
    lamp.current?.animate([{ transform: 'translateY(0)' }, {}], DESCENT);
    dug.current?.animate([{ transform: 'scaleY(0)' }, { transform: 'none' }], DESCENT);
  }, [still, mode]);
  return (
    // The lamp's light extends below the picture when it has reached the ore.
    <svg viewBox="20 0 120 316" className={cx('overflow-visible', className)} role="img" aria-label={label}>
      <defs>
        <radialGradient id={`${id}glow`}>
          <stop offset="0" stopColor="#ffd58a" stopOpacity=".95" />
          <stop offset=".35" stopColor="#f5a524" stopOpacity=".45" />
          <stop offset="1" stopColor="#f5a524" stopOpacity="0" />
        </radialGradient>
        <linearGradient id={`${id}dug`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#f5a524" stopOpacity=".04" />
          <stop offset="1" stopColor="#f5a524" stopOpacity=".34" />
        </linearGradient>
        <clipPath id={`${id}shaft`}>
          <rect x="44" y={MOUTH} width="40" height={DEPTH + 18} rx="3" />
        </clipPath>
      </defs>
      <g fill="none" stroke="#fff" strokeOpacity=".13">
        {STRATA.map((path) => (
          <path key={path} d={path} />
        ))}
      </g>
      <Headframe />
      <rect x="44" y={MOUTH} width="40" height={DEPTH + 18} rx="3" fill="#080b11" />
      <g clipPath={`url(#${id}shaft)`}>
        {mode !== 'idle' && (
          <rect
            ref={dug}
            x="44"
            y={MOUTH}
            width="40"
            height={depth}
            fill={`url(#${id}dug)`}
            style={{ transformOrigin: `0 ${MOUTH}px` }}
          />
        )}
        <Ore lit={mode === 'full'} />
      </g>
      <Marks hours={hours} reached={mode === 'idle' ? -1 : share} />
      <g
        ref={lamp}
        className="transition-transform duration-1000 ease-out-soft"
        style={{ transform: `translateY(${depth}px)` }}
      >
        <Lamp glow={`${id}glow`} lit={mode !== 'idle'} />
      </g>
    </svg>
  );
}

function Headframe() {
  return (
    <g fill="none" stroke="#aab6c6" strokeWidth="2.2" strokeLinecap="round" strokeLinejoin="round">
      <path d="M0 44h44M84 44h6M126 44h14" strokeOpacity=".55" />
      <path d="M48 44l12-34h8l12 34M53 30h22M57 19h14" />
      <circle cx="64" cy="10" r="5" fill="#1e2a3a" />
    </g>
  );
}

/** Hours at the side of the shaft; those that have passed are bright. */
function Marks({ hours, reached }: { hours: number; reached: number }) {
  const { i18n } = useLingui();
  const format = new Intl.NumberFormat(i18n.locale, { style: 'unit', unit: 'hour', unitDisplay: 'narrow' });
  return (
    <g className="figures text-xs font-semibold" style={HOURS}>
      {MARKS.map((mark) => {
        const y = MOUTH + mark * DEPTH;
        const passed = reached >= mark;
        return (
          <g key={mark} fill={passed ? '#ffd58a' : '#aab6c6'} stroke={passed ? '#f5a524' : '#aab6c6'}>
            <path d={`M84 ${y}h8`} strokeWidth="1.5" />
            <text x="96" y={y + 4} stroke="none">
              {format.format(mark * hours)}
            </text>
          </g>
        );
      })}
    </g>
  );
}

function Ore({ lit }: { lit: boolean }) {
  return (
    <g className="transition-opacity duration-grow" opacity={lit ? 1 : 0.45}>
      <path d="M44 312v-10l6-6 6 7 5-10 7 9 6-7 5 6 5-4v15z" fill={lit ? '#d98a06' : '#5b4a2a'} />
      <path d="M61 293l7 9-6 6-6-5zM79 300l5-4v12l-7 1z" fill={lit ? '#ffd58a' : '#84693a'} />
    </g>
  );
}

/** Hangs at the mouth of the shaft; its group moves it down. */
function Lamp({ glow, lit }: { glow: string; lit: boolean }) {
  return (
    <g>
      {lit && <circle cx="64" cy={MOUTH} r="40" fill={`url(#${glow})`} />}
      <path d={`M64 ${MOUTH - 34}V${MOUTH - 9}`} stroke="#aab6c6" strokeWidth="1.2" />
      <path d={`M60 ${MOUTH - 5}a4 4 0 0 1 8 0`} fill="none" stroke="#e4e7ec" strokeWidth="1.6" />
      <rect x="59" y={MOUTH - 5} width="10" height="11" rx="3" fill={lit ? '#ffe2ad' : '#5a6472'} />
      <path d={`M58 ${MOUTH + 7}h12`} stroke="#e4e7ec" strokeWidth="2" strokeLinecap="round" />
    </g>
  );
}
