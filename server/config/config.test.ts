/** Which settings start a server and which are refused; server/README.md lists all of them. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ConfigError, SETTINGS, dataDirOf, loadConfig, remarks } from './config.ts';

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://adit.example',
  DATABASE_URL: 'postgres://adit@db/adit?sslmode=verify-full',
  CHAIN_RPC_URL: 'https://node.example/a-key',
  CHAIN_PUBLIC_RPC_URL: 'https://node.example',
  TREASURY_ADDRESS: `0x${'1'.repeat(40)}`,
  HOT_WALLET_KEY: '2'.repeat(64),
  SIGN_KEY: 'a key of the operator',
  DOCUMENT_KEY: '3'.repeat(64),
};

const refusal = (env: Record<string, string>): string => {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
};

describe('configuration', () => {
  test('without settings, the server is in demo mode on the devnet with the embedded database', () => {
    expect(loadConfig({})).toMatchObject({
      demo: true,
      port: 8080,
      host: '127.0.0.1',
      chainId: 1337,
      confirmations: 3,
      databaseUrl: undefined,
      kycAutoApproveSeconds: 3,
    });
  });

  test('production has no demo mode and no automatic verdicts', () => {
    expect(loadConfig(PRODUCTION)).toMatchObject({
      demo: false,
      chainId: 56,
      confirmations: 15,
      kycAutoApproveSeconds: undefined,
    });
    expect(refusal({ ...PRODUCTION, DEMO: 'on' })).toMatch(/^DEMO /);
  });

  test("the block explorer's address may end with a slash, which links do not need", () => {
    const { explorerUrl } = loadConfig({ EXPLORER_URL: 'https://explorer.example/bnb/' });
    expect(explorerUrl).toBe('https://explorer.example/bnb');
  });

  test('production without a WalletConnect project says in one line that mobile wallets cannot connect', () => {
    const said = (env: NodeJS.ProcessEnv) => remarks(loadConfig(env));
    expect(said(PRODUCTION)).toEqual([
      expect.stringMatching(/^WALLETCONNECT_PROJECT_ID is not set: mobile wallets cannot connect/),
    ]);
    expect(said({ ...PRODUCTION, WALLETCONNECT_PROJECT_ID: '0123456789abcdef' })).toEqual([]);
    expect(said({})).toEqual([]);
    expect(said({ HOST: '0.0.0.0', PUBLIC_URL: 'http://192.0.2.1:8080' })).toEqual([]);
    expect(said({ HOST: '0.0.0.0' })).toEqual([expect.stringMatching(/^PUBLIC_URL is not set/)]);
    expect(refusal({ WALLETCONNECT_PROJECT_ID: 'https://x' })).toMatch(/^WALLETCONNECT_PROJECT_ID /);
  });

  test.each(Object.keys(PRODUCTION).filter((name) => name !== 'NODE_ENV'))(
    'production without %s does not start and names it',
    (name) => {
      expect(refusal({ ...PRODUCTION, [name]: '' })).toBe(`${name} is not set; production mode needs it`);
    },
  );

  test('METRICS_PORT cannot be the port of the server', () => {
    expect(refusal({ PORT: '8090', METRICS_PORT: '8090' })).toBe('METRICS_PORT cannot be PORT');
  });

  test.each([
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['METRICS_PORT', '0'],
    ['HOST', 'my host'],
    ['PUBLIC_URL', 'adit.example'],
    ['DATABASE_URL', 'mysql://x/y'],
    ['CHAIN_RPC_URL', 'ws://x'],
    ['CHAIN_ID', '0'],
    ['TREASURY_ADDRESS', '0x12'],
    ['HOT_WALLET_KEY', 'secret'],
    ['DOCUMENT_KEY', 'short'],
    ['SIGN_KEY', 'short'],
    ['DRAW_RULE', 'mine'],
    ['RATE_LIMIT', '-1'],
    ['LOG_LEVEL', 'loud'],
    ['VAPID_PUBLIC_KEY', 'short'],
    ['VAPID_SUBJECT', 'operator@adit.example'],
    ['VAPID_SUBJECT', 'mailto:'],
    ['DATABASE_OWNER_URL', 'adit'],
    ['DATABASE_READ_URL', 'postgres://adit@127.0.0.1/adit,adit'],
    ['WITHOUT_TLS', 'on'],
    ['WITHOUT_TLS', 'database,chain'],
  ])('%s=%s is refused in one line that names it', (name, value) => {
    expect(refusal({ [name]: value })).toMatch(new RegExp(`^${name} is malformed: [^\\n]+$`));
  });

  test.each([
    ['PORT', 'http', 'must be a whole number from 0 to 65535'],
    ['PORT', '0x50', 'must be a whole number from 0 to 65535'],
    ['METRICS_PORT', '0', 'must be a whole number from 1 to 65535'],
    ['CONFIRMATIONS', '-3', 'must be a whole number, at least 1'],
    ['RATE_LIMIT', '1e3', 'must be a whole number, at least 0'],
    ['KYC_AUTO_APPROVE_SECONDS', 'soon', 'must be off or a whole number'],
    ['EXCHANGE', 'true', 'must be on or off'],
    ['PUBLIC_URL', 'https://adit.example/app', 'must not have a path: the app needs a host of its own'],
    ['TEAM_LEVELS', '4', 'must be 1, 2, or 3'],
    ['EXPLORER_URL', 'ftp://x', 'must be an address that begins with http:// or https://'],
    ['DATABASE_URL', 'mysql://x/y', 'must be an address that begins with postgres://'],
    ['HOT_WALLET_KEY', '0'.repeat(64), "no wallet has this key, because it is 0 or beyond the curve's range"],
    ['HOT_WALLET_KEY', 'f'.repeat(64), "no wallet has this key, because it is 0 or beyond the curve's range"],
    ['WITHDRAW_APPROVAL', 'USDT=1,BTC=1,USDT=1000', 'must name each coin once'],
    ['WITHDRAW_DAILY_LIMITS', 'USDT=1,USDT=1', 'must name each coin once'],
  ])('%s=%s is told what it must be', (name, value, rule) => {
    expect(refusal({ [name]: value })).toBe(`${name} is malformed: ${rule}`);
  });

  test.each([
    [{ CHAIN_RPC_URL: 'http://127.0.0.1:8545' }, 'CHAIN_RPC_URL'],
    [{ CHAIN_RPC_URL: PRODUCTION.CHAIN_RPC_URL, CHAIN_ID: '1337' }, 'CHAIN_RPC_URL'],
    [{ CHAIN_ID: '56' }, 'CHAIN_ID'],
    [{ CHAIN_ID: '97' }, 'CHAIN_ID'],
    [{ ...PRODUCTION, NODE_ENV: '', CHAIN_RPC_URL: '' }, 'HOT_WALLET_KEY'],
    [{ ...PRODUCTION, NODE_ENV: 'test' }, 'CHAIN_RPC_URL'],
    [{ ...PRODUCTION, NODE_ENV: 'development', DEMO: 'on' }, 'CHAIN_RPC_URL'],
  ] as [Record<string, string>, string][])(
    'demo mode refuses everything but the built-in devnet: %o names %s in one line and says what to do',
    (env, name) => {
      expect(refusal(env)).toMatch(
        new RegExp(`^${name} is set, [^\\n]+NODE_ENV=production[^\\n]+unset ${name}[^\\n]+$`),
      );
    },
  );

  test('demo mode takes a database, a key of its own for the devnet, and a local chain id', () => {
    expect(loadConfig({ DATABASE_URL: PRODUCTION.DATABASE_URL }).demo).toBe(true);
    expect(loadConfig({ HOT_WALLET_KEY: PRODUCTION.HOT_WALLET_KEY }).demo).toBe(true);
    expect(loadConfig({ CHAIN_ID: '31337' }).chainId).toBe(31337);
  });

  test('production refuses draws whose result the maker of a block could choose', () => {
    expect(refusal({ ...PRODUCTION, DRAW_RULE: 'plain' })).toMatch(
      /^DRAW_RULE cannot be plain in production/,
    );
    expect(loadConfig({ DRAW_RULE: 'plain' }).drawRule).toBe('plain');
  });

  test('production refuses an address without https, and demo mode does not', () => {
    const PUBLIC_URL = 'http://adit.example';
    expect(refusal({ ...PRODUCTION, PUBLIC_URL })).toMatch(/^PUBLIC_URL is not https[^\n]+$/);
    expect(loadConfig({ PUBLIC_URL }).publicUrl).toBe(PUBLIC_URL);
  });

  test.each([
    ['DATABASE_URL', 'postgres://adit@db/adit'],
    ['DATABASE_URL', 'postgres://adit@db/adit?sslmode=require'],
    ['DATABASE_URL', 'postgres://adit@db/adit?sslmode=verify-full&sslmode=disable'],
    ['DATABASE_URL', 'postgres://adit@192.0.2.5/adit'],
    ['DATABASE_URL', 'postgres://adit@localhost/adit?host=db'],
    ['DATABASE_URL', 'postgres:///adit'],
    ['DATABASE_DIRECT_URL', 'postgresql://adit@db/adit?ssl=true'],
    ['DATABASE_READ_URL', 'postgres://adit@127.0.0.1/adit,postgres://adit@db/adit'],
    ['DATABASE_OWNER_URL', 'postgres://owner@db/adit?sslmode=no-verify'],
    ['CHAIN_RPC_URL', 'http://192.0.2.5:8545'],
    ['CHAIN_RPC_URL', 'http://localhost.example:8545'],
  ])(
    'production refuses %s=%s, where nothing proves the other end, unless WITHOUT_TLS allows it',
    (name, value) => {
      const link = name === 'CHAIN_RPC_URL' ? 'node' : 'database';
      const other = link === 'node' ? 'database' : 'node';
      const env = { ...PRODUCTION, [name]: value };
      expect(refusal(env)).toMatch(new RegExp(`^${name}: [^\\n]+, or set WITHOUT_TLS=${link} [^\\n]+$`));
      expect(refusal({ ...env, WITHOUT_TLS: other })).toMatch(new RegExp(`^${name}: `));
      for (const WITHOUT_TLS of [link, `${other},${link}`])
        expect(remarks(loadConfig({ ...env, WITHOUT_TLS }))).toContainEqual(
          expect.stringMatching(new RegExp(`^WITHOUT_TLS=${link}: ${name} is used although [^\\n]+$`)),
        );
      expect(refusal({ [name]: value })).not.toContain('WITHOUT_TLS');
    },
  );

  test.each([
    ['DATABASE_URL', 'postgres://adit@127.0.0.1:6432/adit'],
    ['DATABASE_URL', 'postgres://adit@[::1]/adit'],
    ['DATABASE_URL', 'postgres://adit@%2Fvar%2Frun%2Fpostgresql/adit'],
    ['DATABASE_URL', 'postgres://adit@db/adit?host=/var/run/postgresql'],
    [
      'DATABASE_OWNER_URL',
      'postgres://owner@db.example/adit?sslmode=verify-full&sslrootcert=/etc/adit-ca.pem',
    ],
    ['CHAIN_RPC_URL', 'http://localhost:8545'],
  ])('production takes %s=%s, and says nothing about it', (name, value) => {
    const said = remarks(loadConfig({ ...PRODUCTION, [name]: value, WITHOUT_TLS: 'database,node' }));
    expect(said.filter((line) => line.includes('TLS'))).toEqual([]);
    expect(refusal({ ...PRODUCTION, [name]: value })).toBe('');
  });

  test('production refuses to run with certificates unchecked', () => {
    expect(refusal({ ...PRODUCTION, NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toMatch(
      /^NODE_TLS_REJECT_UNAUTHORIZED /,
    );
  });

  test('another address of the database without DATABASE_URL does not start the embedded database', () => {
    for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL', 'DATABASE_OWNER_URL'])
      expect(refusal({ [name]: 'postgres://127.0.0.1/adit' })).toMatch(
        new RegExp(`^${name} is set without DATABASE_URL, [^\\n]+$`),
      );
  });

  test('the owner of the schema is another role than the one that serves and listens', () => {
    const DATABASE_OWNER_URL = 'postgres://owner@127.0.0.1/adit';
    expect(loadConfig({ ...PRODUCTION, DATABASE_OWNER_URL }).databaseOwnerUrl).toBe(DATABASE_OWNER_URL);
    for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL'])
      expect(
        refusal({ ...PRODUCTION, DATABASE_OWNER_URL, [name]: 'postgres://owner@127.0.0.1:6432/adit' }),
      ).toMatch(new RegExp(`^${name} cannot name the role of DATABASE_OWNER_URL`));
  });

  test('production refuses the development sign key, also as the old one', () => {
    for (const SIGN_KEY of ['adit-development-sign-key', 'a key of the operator,adit-development-sign-key'])
      expect(refusal({ ...PRODUCTION, SIGN_KEY })).toMatch(/^SIGN_KEY /);
  });

  test('of two sign keys the page has the first, and requests may have either', () => {
    const keys = ['a key of the operator', 'the one that was before'];
    expect(loadConfig({ ...PRODUCTION, SIGN_KEY: keys.join(', ') })).toMatchObject({
      signKey: keys[0],
      signKeys: keys,
    });
    expect(loadConfig({}).signKeys).toEqual([loadConfig({}).signKey]);
    for (const SIGN_KEY of [`${keys[0]},`, `${keys[0]},short`, `${keys.join()},and a third one too`])
      expect(refusal({ ...PRODUCTION, SIGN_KEY })).toMatch(/^SIGN_KEY is malformed: must be one key or two/);
  });

  test('outside demo mode pages are told a node of their own, never the server’s', () => {
    const { CHAIN_PUBLIC_RPC_URL, ...rest } = PRODUCTION;
    expect(loadConfig(PRODUCTION).publicRpcUrl).toBe(CHAIN_PUBLIC_RPC_URL);
    expect(refusal(rest)).toMatch(/^CHAIN_PUBLIC_RPC_URL is not set[^\n]+$/);
    expect(refusal({ ...rest, NODE_ENV: 'development', DEMO: 'off' })).toMatch(
      /^CHAIN_PUBLIC_RPC_URL [^\n]+$/,
    );
    expect(refusal({ ...rest, CHAIN_PUBLIC_RPC_URL: `${rest.CHAIN_RPC_URL}/` })).toMatch(
      /^CHAIN_PUBLIC_RPC_URL is CHAIN_RPC_URL[^\n]+$/,
    );
    const named = refusal({ ...PRODUCTION, CHAIN_RPC_URL: 'https://me:a-password@node.example' });
    expect(named).toBe('CHAIN_RPC_URL is malformed: must not name a user');
  });

  test('NODE_ENV with a trailing space, as Windows writes it, is production with all its requirements', () => {
    expect(refusal({ ...PRODUCTION, NODE_ENV: 'production ', SIGN_KEY: '' })).toMatch(/^SIGN_KEY is not set/);
    expect(loadConfig({ ...PRODUCTION, NODE_ENV: 'production ' })).toMatchObject({
      production: true,
      demo: false,
    });
  });

  test('an address of mixed case is refused if its checksum is wrong, one of a single case is accepted, and one that nobody owns never', () => {
    const address = '0x52908400098527886E0F7030069857D2E4169EE7';
    expect(loadConfig({ TREASURY_ADDRESS: address }).treasuryAddress).toBe(address);
    expect(loadConfig({ TREASURY_ADDRESS: address.toLowerCase() }).treasuryAddress).toBe(
      address.toLowerCase(),
    );
    expect(refusal({ TREASURY_ADDRESS: address.replace('E7', 'e7') })).toBe(
      'TREASURY_ADDRESS is malformed: its checksum is wrong',
    );
    expect(refusal({ TREASURY_ADDRESS: `0x${'0'.repeat(40)}` })).toBe(
      'TREASURY_ADDRESS is malformed: nobody owns it',
    );
  });

  test('the Web Push pair is set completely or not at all, and its contact with or without it', () => {
    const [VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY] = ['p'.repeat(87), 's'.repeat(43)];
    expect(refusal({ VAPID_PUBLIC_KEY })).toMatch(/are set together or not at all$/);
    expect(loadConfig({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }).vapidKeys).toEqual({
      publicKey: VAPID_PUBLIC_KEY,
      privateKey: VAPID_PRIVATE_KEY,
    });
    expect(loadConfig({ VAPID_SUBJECT: 'mailto:a@b.example' })).toMatchObject({
      vapidKeys: undefined,
      vapidSubject: 'mailto:a@b.example',
    });
  });

  test('a setting that is not set comes from the file that NAME_FILE names, and its content is never shown', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'adit-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'key');
    await writeFile(file, `${'4'.repeat(64)}\n`);
    const { DOCUMENT_KEY: _, ...rest } = PRODUCTION;
    expect(loadConfig({ ...rest, DOCUMENT_KEY_FILE: file }).documentKey).toBe(`0x${'4'.repeat(64)}`);
    expect(loadConfig({ ...PRODUCTION, DOCUMENT_KEY_FILE: file }).documentKey).toBe(`0x${'3'.repeat(64)}`);
    await writeFile(file, '/srv/adit\n');
    expect(dataDirOf({ DATA_DIR_FILE: file })).toBe(loadConfig({ DATA_DIR_FILE: file }).dataDir);
    expect(dataDirOf({ DATA_DIR_FILE: file })).toBe('/srv/adit');
    await writeFile(file, 'a secret that is malformed');
    expect(refusal({ ...rest, DOCUMENT_KEY_FILE: file })).toBe(
      'DOCUMENT_KEY is malformed: must be 32 bytes in hex',
    );
    expect(refusal({ ...rest, DOCUMENT_KEY_FILE: join(folder, 'none') })).toBe(
      'DOCUMENT_KEY_FILE names a file that cannot be read',
    );
  });

  test('keys may be written with and without 0x', () => {
    const key = 'ab'.repeat(32);
    for (const text of [key, `0x${key}`])
      expect(loadConfig({ HOT_WALLET_KEY: text, DOCUMENT_KEY: text })).toMatchObject({
        hotWalletKey: `0x${key}`,
        documentKey: `0x${key}`,
      });
  });

  test('server/README.md lists every setting with what it means and its default', () => {
    const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
    for (const [name, { doc, ...rest }] of Object.entries(SETTINGS)) {
      const byDefault = 'fallback' in rest ? `\`${rest.fallback}\`` : '';
      const needed = 'production' in rest ? 'required in production' : byDefault;
      expect(readme).toContain(`| \`${name}\` | ${doc} | ${needed} |`);
    }
  });
});
