// Drawings of the steps on iOS: the share button in the browser's bar, the row of the share sheet, the icon among others. They
// have no words, so that they are right in every language, and are decoration beside a text that says the same.
import type { ReactNode } from 'react';
import { BRAND } from '#lib/brand.ts';

const { basalt, amber } = BRAND.colors;

const Picture = ({ children }: { children: ReactNode }) => (
  <svg width="96" height="72" viewBox="0 0 96 72" fill="none" aria-hidden="true" className="shrink-0">
    <rect width="96" height="72" rx="12" className="fill-wash" />
    {children}
  </svg>
);

const Ring = ({ x, y, r }: { x: number; y: number; r: number }) => (
  <circle cx={x} cy={y} r={r} stroke={amber} strokeWidth="2.5" />
);

/** A page with the browser's bar at its lower end; the share button stands in its middle. */
export const SharePicture = () => (
  <Picture>
    <path d="M14 8h68v56H14z" fill="#fff" />
    <path d="M22 18h40M22 26h52M22 34h30" className="stroke-line" strokeWidth="4" strokeLinecap="round" />
    <path d="M14 46h68v18H14z" className="fill-page" />
    <path d="M22 55h.1M74 55h.1" className="stroke-faint" strokeWidth="5" strokeLinecap="round" />
    <g stroke={basalt} strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round">
      <path d="M48 57V48.500M45 51l3-3 3 3M44.500 54H43v7h10v-7h-1.500" />
    </g>
    <Ring x={48} y={54.5} r={11} />
  </Picture>
);

/** The share sheet, of which the row with the plus in a square is looked for. */
export const AddPicture = () => (
  <Picture>
    <rect x="12" y="10" width="72" height="52" rx="8" fill="#fff" />
    <path d="M20 19h34M20 53h28" className="stroke-line" strokeWidth="4" strokeLinecap="round" />
    <path d="M12 27h72M12 45h72" className="stroke-line" strokeWidth="1" />
    <path d="M20 36h36" stroke={basalt} strokeWidth="4" strokeLinecap="round" />
    <g stroke={basalt} strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round">
      <rect x="68.500" y="30.500" width="11" height="11" rx="2.500" />
      <path d="M74 33.500v5M71.500 36h5" />
    </g>
    <path d="M69 19h10M69 53h10" className="stroke-line" strokeWidth="4" strokeLinecap="round" />
    <rect x="14" y="28.500" width="68" height="15" rx="5" stroke={amber} strokeWidth="2.500" />
  </Picture>
);

/** A home screen, and the app's icon among the others. */
export const IconPicture = () => (
  <Picture>
    <g className="fill-line">
      <rect x="14" y="10" width="16" height="16" rx="4.500" />
      <rect x="40" y="10" width="16" height="16" rx="4.500" />
      <rect x="66" y="10" width="16" height="16" rx="4.500" />
      <rect x="14" y="46" width="16" height="16" rx="4.500" />
      <rect x="66" y="46" width="16" height="16" rx="4.500" />
    </g>
    <rect x="36" y="34" width="28" height="28" rx="7" fill={basalt} />
    <g
      strokeWidth="1.9"
      strokeLinecap="round"
      strokeLinejoin="round"
      transform="translate(38.500 36) scale(.82)"
    >
      <path d="M4 24V13.500a10 10 0 0 1 20 0V24M2 24h24" stroke="#fff" />
      <path d="M14 24v-4.500" stroke={amber} />
      <circle cx="14" cy="14" r="3.500" fill={amber} />
    </g>
    <Ring x={50} y={48} r={20} />
  </Picture>
);
