// The previous release: a commit of this repository, checked out into a folder, because its servers and pages are
// running when this one is rolled out.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '#tests/support/steps.ts';

/** The commit that runs in production while this release is rolled out. Changed with every release (`src/contract/version.ts`). */
export const PREVIOUS_RELEASE = 'be618b9692251821ffabb1346eae59366b3654db';

const git = (...args: string[]) =>
  spawnSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 28 });

/**
 * Whether its commit is here: a shallow clone and a downloaded archive lack it. Tests that need it are then skipped.
 */
export const hasPrevious = git('cat-file', '-e', `${PREVIOUS_RELEASE}^{commit}`).status === 0;

/** A file of the previous release. */
export function previousFile(path: string): string {
  const { status, stdout, stderr } = git('show', `${PREVIOUS_RELEASE}:${path}`);
  if (status !== 0) throw new Error(`the previous release has no ${path}: ${stderr}`);
  return stdout;
}

/** The names of the previous release's files below a folder. */
export function previousFiles(folder: string): string[] {
  return git('ls-tree', '-r', '--name-only', PREVIOUS_RELEASE, `${folder}/`)
    .stdout.split('\n')
    .filter(Boolean);
}

interface Lock {
  packages: Record<string, { version?: string; dev?: boolean }>;
}

/** Packages with their versions; without `dev`, those that servers need. */
function packagesOf(lock: string, dev: boolean): string {
  const { packages } = JSON.parse(lock) as Lock;
  const wanted = Object.entries(packages).filter(([path, each]) => path && (dev || !each.dev));
  return JSON.stringify(wanted.map(([path, { version }]) => [path, version]));
}

/** The packages of this release if they are the same, else those of the other one, installed once and kept. */
function packages(dev: boolean): string {
  const lock = previousFile('package-lock.json');
  const same =
    packagesOf(lock, dev) === packagesOf(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'), dev);
  if (same) return join(ROOT, 'node_modules');
  const folder = join(
    ROOT,
    'node_modules/.cache/adit-releases',
    createHash('sha256').update(`${dev} ${lock}`).digest('hex').slice(0, 12),
  );
  const done = join(folder, 'installed');
  if (!existsSync(done)) {
    mkdirSync(folder, { recursive: true });
    for (const file of ['package.json', 'package-lock.json'])
      writeFileSync(join(folder, file), previousFile(file));
    const parts = dev ? [] : ['--omit=dev'];
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', ...parts], {
      cwd: folder,
      stdio: 'pipe',
    });
    writeFileSync(done, '');
  }
  return join(folder, 'node_modules');
}

/**
 * Checks out the previous release into `folder`, ready to start servers from. `buildsPage`: with everything that
 * building its page needs.
 */
export function takeOutPrevious(folder: string, { buildsPage = false } = {}): string {
  mkdirSync(folder, { recursive: true });
  const archive = spawnSync('git', ['archive', PREVIOUS_RELEASE], { cwd: ROOT, maxBuffer: 1 << 28 });
  if (archive.status !== 0) throw new Error(`git archive failed: ${archive.stderr.toString()}`);
  execFileSync('tar', ['-x', '-C', folder], { input: archive.stdout });
  // It joins the chain in the same way as a server of this release.
  const joins = 'tests/support/joined-server.ts';
  copyFileSync(join(ROOT, joins), join(folder, joins));
  symlinkSync(packages(buildsPage), join(folder, 'node_modules'));
  if (buildsPage) execFileSync(process.execPath, ['server/build.ts'], { cwd: folder, stdio: 'pipe' });
  return folder;
}

/** The OpenAPI document of the previous release. */
export function previousContract(): unknown {
  const folder = takeOutPrevious(mkdtempSync(join(tmpdir(), 'adit-previous-')));
  try {
    const program = `import { openApiDocument } from '#server/http/openapi.ts'; console.log(JSON.stringify(openApiDocument('', undefined)))`;
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    return JSON.parse(output);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
