// Icons of contact links, beside the common set, which is part of the first screen.
import { Icon } from '#ui/icon.tsx';
import type { LinkKind } from './links.rules.ts';

/** On a grid of 24 with a round line of 1.75, as the common ones. */
const PATHS = {
  mail: 'M4.500 6h15a1.500 1.500 0 0 1 1.500 1.500v9a1.500 1.500 0 0 1-1.500 1.500h-15A1.500 1.500 0 0 1 3 16.500v-9A1.500 1.500 0 0 1 4.500 6zM3.500 7l8.500 6.500L20.500 7',
  phone:
    'M6 3.500h3l1.500 4.500-2 1.500a12 12 0 0 0 6 6l1.500-2 4.500 1.500v3a2 2 0 0 1-2 2A15.500 15.500 0 0 1 4 5.500a2 2 0 0 1 2-2z',
  telegram: 'M20.500 4 3.500 11l5.500 2 2 6 3-4 4.500 3zM9 13l11.500-9L14 15',
};

export function LinkIcon({ kind }: { kind: LinkKind }) {
  if (kind === 'web') return <Icon name="link" size={22} />;
  if (kind === 'text') return <Icon name="contact" size={22} />;
  return (
    <svg
      width={22}
      height={22}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[kind]} />
    </svg>
  );
}
