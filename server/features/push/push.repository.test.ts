/** Devices and their reminders: created with a cycle, removed by its claim, moved with the device. */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { inTransaction } from '#server/db/client.ts';
import { onPostgres, removeClusterAtEnd, untilItWaits } from '#tests/support/databases.ts';
import { END, NOON, endpoints, newMiner, newProcess, plus, waitingFor } from '#tests/support/push-fixture.ts';
import { removeDevice, takeTest } from './push.repository.ts';

removeClusterAtEnd();

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

onPostgres((open) => {
  const db = () => open().kysely;
  const waits = (endsAt: Date) => [{ endsAt, dueAt: endsAt, attempts: 0 }];

  describe('a cycle', () => {
    test('that starts schedules a reminder for every device of the account, and for no other', async () => {
      const [miner, other] = [await newMiner(db()), await newMiner(db())];
      const phone = await miner.add();
      const tablet = await miner.add({}, { session: await miner.newSession() });
      const foreign = await other.add();
      expect(await waitingFor(db(), phone.endpoint)).toEqual([]);
      await miner.start();
      for (const { endpoint } of [phone, tablet])
        expect(await waitingFor(db(), endpoint)).toEqual(waits(END));
      expect(await waitingFor(db(), foreign.endpoint)).toEqual([]);
    });

    test('gets no device of a session that ended while it waited', async () => {
      const miner = await newMiner(db());
      const ending = inTransaction(db(), async (tx) => {
        await sql`select 1 from miners where user_id = ${miner.id} for update`.execute(tx);
        const added = miner.add();
        await untilItWaits(db(), added);
        await tx.deleteFrom('sessions').where('token_hash', '=', miner.token).execute();
        return { added };
      });
      await expect((await ending).added).rejects.toMatchObject({ name: 'session_expired' });
      expect(await endpoints(db(), miner.id)).toEqual([]);
    });

    test('that is claimed needs no reminder; the next one has its own', async () => {
      const miner = await newMiner(db());
      const { endpoint } = await miner.add();
      await miner.start();
      const claimed = plus(END, 3 * HOUR_MS);
      await miner.claim(claimed);
      expect(await waitingFor(db(), endpoint)).toEqual(waits(plus(claimed, DAY_MS)));
      const one = newProcess(db());
      await one.at(claimed);
      expect(one.to(endpoint)).toEqual([]);
    });

    test('of a trial ends with its claim', async () => {
      const miner = await newMiner(db());
      await db()
        .updateTable('miners')
        .set({ kind: 'trial', permanent_at: null })
        .where('user_id', '=', miner.id)
        .execute();
      const { endpoint } = await miner.add();
      await miner.start();
      await miner.claim(END);
      expect(await waitingFor(db(), endpoint)).toEqual([]);
    });

    test('that is running gets a reminder for a device added later, one that has ended does not', async () => {
      const miner = await newMiner(db());
      await miner.start();
      const early = await miner.add({}, { now: plus(END, -1) });
      expect(await waitingFor(db(), early.endpoint)).toEqual(waits(END));
      const late = await miner.add({}, { now: END, session: await miner.newSession() });
      expect(await waitingFor(db(), late.endpoint)).toEqual([]);
    });

    test('that starts while a device is being registered gets its reminder, whichever comes first', async () => {
      const miners = await Promise.all(Array.from({ length: 8 }, () => newMiner(db())));
      const devices = await Promise.all(
        miners.map(async (miner) => {
          const [device] = await Promise.all([miner.add(), miner.start()]);
          return device;
        }),
      );
      for (const { endpoint } of devices) expect(await waitingFor(db(), endpoint)).toEqual(waits(END));
    });
  });

  describe('a device', () => {
    test('that is registered again keeps its queued reminders, once each', async () => {
      const miner = await newMiner(db());
      await miner.start();
      const { endpoint } = await miner.add();
      await miner.add({ endpoint, lang: 'ja' });
      expect(await waitingFor(db(), endpoint)).toEqual(waits(END));
      expect(await endpoints(db(), miner.id)).toEqual([endpoint]);
    });

    test('that another account registers belongs to that one alone, and gets nothing of the first account', async () => {
      const [first, second] = [await newMiner(db()), await newMiner(db())];
      await first.start();
      await second.start(plus(NOON, HOUR_MS));
      const { endpoint } = await first.add();
      const { open: read } = await second.add({ endpoint }, { now: plus(NOON, 2 * HOUR_MS) });
      expect(await endpoints(db(), first.id)).toEqual([]);
      expect(await waitingFor(db(), endpoint)).toEqual(waits(plus(END, HOUR_MS)));

      const one = newProcess(db());
      await one.at(END);
      expect(one.to(endpoint)).toEqual([]);
      await one.at(plus(END, HOUR_MS));
      const [post] = one.to(endpoint);
      expect(await read(post?.body ?? Buffer.of())).toMatchObject({ endsAt: END.getTime() + HOUR_MS });
      // The first account's claim does not concern this device.
      await first.claim(plus(END, 2 * HOUR_MS));
      expect(await waitingFor(db(), endpoint)).toEqual([]);
    });

    test('replaces the one that its session registered before', async () => {
      const miner = await newMiner(db());
      const before = await miner.add();
      const after = await miner.add();
      expect(await endpoints(db(), miner.id)).toEqual([after.endpoint]);
      expect(before.endpoint).not.toBe(after.endpoint);
    });

    test('makes room if an account already has ten', async () => {
      const miner = await newMiner(db());
      const names: string[] = [];
      for (let i = 0; i < 12; i += 1) {
        const session = await miner.newSession();
        const { endpoint } = await miner.add({}, { now: plus(NOON, i), session });
        names.push(endpoint);
      }
      expect(await endpoints(db(), miner.id)).toEqual(names.slice(2));
    });

    test('is removed with its queued reminders when its session ends, but another session’s stays', async () => {
      const miner = await newMiner(db());
      const session = await miner.newSession();
      const [mine, other] = [await miner.add(), await miner.add({}, { session })];
      await miner.start();
      await removeDevice(db(), miner.token);
      expect(await endpoints(db(), miner.id)).toEqual([other.endpoint]);
      expect(await waitingFor(db(), mine.endpoint)).toEqual([]);
      expect(await waitingFor(db(), other.endpoint)).toEqual(waits(END));
    });
  });

  test('a session can test its device once in 10 seconds, however many requests come at once', async () => {
    const miner = await newMiner(db());
    expect(await takeTest(db(), miner.token, NOON)).toBeUndefined();
    const { endpoint } = await miner.add();
    const turns = await Promise.all([1, 2, 3].map(() => takeTest(db(), miner.token, NOON)));
    expect(turns.filter((turn) => turn && 'device' in turn)).toMatchObject([{ device: { endpoint } }]);
    expect(await takeTest(db(), miner.token, plus(NOON, 7001))).toEqual({ wait: 3 });
    // Registering another device does not allow another test.
    const other = await miner.add();
    expect(await takeTest(db(), miner.token, plus(NOON, 7001))).toEqual({ wait: 3 });
    await removeDevice(db(), miner.token);
    await miner.add({ endpoint: other.endpoint });
    expect(await takeTest(db(), miner.token, plus(NOON, 7001))).toEqual({ wait: 3 });
    expect(await takeTest(db(), miner.token, plus(NOON, 10_000))).toMatchObject({
      device: { endpoint: other.endpoint },
    });
  });
});
