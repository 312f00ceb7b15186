// Whether the window has room for two columns; for what should not even be rendered otherwise.
import { media } from './media.ts';

export const { use: useWide } = media('(min-width: 720px)');
