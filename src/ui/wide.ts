// Whether the window has room for two columns; for what should not even be drawn where it has not.
import { media } from './media.ts';

export const { use: useWide } = media('(min-width: 720px)');
