// A payout split within a moment, between an order that has been redeemed and one that has not, decides like an
// unsplit one.
import { expect, test } from 'vitest';
import { toUnits } from '#rules/amounts.ts';
import { ratesOf } from '#rules/team.ts';
import type { Db } from '#server/db/client.ts';
import { onPostgres, removeClusterAtEnd } from '#tests/support/databases.ts';
import { addToFund, emptyStaking, makeTeam, stake, unstake } from '#tests/support/staking.ts';
import { settleBatch } from './staking.repository.ts';

removeClusterAtEnd();

const HOUR = 3_600_000;
const START = Date.parse('2026-11-21T09:00:00Z');
const after = (hours: number) => new Date(START + hours * HOUR);

onPostgres((open) => {
  const inOne = <T>(work: (tx: Db) => Promise<T>) => open().kysely.transaction().execute(work);

  async function roundsOf(size: number) {
    const db = open().kysely;
    await emptyStaking(db);
    const [ann = 0n, ben = 0n] = (await makeTeam(db, [null, null], toUnits('1000'))).map(({ id }) => id);
    const settle = async (now: Date) => {
      for (let next: Date | null = now; next && next <= now;)
        ({ nextAt: next } = await inOne((tx) => settleBatch(tx, now, size, ratesOf('staking'))));
    };
    const { id } = await inOne((tx) => stake(tx, ann, '100', after(0)));
    await inOne((tx) => stake(tx, ben, '100', after(0)));
    await settle(after(24));
    await inOne((tx) => unstake(tx, ann, id, after(25)));
    await addToFund(db, 1000n);
    await settle(after(48));
    return db.selectFrom('stake_rounds').select(['at', 'amount', 'weight', 'paid']).execute();
  }

  test('shares repurchased ADIT at the same moment whatever the batch size', async () => {
    const whole = await roundsOf(100);
    expect(whole).toEqual([
      { at: after(48), amount: 1000n, weight: toUnits('100') * 172_800_000n, paid: 1000n },
    ]);
    expect(await roundsOf(1)).toEqual(whole);
  });
});
