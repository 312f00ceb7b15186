/** What aborts a start before anything is opened: an unusable folder, or a port in use. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';
import { probeCoins, probeFolder, probePort } from './probe.ts';

let base = '';
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'adit-probe-'));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

test('a new folder is created for its owner alone, and an existing one stays unchanged', () => {
  const made = join(base, 'a', 'b');
  probeFolder(made);
  expect(statSync(made).mode & 0o777).toBe(0o700);
  const own = join(base, 'own');
  mkdirSync(own, { mode: 0o750 });
  probeFolder(own);
  expect(statSync(own).mode & 0o777).toBe(0o750);
  expect([...readdirSync(made), ...readdirSync(own)]).toEqual([]);
});

test('a file instead of the folder is refused by name', () => {
  const file = join(base, 'file');
  writeFileSync(file, '');
  expect(() => probeFolder(file)).toThrow(new ConfigError(`DATA_DIR ${file} is a file`));
  expect(() => probeFolder(join(file, 'below'))).toThrow(/^DATA_DIR .* cannot be written: \w+$/);
});

test("a folder whose path is too long for the operator's socket is refused by name", () => {
  expect(() => probeFolder(join(base, 'x'.repeat(120)))).toThrow(/^DATA_DIR .* is too long: [^\n]+$/);
});

test('a port in use is refused by name, but not a free one or 0', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await expect(probePort(port, '127.0.0.1')).rejects.toThrow(`PORT ${port} on 127.0.0.1 is in use`);
  await new Promise((resolve) => server.close(resolve));
  await probePort(port, '127.0.0.1');
  await probePort(0, '127.0.0.1');
});

test('an address of another machine is refused by name, whatever the port', async () => {
  for (const port of [0, 8080])
    await expect(probePort(port, '203.0.113.1')).rejects.toThrow(
      'HOST 203.0.113.1 is not an address of this machine',
    );
});

test('a setting that names an unlisted coin is refused by name', () => {
  const probe = (env: Record<string, string>) => () => probeCoins(loadConfig(env));
  probe({})();
  probe({ WITHDRAW_DAILY_LIMITS: 'off', WITHDRAW_APPROVAL: 'USDT=1000,ADIT=5' })();
  expect(probe({ WITHDRAW_APPROVAL: 'USDT=1,USTD=1000' })).toThrow(
    new ConfigError('WITHDRAW_APPROVAL names USTD, which is not a listed coin'),
  );
  expect(probe({ WITHDRAW_DAILY_LIMITS: 'DOGE=1' })).toThrow(/^WITHDRAW_DAILY_LIMITS names DOGE/);
});
