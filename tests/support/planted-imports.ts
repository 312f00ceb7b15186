// Small source trees for tests/imports.test.ts: one that follows every import rule, and some that break each rule.

/** Path → text of a file. */
export type Tree = Record<string, string>;

const leaf = 'export const value = 1;\nexport type Value = number;\n';

/** A file at `from` that imports a value or a type from the file at `to` by `specifier`. */
const pair = (from: string, to: string, specifier: string, kind: 'value' | 'type' = 'value'): Tree => ({
  [from]:
    kind === 'type'
      ? `import type { Value } from '${specifier}';\nexport const own: Value = 1;\n`
      : importing(specifier),
  [to]: leaf,
});
const importing = (specifier: string): string =>
  `import { value } from '${specifier}';\nexport const own = value;\n`;
const lone = (from: string, specifier: string): Tree => ({ [from]: importing(specifier) });

export const allowed: Tree = {
  'src/contract/index.ts': `export { value } from './codes.ts';\nexport type { Value } from './wallet.ts';\n`,
  'src/contract/codes.ts': leaf,
  'src/contract/wallet.ts': `import { string } from 'zod/mini';\nexport type Value = typeof string;\n`,
  'src/rules/figures.ts': leaf,
  'src/rules/race.ts': importing('./figures.ts'),
  'src/contract/race.ts': importing('#rules/figures.ts'),
  'src/draws/lottery.ts': importing('#rules/figures.ts'),
  'src/lib/store.ts': `import { get } from 'idb-keyval';\nexport const value = get;\n`,
  'src/ui/button.tsx': importing('#lib/store.ts'),
  'src/gallery/buttons.page.tsx': `import { own } from '#ui/button.tsx';\nexport const page = own;\n`,
  'src/api/client.ts': `import type { Value } from '#contract';\nimport { value } from '#contract/codes.ts';\nexport const own: Value | number = value;\n`,
  'src/actions/bet.ts': `import { own } from '#api/client.ts';\nexport const bet = own;\n`,
  'src/features/race/race.page.tsx': `import { bet } from '#actions/bet.ts';\nimport { own } from '#api/client.ts';\nimport { own as draw } from '#draws/lottery.ts';\nimport { own as rule } from '#rules/race.ts';\nexport const page = [bet, own, draw, rule];\n`,
  'src/app/routes.tsx': `export const page = () => import('#features/race/race.page.tsx');\n`,
  'src/main.tsx': `import { page } from '#app/routes.tsx';\nexport const main = page;\n`,
  'src/lib/store.test.ts': importing('#tests/support/clock.ts'),
  'sw/sw.ts': `import { own } from '#api/client.ts';\nexport const worker = own;\n`,
  'server/lib/refusal.ts': importing('#contract/codes.ts'),
  'server/db/client.ts': leaf,
  'server/ledger/post.ts': `import { value } from '#server/db/client.ts';\nimport { rows } from './ledger.repository.ts';\nexport const post = [value, rows];\n`,
  'server/ledger/ledger.repository.ts': 'export const rows = 1;\n',
  'server/features/race/race.routes.ts': `import { post } from '#server/ledger/post.ts';\nimport { own } from '#server/lib/refusal.ts';\nexport const routes = [post, own];\n`,
  'server/features/race/feature.ts': `import { routes } from './race.routes.ts';\nexport const race = routes;\n`,
  'server/compose.ts': `import { race } from '#server/features/race/feature.ts';\nexport const compose = race;\n`,
  'server/main.ts': `import { compose } from './compose.ts';\nexport const main = compose;\n`,
  'tests/support/clock.ts': leaf,
};

export const plants: Record<string, Tree[]> = {
  'rules-stand-alone': [
    pair('src/rules/race.ts', 'src/contract/codes.ts', '#contract/codes.ts', 'type'),
    pair('src/rules/race.ts', 'src/lib/time.ts', '#lib/time.ts'),
    pair('src/rules/race.ts', 'server/lib/refusal.ts', '#server/lib/refusal.ts'),
    pair('src/rules/race.ts', 'src/draws/hash.ts', '#draws/hash.ts'),
  ],
  'rules-import-nothing': [lone('src/rules/race.ts', 'zod/mini'), lone('src/rules/race.ts', 'node:crypto')],
  'contract-stands-alone': [
    pair('src/contract/race.ts', 'src/lib/time.ts', '#lib/time.ts'),
    pair('src/contract/race.ts', 'server/db/tables.ts', '#server/db/tables.ts', 'type'),
  ],
  'draws-stand-alone': [pair('src/draws/race.ts', 'src/contract/codes.ts', '#contract/codes.ts')],
  'proofs-stand-alone': [pair('src/proofs/tree.ts', 'src/contract/codes.ts', '#contract/codes.ts')],
  'lib-knows-libraries': [
    pair('src/lib/time.ts', 'src/api/client.ts', '#api/client.ts'),
    pair('src/lib/time.ts', 'src/ui/clock.tsx', '#ui/clock.tsx', 'type'),
  ],
  'ui-knows-lib': [
    pair('src/ui/odds.tsx', 'src/rules/race.ts', '#rules/race.ts'),
    pair('src/ui/button.tsx', 'src/api/client.ts', '#api/client.ts'),
    pair('src/ui/button.tsx', 'src/features/race/race.rules.ts', '#features/race/race.rules.ts', 'type'),
  ],
  'gallery-shows-ui': [
    pair('src/gallery/cards.page.tsx', 'src/api/client.ts', '#api/client.ts'),
    pair(
      'src/gallery/cards.page.tsx',
      'src/features/race/race.rules.ts',
      '#features/race/race.rules.ts',
      'type',
    ),
  ],
  'nothing-imports-the-gallery': [pair('src/app/shell.tsx', 'src/gallery/frame.tsx', '../gallery/frame.tsx')],
  'api-knows-contract': [
    pair('src/api/client.ts', 'src/features/race/race.atoms.ts', '#features/race/race.atoms.ts'),
    pair('src/api/client.ts', 'src/actions/bet.ts', '#actions/bet.ts'),
  ],
  'actions-know-no-page': [
    pair('src/actions/bet.ts', 'src/features/race/race.rules.ts', '#features/race/race.rules.ts', 'type'),
    pair('src/actions/bet.ts', 'src/app/shell.tsx', '#app/shell.tsx'),
    pair('src/actions/bet.ts', 'src/draws/race.ts', '#draws/race.ts'),
  ],
  'features-stand-apart': [
    pair(
      'src/features/race/race.page.tsx',
      'src/features/team/team.rules.ts',
      '#features/team/team.rules.ts',
      'type',
    ),
    pair('src/features/race/race.page.tsx', 'src/app/shell.tsx', '#app/shell.tsx'),
    lone('src/features/race/race.page.tsx', '../team/team.rules.ts'),
  ].map((tree) => ({ 'src/features/team/team.rules.ts': leaf, ...tree })),
  'app-composes-the-page': [
    pair('src/app/shell.tsx', 'server/config/config.ts', '#server/config/config.ts', 'type'),
    pair('src/main.tsx', 'sw/sw.ts', '../sw/sw.ts'),
  ],
  'worker-is-small': [
    pair('sw/sw.ts', 'src/ui/toast.tsx', '../src/ui/toast.tsx'),
    pair('sw/sw.ts', 'src/features/race/race.rules.ts', '#features/race/race.rules.ts', 'type'),
  ],
  'server-shares-four-folders': [
    pair('server/config/config.ts', 'src/lib/time.ts', '#lib/time.ts'),
    pair('server/http/server.ts', 'src/api/client.ts', '#api/client.ts', 'type'),
  ],
  'db-is-below': [pair('server/db/client.ts', 'server/ledger/post.ts', '#server/ledger/post.ts', 'type')],
  'ledger-stands-on-db': [
    pair(
      'server/ledger/post.ts',
      'server/features/race/race.rules.ts',
      '#server/features/race/race.rules.ts',
    ),
    pair('server/ledger/post.ts', 'server/http/session.ts', '#server/http/session.ts', 'type'),
  ],
  'jobs-stand-on-db': [pair('server/jobs/due.ts', 'server/ledger/post.ts', '#server/ledger/post.ts')],
  'http-knows-no-feature': [
    pair(
      'server/http/server.ts',
      'server/features/race/race.routes.ts',
      '#server/features/race/race.routes.ts',
    ),
  ],
  'chain-knows-no-feature': [
    pair(
      'server/chain/watcher.ts',
      'server/features/assets/assets.rules.ts',
      '#server/features/assets/assets.rules.ts',
    ),
    pair('server/chain/watcher.ts', 'server/http/server.ts', '#server/http/server.ts', 'type'),
  ],
  'server-features-stand-apart': [
    pair(
      'server/features/race/race.rules.ts',
      'server/features/team/team.rules.ts',
      '#server/features/team/team.rules.ts',
      'type',
    ),
  ],
  'features-come-whole': [
    pair('server/compose.ts', 'server/features/kyc/kyc.rules.ts', '#server/features/kyc/kyc.rules.ts'),
    pair('server/main.ts', 'server/features/kyc/kyc.rules.ts', '#server/features/kyc/kyc.rules.ts', 'type'),
  ],
  'nobody-imports-the-start': [
    pair('server/http/server.ts', 'server/main.ts', '#server/main.ts', 'type'),
    pair('server/features/kyc/kyc.routes.ts', 'server/operator/kyc.ts', '#server/operator/kyc.ts'),
  ],
  'ledger-tables-are-private': [
    pair(
      'server/features/race/race.usecases.ts',
      'server/ledger/ledger.repository.ts',
      '#server/ledger/ledger.repository.ts',
    ),
    pair('tests/api/race.test.ts', 'server/ledger/tables.ts', '#server/ledger/tables.ts', 'type'),
  ],
  'contract-imports-zod-alone': [
    lone('src/contract/race.ts', 'jotai'),
    lone('src/contract/race.ts', 'node:crypto'),
    lone('src/contract/race.ts', 'ethers'),
  ],
  'draws-import-hashing-alone': [
    lone('src/draws/race.ts', 'zod/mini'),
    lone('src/draws/race.ts', 'node:crypto'),
  ],
  'proofs-import-hashing-alone': [
    lone('src/proofs/tree.ts', 'zod/mini'),
    lone('src/proofs/tree.ts', 'ethers'),
  ],
  'page-takes-types-of-the-contract': [
    pair('src/api/client.ts', 'src/contract/index.ts', '#contract'),
    pair('src/features/race/race.page.tsx', 'src/contract/race.ts', '#contract/race.ts'),
    pair('sw/sw.ts', 'src/contract/index.ts', '#contract'),
  ],
  'page-takes-the-small-zod': [lone('src/app/search.ts', 'zod')],
  'storage-through-one-module': [
    lone('src/features/race/race.atoms.ts', 'idb-keyval'),
    lone('sw/outbox.ts', 'idb-keyval'),
  ],
  'running-code-needs-dependencies': [
    lone('server/http/server.ts', 'fast-check'),
    lone('server/http/server.ts', 'react'),
    lone('src/contract/race.ts', 'idb-keyval'),
  ],
  'packages-are-declared': [lone('server/http/server.ts', 'fast-uri')],
  'nothing-imports-tests': [
    pair('src/lib/time.ts', 'tests/support/clock.ts', '#tests/support/clock.ts'),
    pair('server/jobs/clock.ts', 'tests/support/clock.ts', '#tests/support/clock.ts', 'type'),
    pair('src/lib/time.ts', 'src/lib/store.test.ts', './store.test.ts'),
  ],
  'no-cycles': [
    {
      'src/lib/a.ts': `import { b } from './b.ts';\nexport const a = b;\n`,
      'src/lib/b.ts': `import { a } from './a.ts';\nexport const b = a;\n`,
    },
    {
      'server/db/a.ts': `import type { B } from './b.ts';\nexport type A = B;\n`,
      'server/db/b.ts': `import type { A } from './a.ts';\nexport type B = A;\n`,
    },
  ],
  'no-index-files': [pair('src/app/shell.tsx', 'src/ui/index.ts', '#ui/index.ts')],
  'no-barrels': [
    { 'src/ui/all.ts': `export { value } from './button.tsx';\n`, 'src/ui/button.tsx': leaf },
    { 'src/ui/all.ts': `export * from './button.tsx';\n`, 'src/ui/button.tsx': leaf },
    { 'server/ledger/types.ts': `export type { Value } from './post.ts';\n`, 'server/ledger/post.ts': leaf },
  ],
  'everything-resolves': [lone('src/lib/time.ts', '#lib/nowhere.ts')],
};
