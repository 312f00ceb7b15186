// Whether the user prefers reduced motion.
import { media } from './media.ts';

export const { now: isStill, use: useStill } = media('(prefers-reduced-motion: reduce)');
