// Who may import whom. The directions of the house, checked over value and type imports alike by `npm run check`;
// tests/imports.test.ts plants a violation of every rule and expects it to be found.

import type { IRegularForbiddenRuleType } from 'dependency-cruiser';

type From = IRegularForbiddenRuleType['from'];
type To = IRegularForbiddenRuleType['to'];

const TEST = '\\.test\\.tsx?$';
const OURS = '^(src|server|sw|tests)/';

/** Files under `from` import nothing of ours but `allowed`. Tests beside the code may reach for their support. */
const only = (name: string, comment: string, from: string, ...allowed: string[]) => ({
  name,
  comment,
  severity: 'error' as const,
  from: { path: from, pathNot: TEST },
  to: { path: OURS, pathNot: allowed },
});

const forbid = (name: string, comment: string, from: From, to: To) => ({
  name,
  comment,
  severity: 'error' as const,
  from,
  to,
});

const realms = [
  only('rules-stand-alone', 'rules are arithmetic over figures', '^src/rules/', '^src/rules/'),
  only(
    'contract-stands-alone',
    'the contract describes calls by the rules, it calls nobody',
    '^src/contract/',
    '^src/(contract|rules)/',
  ),
  only(
    'draws-stand-alone',
    'draws are arithmetic over hashes, at the times of the rules',
    '^src/draws/',
    '^src/(draws|rules)/',
  ),
  only('proofs-stand-alone', 'proofs are hashing of balances', '^src/proofs/', '^src/proofs/'),
  only(
    'lib-knows-libraries',
    'lib is below everything of ours but the rules and the list of languages, which all realms share',
    '^src/lib/',
    '^src/(lib|locales|rules)/',
    '^src/contract/languages\\.ts$',
  ),
  only('ui-knows-lib', 'ui knows no feature and no call', '^src/ui/', '^src/(ui|lib)/'),
  only(
    'api-knows-contract',
    'the client speaks the contract, not features',
    '^src/api/',
    '^src/(api|contract|rules|lib)/',
  ),
  only(
    'actions-know-no-page',
    'what a person does from several pages belongs to none of them',
    '^src/actions/',
    '^src/(actions|api|ui|lib|contract|rules)/',
  ),
  {
    ...only(
      'features-stand-apart',
      'a feature never imports another feature or the app',
      '^src/features/([^/]+)/',
    ),
    to: {
      path: OURS,
      pathNot: ['^src/(actions|ui|api|lib|contract|rules|draws|proofs)/', '^src/features/$1/'],
    },
  },
  only(
    'gallery-shows-ui',
    'the gallery shows parts, nothing that calls or knows a feature',
    '^src/gallery/',
    '^src/(gallery|ui|lib)/',
    '^src/contract/languages\\.ts$',
  ),
  only('app-composes-the-page', 'the app imports the page alone', '^src/(app/|[^/]+\\.tsx?$)', '^src/'),
  only(
    'worker-is-small',
    'the worker shares call, rules, signing and storage with the page',
    '^sw/',
    '^sw/',
    '^src/(contract|rules|api|lib)/',
  ),
  only(
    'server-shares-four-folders',
    'contract, rules, draws and proofs are all that server and page share; a preview of a text reads it as the page does',
    '^server/',
    '^server/',
    '^src/(contract|rules|draws|proofs)/',
    '^src/ui/markdown\\.ts$',
  ),
];

const serverRooms = [
  only(
    'db-is-below',
    'the database client knows no table meaning',
    '^server/db/',
    '^server/(db|lib)/',
    '^src/(contract|rules)/',
  ),
  only(
    'ledger-stands-on-db',
    'the ledger knows no feature',
    '^server/ledger/',
    '^server/((ledger|db|lib)/|operator/protocol\\.ts$)',
    '^src/(contract|rules)/',
  ),
  only(
    'jobs-stand-on-db',
    'a job is handed its work',
    '^server/jobs/',
    '^server/(jobs|db|lib)/',
    '^src/(contract|rules)/',
  ),
  only(
    'http-knows-no-feature',
    'routes are handed to it',
    '^server/http/',
    '^server/(http|db|jobs|lib)/',
    '^src/(contract|rules)/',
  ),
  only(
    'chain-knows-no-feature',
    'the chain credits through the ledger',
    '^server/chain/',
    '^server/((chain|ledger|jobs|db|lib|config)/|operator/protocol\\.ts$)',
    '^src/(contract|rules|draws)/',
  ),
  {
    ...only(
      'server-features-stand-apart',
      'what one feature needs of another is handed down',
      '^server/features/([^/]+)/',
    ),
    to: {
      path: OURS,
      pathNot: [
        '^server/(http|db|ledger|chain|jobs|lib)/',
        '^server/operator/protocol\\.ts$',
        '^src/(contract|rules|draws|proofs)/',
        '^src/ui/markdown\\.ts$',
        '^server/features/$1/',
      ],
    },
  },
  forbid(
    'features-come-whole',
    'the server is made of what each feature.ts contributes, not of their parts',
    { path: '^server/(main|start|compose)\\.ts$' },
    { path: '^server/features/', pathNot: '^server/features/[^/]+/feature\\.ts$' },
  ),
  forbid(
    'nobody-imports-the-start',
    'main and the operator command stand at the top',
    { path: '^(src|sw|server)/', pathNot: [TEST, '^server/(main|start|compose)\\.ts$', '^server/operator/'] },
    { path: '^server/(main|start)\\.ts$|^server/operator/', pathNot: '^server/operator/protocol\\.ts$' },
  ),
  forbid(
    'ledger-tables-are-private',
    'only the ledger touches its own rows',
    { path: '^(src|sw|server|tests)/', pathNot: '^server/ledger/' },
    { path: '^server/ledger/.*(repository|tables|rows)\\.ts$' },
  ),
];

const packages = [
  forbid(
    'contract-imports-zod-alone',
    'it is part of three programmes',
    { path: '^src/contract/', pathNot: TEST },
    { pathNot: ['^(src|server|sw|tests)/', '^node_modules/zod/'] },
  ),
  forbid(
    'rules-import-nothing',
    'they run wherever the product does',
    { path: '^src/rules/', pathNot: TEST },
    { pathNot: '^(src|server|sw|tests)/' },
  ),
  forbid(
    'draws-import-hashing-alone',
    'anybody must be able to run a draw',
    { path: '^src/draws/', pathNot: TEST },
    { pathNot: ['^(src|server|sw|tests)/', '^node_modules/(@noble/hashes|ethers)/'] },
  ),
  forbid(
    'proofs-import-hashing-alone',
    'anybody must be able to check a proof',
    { path: '^src/proofs/', pathNot: TEST },
    { pathNot: ['^(src|server|sw|tests)/', '^node_modules/@noble/hashes/'] },
  ),
  forbid(
    'page-takes-types-of-the-contract',
    'schemas stay out of the first screen: only what is plain (codes, documents, languages, signing, topics, version) is imported as values',
    { path: '^(src|sw)/', pathNot: [TEST, '^src/contract/'] },
    {
      path: '^src/contract/',
      pathNot: '^src/contract/(codes|documents|languages|signing|topics|version)\\.ts$',
      dependencyTypesNot: ['type-only'],
    },
  ),
  forbid(
    'page-takes-the-small-zod',
    'zod/mini is 5 kB, zod 24 kB',
    { path: '^(src|sw)/', pathNot: [TEST, '^src/contract/'] },
    {
      path: '^node_modules/zod/',
      pathNot: '^node_modules/zod/(v4/)?mini/',
      dependencyTypesNot: ['type-only'],
    },
  ),
  forbid(
    'storage-through-one-module',
    'one store, so that sign-out can empty it',
    { path: '^(src|sw)/', pathNot: [TEST, '^src/lib/'] },
    { path: '^node_modules/idb-keyval/' },
  ),
  forbid(
    'running-code-needs-dependencies',
    'the server runs after `npm ci --omit=dev`; what only the page needs is a development dependency, because the page is built before',
    {
      path: '^server/|^src/(contract|rules|draws|proofs)/|^src/ui/markdown\\.ts$',
      pathNot: [TEST, '^server/chain/contracts/compile\\.ts$', '^server/build/(offline|first-screen)\\.ts$'],
    },
    { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
  ),
  forbid(
    'packages-are-declared',
    'what is imported stands in package.json',
    { path: OURS },
    { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  ),
];

const shape = [
  forbid(
    'nothing-imports-tests',
    'tests look at the code, never the other way',
    { path: '^(src|server|sw)/', pathNot: TEST },
    { path: `^tests/|${TEST}` },
  ),
  forbid(
    'nothing-imports-the-gallery',
    'it is there for development, and not built',
    { path: OURS, pathNot: '^src/gallery/' },
    { path: '^src/gallery/' },
  ),
  forbid('no-cycles', 'type imports included', { path: OURS }, { circular: true }),
  forbid(
    'no-index-files',
    'a file says its name',
    { path: OURS },
    { path: '/index\\.tsx?$', pathNot: ['^src/contract/index\\.ts$', 'node_modules'] },
  ),
  forbid(
    'no-barrels',
    'only the contract collects and passes on',
    { path: OURS, pathNot: '^src/contract/index\\.ts$' },
    { path: OURS, dependencyTypes: ['export'] },
  ),
  forbid(
    'everything-resolves',
    'a path that leads nowhere',
    { path: OURS },
    { couldNotResolve: true, pathNot: '^virtual:' },
  ),
];

export default {
  forbidden: [...realms, ...serverRooms, ...packages, ...shape],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.(po|css|svg|png|webp)(\\?|$)|^tests/(screens|bench)/out/' },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'module', 'browser', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.d.ts'],
    },
  },
};
