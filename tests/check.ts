// `npm run check`: all checks of the code that do not execute it. Changes no file.
import { runAll, type Step } from '#tests/support/steps.ts';

const REALMS = ['src', 'server', 'sw', 'tests'];

const steps: Step[] = [
  { name: 'lint', command: ['oxlint', '--format', 'unix'] },
  ...REALMS.map((realm): Step => ({ name: `types of ${realm}`, command: ['tsc', '-p', realm] })),
  { name: 'imports', command: ['depcruise', '--config', '.dependency-cruiser.ts', ...REALMS] },
  {
    name: 'catalogues hold exactly the texts of the source',
    command: ['lingui', 'check', 'sync', '--clean', '--workers', '1'],
  },
  {
    name: 'catalogues are fully translated',
    command: ['lingui', 'check', 'missing', '--mode', 'catalog', '--workers', '1'],
  },
  { name: 'format', command: ['oxfmt', '--check'] },
  {
    name: 'contracts match their sources',
    command: ['node', 'server/chain/contracts/compile.ts', '--check'],
  },
  { name: 'offline page matches its sources', command: ['node', 'server/build/offline.ts', '--check'] },
];

const start = performance.now();
const failed = await runAll(steps);
const total = ((performance.now() - start) / 1000).toFixed(1);
console.log(failed.length ? `\ncheck failed: ${failed.join(', ')}` : `\ncheck passed in ${total} s`);
process.exitCode = failed.length ? 1 : 0;
