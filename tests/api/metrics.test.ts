/**
 * What a running server reports about itself: /metrics, live and ready, and one trace id from a tap to the payout of
 * a withdrawal. The files in server/deploy that read the metrics: tests/deploy.test.ts.
 */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import pg from 'pg';
import { pino } from 'pino';
import { METRICS_HOST, metricsText } from '#server/http/metrics.ts';
import { deployFile } from '#tests/support/deploy-files.ts';
import * as bank from '#tests/support/bank.ts';
import { operate } from '#tests/support/command.ts';
import { client } from '#tests/support/http.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import { type Person, VERIFIED_AT_ONCE } from '#tests/support/person.ts';
import { freePort } from '#tests/support/ports.ts';
import { ROOT } from '#tests/support/steps.ts';

let app: LocalApp;
let ann: Person;
let port = 0;
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${TRACE}-00f067aa0ba902b7-01`;

const scrape = async () => (await fetch(`http://${METRICS_HOST}:${port}/metrics`)).text();
/** A sample's value; undefined if it is missing. */
const valueIn = (said: string, sample: string): number | undefined => {
  const line = said.split('\n').find((one) => one.startsWith(`${sample} `));
  return line === undefined ? undefined : Number(line.slice(sample.length + 1));
};
const helpIn = (said: string) =>
  new Map(
    Array.from(said.matchAll(/^# HELP (adit_\w+) (.+)$/gm), ([, name = '', help = '']) => [name, help]),
  );

beforeAll(async () => {
  port = await freePort();
  app = await openApp({ ...VERIFIED_AT_ONCE, METRICS_PORT: String(port) });
  [ann] = await bank.richPeople(app.url, app.chain, [{ USDT: '500' }]);
});
afterAll(() => app?.stop());

describe('/metrics', () => {
  test('is OpenMetrics, on its own port alone', async () => {
    const answer = await fetch(`http://${METRICS_HOST}:${port}/metrics`);
    expect(answer.headers.get('content-type')).toMatch(/^application\/openmetrics-text; version=1\.0\.0/);
    expect(await answer.text()).toMatch(/\n# EOF\n$/);
    expect((await fetch(`${app.url}/metrics`)).status).toBe(404);
    expect((await fetch(`http://${METRICS_HOST}:${port}/api/health`)).status).toBe(404);
  });

  test('counts calls by the names of the contract, and everything else as pages', async () => {
    const before = await scrape();
    await client(app.url).call('GET /api/links', {});
    await client(app.url).call('GET /api/user/info', {});
    await fetch(`${app.url}/api/links/${ann.wallet.address}?x=1`);
    const after = await scrape();
    const more = (labels: string) => {
      const sample = `adit_call_seconds_count{${labels}}`;
      return (valueIn(after, sample) ?? 0) - (valueIn(before, sample) ?? 0);
    };
    expect(more('call="GET /api/links",code="ok"')).toBe(1);
    expect(more('call="GET /api/user/info",code="session_expired"')).toBe(1);
    expect(more('call="page",code="not_found"')).toBe(1);
  });

  test('tells balances of the ledger, prices, the chain and work that waits', async () => {
    const said = await scrape();
    expect(valueIn(said, 'adit_ready')).toBe(1);
    expect(valueIn(said, 'adit_chain_lag_blocks')).toBe(0);
    expect(valueIn(said, 'adit_payouts_halted')).toBe(0);
    expect(valueIn(said, 'adit_price_usable{coin="ETH"}')).toBe(1);
    expect(valueIn(said, 'adit_ledger_balance{account="custody",coin="USDT"}')).toBeLessThanOrEqual(-500);
    expect(valueIn(said, 'adit_database_statement_seconds_count')).toBeGreaterThan(10);
  });

  test('names no account, wallet or key in any label', async () => {
    const said = (await scrape()).toLowerCase();
    expect(said).not.toContain(ann.wallet.address.toLowerCase());
    expect(said).not.toMatch(/0x[0-9a-f]{8}|[0-9a-f]{32}/);
  });

  test('lists each metric of server/DEPLOYING.md with the words of its help, and no other', async () => {
    const guide = readFileSync(join(ROOT, 'server/DEPLOYING.md'), 'utf8');
    const rows = Array.from(
      guide.matchAll(/^\| `(adit_\w+)` \| (.+) \|$/gm),
      ([, name = '', help = '']) => [name, help] as const,
    );
    expect(new Map(rows)).toEqual(helpIn(await scrape()));
  });

  test('has every metric that the dashboard and the alert rules ask for', async () => {
    const said = await scrape();
    const known = new Set(Array.from(said.matchAll(/^# TYPE (\w+) /gm), ([, name]) => name));
    const base = (name: string) => name.replace(/_(total|bucket|count|sum)$/, '');
    for (const file of ['grafana-dashboard.json', 'alerts.yaml']) {
      const asked = new Set(deployFile(file).match(/\b(adit|nodejs|process)_\w+/g));
      expect(asked.size, file).toBeGreaterThan(5);
      expect(
        [...asked].filter((name) => !known.has(name) && !known.has(base(name))),
        file,
      ).toEqual([]);
    }
  });

  test('leaves out what cannot be read, shows the rest at once, and shows it again later', async () => {
    let answer: () => Promise<readonly (readonly [number])[]> = () => Promise.reject(new Error('no'));
    const write = metricsText(
      [
        { name: 'adit_good', help: 'x', read: () => [[7]] },
        { name: 'adit_bad', help: 'x', everyMs: 0, read: () => answer() },
      ],
      pino({ level: 'silent' }),
    );
    const failed = await write();
    expect([valueIn(failed, 'adit_good'), valueIn(failed, 'adit_bad')]).toEqual([7, undefined]);
    const { promise, resolve } = Promise.withResolvers<readonly (readonly [number])[]>();
    answer = () => promise;
    expect(valueIn(await write(), 'adit_good')).toBe(7);
    resolve([[3]]);
    expect(valueIn(await write(), 'adit_bad')).toBe(3);
  });
});

test('a server that stops says so first, and finishes what it has begun', async () => {
  const own = await openApp();
  const agent = new Agent({ keepAlive: true });
  const probe = () =>
    new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
      request(`${own.url}/api/health/ready`, { agent }, (answer) => {
        void text(answer).then((body) => resolve({ status: answer.statusCode, body }));
      })
        .once('error', reject)
        .end();
    });
  expect((await probe()).status).toBe(200);
  const database = new pg.Client(own.databaseUrl);
  await database.connect();
  await database.query('begin; lock table links');
  const slow = client(own.url).call('GET /api/links', {});
  // The call in progress waits for the lock.
  const waits = "select from pg_locks where not granted and relation = 'links'::regclass";
  await expect.poll(async () => (await database.query(waits)).rowCount).toBe(1);
  const stopped = own.stop();
  expect((await probe()).status).toBe(503);
  await database.query('rollback');
  await database.end();
  expect((await slow).status).toBe(200);
  await stopped;
  agent.destroy();
});

describe('the trace of a call', () => {
  test('comes from the page, or from the server if it is missing or malformed', async () => {
    const ask = async (headers: Record<string, string>) =>
      (await client(app.url).call('GET /api/links', {}, { headers })).headers.get('x-request-id');
    expect(await ask({ traceparent })).toBe(TRACE);
    const bad = [
      '',
      TRACE,
      traceparent.toUpperCase(),
      traceparent.replace('00-', 'ff-'),
      `${traceparent}-x`,
      `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
      `00-${TRACE}-${'0'.repeat(16)}-01`,
    ];
    const own = await Promise.all([...bad.map((one) => ask({ traceparent: one })), ask({})]);
    for (const trace of own) expect(trace).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set([...own, TRACE]).size).toBe(own.length + 1);
  });

  test('leads from the request of a withdrawal through its lines and its entry to its payout', async () => {
    const input = { coin: 'USDT', amount: '20' };
    const { data } = await ann.api.call('POST /api/assets/withdraw', input, { headers: { traceparent } });
    const lines = app
      .logs()
      .split('\n')
      .filter((line) => line.includes(TRACE))
      .map((line) => JSON.parse(line) as object);
    expect(lines).toContainEqual(
      expect.objectContaining({
        trace: TRACE,
        span: '00f067aa0ba902b7',
        route: '/api/assets/withdraw',
        code: 0,
      }),
    );
    const { stdout: shown } = await operate(app.dataDir, 'payouts', 'show', data.id);
    expect(shown).toContain(`entry ${data.entry}, trace ${TRACE}`);
  });
});
