// Whether the person wants nothing to move.
import { media } from './media.ts';

export const { now: isStill, use: useStill } = media('(prefers-reduced-motion: reduce)');
