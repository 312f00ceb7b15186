// The files of server/deploy match the repository, the settings and the programs that read them.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SETTINGS, loadConfig } from '#server/config/config.ts';
import { bodyLimitOf } from '#server/http/body.ts';
import { callOf } from '#contract';
import {
  DEPLOY,
  copiedByStage,
  deployFile,
  directives,
  nginx,
  nginxArguments,
  productionPackages,
  settingsOf,
} from '#tests/support/deploy-files.ts';
import { START_FLAGS } from '#tests/support/app.ts';
import { freePort } from '#tests/support/ports.ts';
import { ROOT } from '#tests/support/steps.ts';
import { type Yaml, readYaml } from '#tests/support/yaml.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'adit-deploy-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const unknownSettings = (names: Iterable<string>): string[] =>
  [...names].filter((name) => !(name in SETTINGS));

interface Manifest {
  dependencies: Record<string, string>;
}
const manifest = async () => JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as Manifest;

describe('nginx.conf', () => {
  test('is accepted by nginx', async () => {
    const [http, https, server] = [await freePort(), await freePort(), await freePort()];
    const { status, stderr } = spawnSync(
      nginx(),
      ['-t', ...nginxArguments(folder, { http, https, server })],
      { encoding: 'utf8' },
    );
    expect([status, stderr]).toEqual([0, expect.stringContaining('test is successful')]);
  });

  test('takes the page from one server, and from the others while that one is down', () => {
    const [, block = ''] = /upstream adit_page \{([^}]+)\}/.exec(deployFile('nginx.conf')) ?? [];
    const backups = Array.from(block.matchAll(/server [^;]+;/g), ([line]) => line.endsWith(' backup;'));
    expect(backups).toEqual([false, ...backups.slice(1).map(() => true)]);
  });

  test('lets the largest verification through, and every JSON body that the server reads', () => {
    const [common = 0, kyc = 0] = Array.from(
      deployFile('nginx.conf').matchAll(/client_max_body_size (\d+)m;/g),
      ([, megabytes]) => Number(megabytes) * 1024 * 1024,
    );
    expect(common).toBeGreaterThanOrEqual(bodyLimitOf(callOf('POST /api/mining/claim')));
    expect(kyc).toBeGreaterThanOrEqual(bodyLimitOf(callOf('POST /api/user/kyc')));
  });
});

describe('adit@.service', () => {
  const unit = deployFile('adit@.service');
  const environment = settingsOf(directives(unit, 'Environment').join(' ').replaceAll(' ', '\n'));

  test('starts what is in the repository, with settings that exist', () => {
    const [home = ''] = directives(unit, 'WorkingDirectory');
    const [start = ''] = directives(unit, 'ExecStart');
    const [node = '', ...given] = start.split(' ');
    const main = given.pop() ?? '';
    expect(given).toEqual(START_FLAGS);
    expect(deployFile('Dockerfile')).toContain(
      `CMD ${JSON.stringify(['node', ...given, main]).replaceAll(',', ', ')}`,
    );
    expect(node.startsWith(`${home}/node_modules/`)).toBe(true);
    for (const path of [node.slice(home.length + 1), main])
      expect(existsSync(join(ROOT, path)), path).toBe(true);
    expect(Object.keys(environment)).toContain('PORT');
    expect(unknownSettings(Object.keys(environment))).toEqual([]);
  });

  test('gives the server time to stop by itself, which takes up to 10 s', () => {
    expect(Number(directives(unit, 'TimeoutStopSec')[0])).toBeGreaterThan(10);
  });

  test('and adit.env contain everything that production needs', () => {
    const file = settingsOf(deployFile('adit.env'));
    expect(unknownSettings(Object.keys(file))).toEqual([]);
    const filled = {
      ...file,
      TREASURY_ADDRESS: '0x52908400098527886E0F7030069857D2E4169EE7',
      HOT_WALLET_KEY: '1'.repeat(64),
      SIGN_KEY: '2'.repeat(48),
      DOCUMENT_KEY: '3'.repeat(64),
    };
    expect(loadConfig({ ...filled, ...environment, PORT: '8080', METRICS_PORT: '18080' })).toMatchObject({
      production: true,
      trustProxy: true,
      dataDir: `/var/lib/${directives(unit, 'StateDirectory')[0]}`,
    });
  });

  test.skipIf(!existsSync('/usr/bin/systemd-analyze'))('is accepted by systemd', () => {
    const [home = ''] = directives(unit, 'WorkingDirectory');
    const path = join(folder, 'adit@8080.service');
    writeFileSync(path, unit.replaceAll(home, ROOT));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', path], {
      encoding: 'utf8',
    });
    expect([status, stderr.split('\n').filter((line) => line.includes('adit@'))]).toEqual([0, []]);
  });
});

describe('compose.yaml', () => {
  const text = deployFile('compose.yaml');
  const { services } = readYaml(text) as { services: Record<string, Record<string, Yaml>> };
  const servers = Object.entries(services).filter(([name]) => name.startsWith('adit-'));

  test('runs images of exact versions', () => {
    const images = Object.values(services).flatMap(({ image }) => (image ? [image] : []));
    expect(images).toHaveLength(4);
    for (const image of images) expect(image).toMatch(/^adit:local$|^[\w/]+:v?\d+\.\d+[\w.-]*$/);
  });

  test('sets only settings that exist, and has an entry in nginx.conf for each server', () => {
    const names = servers.flatMap(([, { environment }]) => Object.keys(environment ?? {}));
    expect(unknownSettings(names)).toEqual([]);
    const used = Array.from(text.matchAll(/\$\{(\w+)/g), ([, name = '']) => name);
    expect(
      unknownSettings(used).filter((name) => !/^(POSTGRES|SERVING|REPLICATION)_PASSWORD$/.test(name)),
    ).toEqual([]);
    const ports = servers.map(([, { environment }]) => (environment as { PORT: string }).PORT);
    const upstreams = Array.from(
      deployFile('nginx.conf').matchAll(/upstream \w+ \{([^}]+)\}/g),
      ([, block = '']) => Array.from(block.matchAll(/server 127\.0\.0\.1:(\d+)/g), ([, port]) => port),
    );
    expect(upstreams).toEqual([ports, ports]);
  });

  const serving = services['adit-8080']?.['environment'] as Record<string, string>;
  const database = services['postgres-5432'] ?? {};
  const listed = (name: string, key: string) => services[name]?.[key] as string[];

  test('leads every connection of the servers through PgBouncer, LISTEN and the schema in session mode', () => {
    const ini = deployFile('pgbouncer.ini');
    expect(ini).toMatch(/^listen_addr = 127\.0\.0\.1$/m);
    const [, port] = /^listen_port = (\d+)$/m.exec(ini) ?? [];
    const places = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_OWNER_URL'].map(
      (name) => /@(.+)$/.exec(serving[name] ?? '')?.[1],
    );
    const through = `127.0.0.1:${port}`;
    expect(places).toEqual([`${through}/adit`, `${through}/adit_direct`, `${through}/adit_direct`]);
    expect(deployFile('database.sh')).toMatch(/^adit_direct = .* pool_mode=session$/m);
  });

  test('and adit.env let one role own the schema and another one serve', () => {
    const roleOf = (url = '') => new URL(url.replaceAll(/\$\{\w+:\?\}/g, 'secret')).username;
    const [, role] = /^create role (\w+) login password :'serving'/m.exec(deployFile('roles.sh')) ?? [];
    const { POSTGRES_USER: owner } = database['environment'] as Record<string, string>;
    for (const settings of [serving, settingsOf(deployFile('adit.env'))])
      expect([roleOf(settings['DATABASE_OWNER_URL']), roleOf(settings['DATABASE_URL'])]).toEqual([
        owner,
        role,
      ]);
    expect(roleOf(serving['DATABASE_DIRECT_URL'])).toBe(role);
    expect(database['volumes']).toContain('./roles.sh:/docker-entrypoint-initdb.d/roles.sh:ro');
  });

  test('starts two database servers that share a folder with PgBouncer, and differ in port and files alone', () => {
    const [, first] = /FIRST_PRIMARY:-host=127\.0\.0\.1 port=(\d+)/.exec(deployFile('database.sh')) ?? [];
    expect((database['environment'] as Record<string, string>)['PGPORT']).toBe(first);
    expect(services['postgres-5433']).toEqual({
      extends: { service: 'postgres-5432' },
      environment: { PGPORT: '5433' },
      volumes: ['postgres-5433:/var/lib/postgresql/data'],
    });
    const [, shared] = /CLUSTER_DIR:=([\w/-]+)/.exec(deployFile('database.sh')) ?? [];
    expect(database['volumes']).toContain(`cluster:${shared}`);
    expect(listed('pgbouncer', 'volumes')).toContain(`cluster:${shared}:ro`);
    for (const name of ['pgbouncer.ini', 'postgresql.conf']) expect(deployFile(name)).toContain(`${shared}/`);
  });

  test('runs scripts and settings of this folder', () => {
    const folder = '/opt/adit/server/deploy';
    for (const name of ['postgres-5432', 'pgbouncer']) {
      expect(listed(name, 'volumes')).toContain(`.:${folder}:ro`);
      const [file = ''] = listed(name, 'entrypoint').filter((word) => word.startsWith(`${folder}/`));
      expect(existsSync(join(DEPLOY, file.slice(folder.length)))).toBe(true);
    }
    for (const name of ['database.sh', 'postgresql.conf'])
      for (const [path] of deployFile(name).matchAll(/\/opt\/adit\/server\/deploy\/[\w.]+/g))
        expect(existsSync(join(DEPLOY, path.slice(folder.length))), path).toBe(true);
  });

  test('gives a server time to stop by itself, which takes up to 10 s, also while it still loads', () => {
    const { init, stop_grace_period: grace } = services['adit-8080'] ?? {};
    expect([init, Number.parseInt(String(grace), 10) > 10]).toEqual(['true', true]);
  });

  test('names files that exist', () => {
    const build = services['adit-8080']?.['build'] as Record<string, string>;
    expect(existsSync(join(ROOT, build['dockerfile'] ?? ''))).toBe(true);
    expect(services['nginx']?.['volumes']).toContain('./nginx.conf:/etc/nginx/nginx.conf:ro');
  });
});

test('the reader of compose.yaml refuses what it does not understand', () => {
  expect(readYaml("a:\n  b: 'on'\n  c:\n    - d\n  e: f\n")).toEqual({
    a: { b: 'on', c: ['d'], e: 'f' },
  });
  for (const text of [
    'a: on',
    'a: [b]',
    'a: {b: c}',
    'a: &b c',
    'a\n',
    'a: b\na: c',
    'a: b\n  c: d',
    'a: b # c',
  ])
    expect(() => readYaml(text), text).toThrow();
});

describe('what watches the servers', () => {
  test('each alert says how bad it is and what to do', () => {
    const rules = deployFile('alerts.yaml').split('- alert: ').slice(1);
    expect(rules.length).toBeGreaterThan(10);
    for (const rule of rules) expect(rule).toMatch(/expr: .+[^]+severity: (page|ticket)[^]+summary: .+/);
    expect(new Set(rules.map((rule) => rule.split('\n')[0])).size).toBe(rules.length);
  });

  test('the dashboard asks the chosen Prometheus in every panel, and no two panels overlap', () => {
    const { panels } = JSON.parse(deployFile('grafana-dashboard.json')) as {
      panels: { id: number; gridPos: object; datasource: { uid: string }; targets: { expr: string }[] }[];
    };
    for (const { datasource, targets } of panels)
      expect([datasource.uid, targets.every(({ expr }) => expr !== '')]).toEqual(['${source}', true]);
    for (const of of ['id', 'gridPos'] as const)
      expect(new Set(panels.map((panel) => JSON.stringify(panel[of]))).size).toBe(panels.length);
  });

  test('the servers of unit and compose.yaml have the ports that the rules name', () => {
    const named = Array.from(deployFile('alerts.yaml').matchAll(/127\.0\.0\.1:(\d+)/g), ([, port]) => port);
    const composed = Array.from(
      deployFile('compose.yaml').matchAll(/METRICS_PORT: (\d+)/g),
      ([, port]) => port,
    );
    expect(named).toEqual(composed);
    expect(deployFile('adit@.service')).toContain(' METRICS_PORT=1%i');
  });
});

describe('the Dockerfile', () => {
  test('copies what exists, and uses the Node of package.json', async () => {
    const stages = copiedByStage();
    expect(stages).toHaveLength(2);
    for (const path of stages.flat()) expect(existsSync(join(ROOT, path)), path).toBe(true);
    const { node } = (await manifest()).dependencies;
    const bases = Array.from(deployFile('Dockerfile').matchAll(/^FROM (\S+)/gm), ([, base]) => base);
    expect(bases).toEqual([`node:${node}-bookworm-slim`, `node:${node}-bookworm-slim`]);
  });
});

describe('a production install', () => {
  test('has no package that only the page or its build needs', async () => {
    const packages = productionPackages();
    expect(packages).toEqual(
      expect.arrayContaining(
        Object.keys((await manifest()).dependencies).map((name) => `node_modules/${name}`),
      ),
    );
    const page =
      /node_modules\/(react|jotai|viem|vite|typescript|@(reown|walletconnect|tanstack|lingui|base-ui)\/)/;
    expect(packages.filter((path) => page.test(path))).toEqual([]);
    // 107 at the time of writing; the page has 400 more.
    expect(packages.length).toBeLessThan(140);
  });
});
