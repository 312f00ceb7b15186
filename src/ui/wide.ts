// Whether the window has room for two columns, or for the rail and panes of a desktop; for what should not even be
// rendered otherwise.
import { media } from './media.ts';

export const { use: useWide } = media('(min-width: 720px)');

/** As in theme.css and src/app/desktop/desktop.css. */
export const { use: useDesktop, now: isDesktop } = media('(min-width: 1024px)');
