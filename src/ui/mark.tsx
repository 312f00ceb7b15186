// The product's mark: the adit's arch with its lamp.
import { BRAND } from '#lib/brand.ts';

export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 28 28"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M4 24V13.5a10 10 0 0 1 20 0V24" stroke="currentColor" strokeWidth="2.2" />
      <path d="M2 24h24" stroke="currentColor" strokeWidth="2.2" />
      <path d="M14 24v-4.5" stroke={BRAND.colors.amber} strokeWidth="2.2" />
      <circle cx="14" cy="14" r="3.5" fill={BRAND.colors.amber} />
    </svg>
  );
}
