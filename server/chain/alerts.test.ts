/** Alerts: raised once while they are open, listed for the operator, and cleared with a name and a time. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/db/client.ts';
import { CommandError } from '#server/operator/protocol.ts';
import { freshDatabase } from '#tests/support/databases.ts';
import { testClock } from '#tests/support/devnet.ts';
import { countAlerts, openAlerts, raiseAlert, settleAlert } from './alerts.ts';
import { chainCommands } from './chain.commands.ts';

let database: Database;
const clock = testClock();
const db = () => database.kysely;
beforeAll(async () => {
  database = await freshDatabase('postgres');
});
afterAll(() => database.close());

const operate = (line: string) => {
  const command = chainCommands({ database, clock, chain: { rescan: async () => undefined } }).find(
    ({ name }) => line.startsWith(name),
  );
  if (!command) throw new Error(`no command: ${line}`);
  return command.run(line.slice(command.name.length).trim().split(' ').filter(Boolean), 'mina');
};
const lost = (key: string) => ({ kind: 'deposit_lost', key, detail: `deposit ${key} is gone` });

test('keeps one open alert per kind and key, and raises it again after it was cleared', async () => {
  expect((await operate('chain alerts')).text).toBe('no open alerts');
  expect([
    await raiseAlert(db(), lost('a'), clock.now()),
    await raiseAlert(db(), lost('a'), clock.now()),
  ]).toEqual([true, false]);
  expect(await raiseAlert(db(), lost('b'), clock.now())).toBe(true);
  const [first] = await openAlerts(db(), 10);
  const { text } = await operate('chain alerts');
  expect(text.split('\n')).toHaveLength(2);
  expect(text).toContain(`${first?.id}\t${first?.raisedAt.toISOString()}\tdeposit_lost\tdeposit a is gone`);
  expect((await operate(`chain clear ${first?.id}`)).text).toBe(`alert ${first?.id} cleared`);
  await expect(operate(`chain clear ${first?.id}`)).rejects.toBeInstanceOf(CommandError);
  expect(await countAlerts(db())).toBe(1);
  const kept = await db()
    .selectFrom('chain_alerts')
    .selectAll()
    .where('key', '=', 'a')
    .executeTakeFirstOrThrow();
  expect([kept.cleared_by, kept.cleared_at instanceof Date]).toEqual(['mina', true]);
  expect(await raiseAlert(db(), lost('a'), clock.now())).toBe(true);
});

test('an open alert says what is the case now', async () => {
  const { id } = (await openAlerts(db(), 10)).find(({ key }) => key === 'a') ?? {};
  expect(await raiseAlert(db(), { ...lost('a'), detail: 'worse' }, clock.now())).toBe(false);
  const now = (await openAlerts(db(), 10)).filter(({ key }) => key === 'a');
  expect(now).toMatchObject([{ id, detail: 'worse' }]);
});

test('closes an alert whose cause is gone, whoever finds out', async () => {
  await settleAlert(db(), lost('b'), 'the chain', clock.now());
  expect((await openAlerts(db(), 10)).map(({ key }) => key)).toEqual(['a']);
  await settleAlert(db(), lost('nobody'), 'the chain', clock.now());
  expect(await countAlerts(db())).toBe(1);
});

test('refuses an invalid number', async () => {
  await expect(operate('chain clear')).rejects.toThrow(/`chain alerts` shows them/);
  await expect(operate('chain clear x')).rejects.toThrow(CommandError);
  await expect(operate('chain clear 999')).rejects.toThrow('alert 999 is unknown or cleared already');
});
