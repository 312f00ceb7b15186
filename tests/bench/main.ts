// `npm run bench page|interactions|animation|idle|api|start|articles|history|scroll|settle|games|merkle|storage|events`:
// the cost of a visit, a tap, a movement, an open page, a claim, a start, announcements, long lists, payouts, large
// teams, both games, the tree over all balances, what actions store, and event streams. Options: --json FILE, and those of each.

import { endWith } from './args.ts';
import { besideOthers } from './machine.ts';

const benches: Record<string, () => Promise<{ bench: (argv: string[]) => Promise<void> }>> = {
  page: () => import('./page.ts'),
  interactions: () => import('./page-interactions.ts'),
  animation: () => import('./animation.ts'),
  idle: () => import('./idle.ts'),
  api: () => import('./api.ts'),
  start: () => import('./start.ts'),
  articles: () => import('./articles.ts'),
  history: () => import('./history.ts'),
  scroll: () => import('./history-scroll.ts'),
  settle: () => import('./settle.ts'),
  games: () => import('./games.ts'),
  merkle: () => import('./merkle.ts'),
  storage: () => import('./storage.ts'),
  events: () => import('./events.ts'),
};

const [name = '', ...argv] = process.argv.slice(2);
const load = benches[name];
if (load) {
  const { bench } = await load();
  await besideOthers(() => bench(argv));
} else {
  endWith(`${name && `unknown: ${name}; `}npm run bench ${Object.keys(benches).join('|')} [-- --json FILE]`);
}
