// Boots the page: the language's texts and the app's code are fetched side by side.
import { startLanguage } from '#lib/locale.ts';

const language = startLanguage();
const { start } = await import('#app/start.tsx');
await start(language);
