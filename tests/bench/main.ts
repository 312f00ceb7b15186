// `npm run bench page|interactions|animation|api|start|deposits|articles|history|scroll|settle|games|merkle|storage`: the cost
// of a visit, a tap, a movement, a claim, a start, deposits, announcements, long lists, payouts, large teams, both games
// and the tree over all balances. Options: --json FILE, and those of each benchmark.

const benches: Record<string, () => Promise<{ bench: (argv: string[]) => Promise<void> }>> = {
  page: () => import('./page.ts'),
  interactions: () => import('./page-interactions.ts'),
  animation: () => import('./animation.ts'),
  api: () => import('./api.ts'),
  start: () => import('./start.ts'),
  articles: () => import('./articles.ts'),
  history: () => import('./history.ts'),
  deposits: () => import('./deposits.ts'),
  scroll: () => import('./history-scroll.ts'),
  settle: () => import('./settle.ts'),
  games: () => import('./games.ts'),
  merkle: () => import('./merkle.ts'),
  storage: () => import('./storage.ts'),
};

const [name = '', ...argv] = process.argv.slice(2);
const load = benches[name];
if (load) {
  const { bench } = await load();
  await bench(argv);
} else {
  console.error(`npm run bench ${Object.keys(benches).join('|')} [-- --json FILE]`);
  process.exitCode = 1;
}
