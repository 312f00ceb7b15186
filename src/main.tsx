// Boots the page: the language's texts and the app's code are fetched side by side.
import { startLanguage } from '#lib/locale.ts';

const language = startLanguage();
// Opened on another page than the first: where its code lies is asked for beside the app's own code, not after it.
if (!/^(#\/?)?(\?|$)/.test(location.hash)) import('#app/pages.ts').catch(() => undefined);
const { start } = await import('#app/start.tsx');
await start(language);
