// Approvals and revocations in any order, even concurrently: a team has what its members' latest verdicts give it.
import { randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inTransaction } from '#server/db/client.ts';
import { memberBecameInvalid, memberBecameValid } from '#server/features/mining/mining.usecases.ts';
import { foldTeams, noteTeam } from '#server/features/team/team.changes.ts';
import { checkTeams } from '#server/features/team/team.check.ts';
import { validUsers } from '#server/features/team/team.repository.ts';
import { onPostgres, removeClusterAtEnd } from '#tests/support/databases.ts';
import { pngOf } from '#tests/support/documents.ts';
import { signUp, trade, userOf } from '#tests/support/team-people.ts';
import { kycCommands } from './kyc.commands.ts';
import { submissionsOf } from './kyc.repository.ts';
import { type KycDeps, decide, prepare, revoke, submit } from './kyc.usecases.ts';

removeClusterAtEnd();

const NOW = new Date('2026-11-21T04:00:00Z');
const UNIT = 10n ** 18n;
const GIFT = 1200n * UNIT;
const MEMBERS = 4;

const step = fc.record({
  does: fc.constantFrom('submit' as const, 'approve' as const, 'reject' as const, 'revoke' as const),
  who: fc.nat(MEMBERS - 1),
});
const stepOrTrade = fc.oneof(
  { weight: 4, arbitrary: step },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('trade' as const),
      who: fc.nat(MEMBERS - 1),
      amount: fc.bigInt(-300n, 500n),
    }),
  },
);
type Step = typeof stepOrTrade extends fc.Arbitrary<infer S> ? S : never;

onPostgres((open) => {
  const db = () => open().kysely;
  const deps: KycDeps = {
    documentKey: randomBytes(32),
    autoApproveSeconds: () => undefined,
    documentDays: () => 90,
    onApproved: memberBecameValid(noteTeam),
    onRevoked: memberBecameInvalid(noteTeam),
  };

  const send = (user: bigint) =>
    inTransaction(db(), async (tx) => {
      const fields = { exchange: 'okx', exchangeUid: randomUUID(), exchangeAddress: 'a'.repeat(20) };
      const bytes = pngOf('passport');
      const prepared = await prepare(tx, deps, fields, { idDocument: { bytes }, addressDocument: { bytes } });
      return submit(tx, deps, user, prepared, NOW);
    }).catch(() => undefined);
  const newest = async (user: bigint) => (await submissionsOf(db(), user, 1))[0]?.id ?? 0n;
  const judge = (id: bigint, approve: boolean) =>
    inTransaction(db(), (tx) => decide(tx, deps, id, { approve, reason: null, by: 'olga' }, NOW));
  const takeBack = (id: bigint) =>
    inTransaction(db(), (tx) => revoke(tx, deps, id, { reason: 'shared', by: 'olga' }, NOW));

  async function happen({ does, who, ...more }: Step, members: readonly bigint[]): Promise<unknown> {
    const user = members[who] ?? 0n;
    if (does === 'submit') return send(user);
    if (does === 'trade') return trade(db(), user, 'amount' in more ? more.amount * UNIT : 0n);
    const id = await newest(user);
    return does === 'revoke' ? takeBack(id) : judge(id, does === 'approve');
  }

  test('counters equal a recount', async () => {
    const groups = fc.array(fc.array(stepOrTrade, { minLength: 1, maxLength: 5 }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(groups, async (all) => {
        const top = await signUp(db());
        const members = [await signUp(db(), top), await signUp(db(), top)];
        members.push(await signUp(db(), members[0]), await signUp(db(), members[1]));
        for (const user of members) await send(user);
        for (const group of all) {
          await Promise.all(group.map((one) => happen(one, members)));
          if (group.length % 2) await foldTeams(db(), 2);
        }
        expect(await checkTeams(db())).toEqual([]);
        await foldTeams(db());
        expect(await checkTeams(db())).toEqual([]);
        const states = await Promise.all(members.slice(0, 2).map((id) => userOf(db(), id)));
        expect(await validUsers(db(), top)).toBe(states.filter(({ kyc }) => kyc === 'approved').length);
      }),
      { numRuns: 10 },
    );
  });

  test('one approval is taken back once, and the next one gives everything again', async () => {
    const top = await signUp(db());
    const member = await signUp(db(), top);
    const bonus = async () => {
      await foldTeams(db());
      const miner = db().selectFrom('miners').select('team1').where('user_id', '=', top);
      return [await validUsers(db(), top), (await miner.executeTakeFirstOrThrow()).team1];
    };
    await send(member);
    const first = await newest(member);
    expect(await takeBack(first)).toBe(false);
    await judge(first, true);
    expect(await bonus()).toEqual([1, GIFT]);
    const again = await Promise.all([takeBack(first), takeBack(first), takeBack(first)]);
    expect(again.filter(Boolean)).toHaveLength(1);
    expect(await bonus()).toEqual([0, 0n]);
    expect((await userOf(db(), member)).kyc).toBe('failed');
    expect(await judge(first, true)).toBe(false);
    await send(member);
    await judge(await newest(member), true);
    expect(await takeBack(first)).toBe(false);
    expect(await bonus()).toEqual([1, GIFT]);
  });

  test('the command names an account or a submission, and needs a reason', async () => {
    const clock = { now: () => NOW, wall: () => NOW, near: () => true };
    const commands = kycCommands({ ...deps, database: open(), clock });
    const named = (words: string) => commands.find(({ name }) => name === words);
    const run = (word: string, reason?: string) =>
      named('kyc revoke')?.run([word], 'olga', { options: { ...(reason && { reason }) }, files: [] });
    const member = await signUp(db());
    const { address } = await userOf(db(), member);
    await expect(run(address, 'shared')).rejects.toThrow(`account ${address} has no approved verification`);
    await send(member);
    const id = await newest(member);
    await expect(run(String(id), 'shared')).rejects.toThrow(`submission ${id} is unknown or not approved`);
    await judge(id, true);
    await expect(run(address)).rejects.toThrow('give a reason');
    expect(await run(address, 'two accounts')).toEqual({
      text: `the approval of submission ${id} is revoked`,
    });
    expect((await named('kyc show')?.run([String(id)], 'olga'))?.text).toMatch(/^status +revoked$/m);
    expect((await submissionsOf(db(), member, 1))[0]).toMatchObject({
      ...{ status: 'failed', reason: 'two accounts' },
      ...{ reviewed_at: NOW, reviewed_by: 'olga', revoked_at: NOW, revoked_by: 'olga' },
    });
  });
});
