/** Sending reminders: once, on time, again if a service asks for it or a process dies, but not forever. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { onPostgres, removeClusterAtEnd } from '#tests/support/databases.ts';
import {
  END,
  NOON,
  VAPID_KEY,
  endpoints,
  newMiner,
  newProcess,
  plus,
  waitingFor,
} from '#tests/support/push-fixture.ts';
import { openVapid } from '#tests/support/push.ts';
import { LEASE_MS, cleanEndings, pushFigures } from './deliveries.repository.ts';
import type { Quiet } from './push.rules.ts';

removeClusterAtEnd();

const HOUR_MS = 3_600_000;
const CHILD = join(import.meta.dirname, '../../../tests/support/push-child.ts');

onPostgres((open, kind) => {
  const db = () => open().kysely;
  beforeEach(async () => {
    await sql`truncate push_deliveries, push_outcomes`.execute(db());
  });

  /** A miner whose cycle ends at `END`, with one device. */
  async function waiting(quiet: Quiet | null = null) {
    const miner = await newMiner(db());
    const device = await miner.add({ quiet });
    await miner.start();
    return { ...device, miner };
  }
  const endings = async () => {
    const { endings: list } = await pushFigures(db(), END, NOON);
    return Object.fromEntries(list.map(({ outcome, count }) => [outcome, Number(count)]));
  };

  test('a reminder is sent at the end of the cycle and never again', async () => {
    const { endpoint, open: read } = await waiting();
    const one = newProcess(db());
    await one.at(plus(END, -1));
    expect(one.sent).toEqual([]);
    await one.at(END);
    await one.at(plus(END, 20 * HOUR_MS));
    expect(one.sent).toHaveLength(1);
    const { headers, body } = one.to(endpoint)[0] ?? expect.fail('nothing was sent');
    expect(await read(body)).toEqual({
      kind: 'miner',
      endsAt: END.getTime(),
      title: 'Your miner has finished',
      body: '12 ADIT ready to claim. Waiting loses nothing.',
      lang: 'en',
      neutral: { title: 'Check on your miner', body: 'Open Adit to see your reward.' },
      tag: `miner-${END.getTime()}`,
      url: '/#/pages/mining/index',
    });
    expect(headers).toMatchObject({
      ...{ 'content-encoding': 'aes128gcm', ttl: 43_200, urgency: 'high' },
      topic: `miner-${END.getTime()}`,
    });
    const { claims } = await openVapid(String(headers['authorization']));
    expect(claims).toMatchObject({ aud: 'https://push.example', sub: 'mailto:operator@adit.example' });
    expect(await endings()).toEqual({ sent: 1 });
  });

  test('two processes that look at the same moment send each reminder once', async () => {
    const devices = await Promise.all(Array.from({ length: 50 }, () => waiting()));
    const processes = [newProcess(db()), newProcess(db())];
    await Promise.all(processes.map((one) => one.at(END)));
    for (const { endpoint } of devices)
      expect(
        processes.flatMap((one) => one.to(endpoint)),
        endpoint,
      ).toHaveLength(1);
    expect(await endings()).toEqual({ sent: 50 });
  });

  test('at most 20 are sent at once, and a slow one delays no other', async () => {
    const devices = await Promise.all(Array.from({ length: 45 }, () => waiting()));
    const slow = devices[0]?.endpoint;
    const gate = Promise.withResolvers<void>();
    let [now, most] = [0, 0];
    const one = newProcess(db(), async ({ endpoint }) => {
      most = Math.max(most, (now += 1));
      await (endpoint.href === slow ? gate.promise : new Promise((resolve) => setImmediate(resolve)));
      now -= 1;
      return { status: 201 };
    });
    const pass = one.at(END);
    while (one.sent.length < 45) await new Promise((resolve) => setTimeout(resolve, 5));
    const late = await waiting();
    void one.sender.pass();
    while (one.to(late.endpoint).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    gate.resolve();
    await pass;
    expect(most).toBeLessThanOrEqual(20);
    expect(await endings()).toEqual({ sent: 46 });
  });

  test.runIf(kind === 'postgres')(
    'a process killed before it sends leaves exactly one more attempt',
    async () => {
      const { endpoint } = await waiting();
      const { rows } = await sql<{ name: string; port: string }>`
      select current_database() as name, current_setting('port') as port`.execute(db());
      const { name = '', port = '' } = rows[0] ?? {};
      const url = `postgres://adit@127.0.0.1:${port}/${name}`;
      const child = spawn(process.execPath, [CHILD, url, END.toISOString(), VAPID_KEY.toString('hex')], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(child.stdout, 'data');
      child.kill('SIGKILL');
      await once(child, 'exit');

      const one = newProcess(db());
      await one.at(plus(END, LEASE_MS - 1));
      expect(one.sent).toEqual([]);
      await one.at(plus(END, LEASE_MS));
      await one.at(plus(END, 3 * LEASE_MS));
      expect(one.to(endpoint)).toHaveLength(1);
      expect(await endings()).toEqual({ sent: 1 });
    },
  );

  test('moving the adjustable clock does not take a reminder away from its sender', async () => {
    await waiting();
    const gate = Promise.withResolvers<void>();
    const one = newProcess(db(), () => gate.promise.then(() => ({ status: 201 })));
    const pass = one.at(END);
    while (one.sent.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const other = newProcess(db());
    await other.at(plus(END, 6 * HOUR_MS), END);
    expect(other.sent).toEqual([]);
    gate.resolve();
    await pass;
    expect(await endings()).toEqual({ sent: 1 });
  });

  test.each([404, 410])('%i removes the device', async (status) => {
    const { endpoint, miner } = await waiting();
    const one = newProcess(db(), () => ({ status }));
    await one.at(END);
    expect(await endpoints(db(), miner.id)).toEqual([]);
    expect(await waitingFor(db(), endpoint)).toEqual([]);
    expect(await endings()).toEqual({ gone: 1 });
  });

  test('429 is retried when the service says, or later if it says nothing', async () => {
    const { endpoint } = await waiting();
    const answers = [{ status: 429, retryAfter: '90' }, { status: 500 }, { status: 201 }];
    const one = newProcess(db(), () => answers[one.sent.length - 1] ?? { status: 500 });
    await one.at(END);
    await one.at(plus(END, 89_999));
    expect(one.sent).toHaveLength(1);
    await one.at(plus(END, 90_000));
    expect(await waitingFor(db(), endpoint)).toMatchObject([{ dueAt: plus(END, 150_000), attempts: 2 }]);
    await one.at(plus(END, 150_000));
    expect(one.sent).toHaveLength(3);
    expect(await endings()).toEqual({ sent: 1 });
  });

  test('a claim between two attempts ends them', async () => {
    const { miner } = await waiting();
    const one = newProcess(db(), () => ({ status: 503 }));
    await one.at(END);
    await miner.claim(plus(END, 1000));
    await one.at(plus(END, HOUR_MS));
    expect(one.sent).toHaveLength(1);
  });

  test('a service that refuses is not asked again, and the device stays', async () => {
    const { endpoint, miner } = await waiting();
    const one = newProcess(db(), () => ({ status: 403 }));
    await one.at(END);
    await one.at(plus(END, HOUR_MS));
    expect(one.sent).toHaveLength(1);
    expect(await endpoints(db(), miner.id)).toEqual([endpoint]);
    expect(await endings()).toEqual({ refused: 1 });
  });

  test('gives up after six attempts', async () => {
    await waiting();
    const one = newProcess(db(), () => ({ status: 0 }));
    for (let at = END; at < plus(END, HOUR_MS); at = plus(at, 30_000)) await one.at(at);
    expect(one.sent).toHaveLength(6);
    expect(await endings()).toEqual({ 'given up': 1 });
  });

  test('a server that was stopped for more than 12 hours sends nothing', async () => {
    const { endpoint } = await waiting();
    const one = newProcess(db());
    await one.at(plus(END, 12 * HOUR_MS + 1));
    expect(one.sent).toEqual([]);
    expect(await waitingFor(db(), endpoint)).toEqual([]);
    expect(await endings()).toEqual({ 'given up': 1 });
  });

  test('in quiet hours a reminder waits for their end, which does not count as an attempt', async () => {
    // The cycle ends at noon in Singapore.
    const quiet: Quiet = { hours: { from: '11:30', to: '14:00' }, timeZone: 'Asia/Singapore' };
    const { endpoint } = await waiting(quiet);
    const [one, over] = [newProcess(db()), plus(END, 2 * HOUR_MS)];
    await one.at(END);
    expect(await waitingFor(db(), endpoint)).toMatchObject([{ dueAt: over, attempts: 0 }]);
    await one.at(plus(over, -1));
    expect(one.sent).toEqual([]);
    await one.at(over);
    expect(one.sent).toHaveLength(1);
  });

  test('turning quiet hours off releases it at once', async () => {
    const quiet: Quiet = { hours: { from: '00:00', to: '23:59' }, timeZone: 'Asia/Singapore' };
    const { endpoint, miner } = await waiting(quiet);
    const one = newProcess(db());
    await one.at(END);
    await miner.add({ endpoint }, { now: plus(END, 1000) });
    await one.at(plus(END, 1000));
    expect(one.to(endpoint)).toHaveLength(1);
  });

  test('a stopped sender leases nothing more', async () => {
    await waiting();
    const one = newProcess(db());
    await one.sender.stop();
    await one.at(END);
    expect(one.sent).toEqual([]);
  });

  test('the operator sees devices, the queue and past results; old counts are deleted', async () => {
    const before = await pushFigures(db(), END, NOON);
    await waiting();
    await waiting();
    expect(await pushFigures(db(), END, NOON)).toEqual({
      devices: before.devices + 2n,
      waiting: 2n,
      due: 2n,
      endings: [],
    });
    await newProcess(db()).at(END);
    expect(await endings()).toEqual({ sent: 2 });
    await cleanEndings(db(), plus(END, 25 * HOUR_MS + 1));
    expect(await endings()).toEqual({});
  });
});
