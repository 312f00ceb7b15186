/** Coupons without a whole server: the calls and commands over a real database, with a clock that tests move. */
import type { Database } from '#server/db/client.ts';
import { addCoupons, type NewCoupon } from '#server/features/airdrop/airdrop.repository.ts';
import { airdropFeature } from '#server/features/airdrop/feature.ts';
import { recordsRoutes } from '#server/features/assets/records.routes.ts';
import { openTrial } from '#server/features/mining/mining.usecases.ts';
import { giveHashrate } from '#server/features/mining/power.usecases.ts';
import { noteTeam, noteTeams } from '#server/features/team/team.changes.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { fakeApp, newSession } from '#tests/support/fake-app.ts';
import { type Client, client } from '#tests/support/http.ts';

const REDEEM = 'POST /api/assets/redeem';

export function couponFixture(database: Database) {
  let now = new Date();
  let visitors = 0;
  const clock: Clock = { now: () => now, wall: () => new Date(), near: () => true };
  const airdrop = airdropFeature({
    ...{ database, clock, config: { demo: false } },
    chain: { coins: ['ADIT', 'USDT', 'BTC'].map((symbol) => ({ symbol })) },
    secret: Buffer.from('a secret of this test'),
    giveHashrate: giveHashrate(noteTeams),
  });
  const { app, notified } = fakeApp(database, {
    handlers: { ...airdrop.handlers, ...recordsRoutes() },
    config: { trustProxy: true },
    clock,
  });

  return {
    app,
    /** Accounts whose open pages were notified of a change. */
    notified,
    now: () => now,
    pass(ms: number) {
      now = new Date(now.getTime() + ms);
    },
    /** A coupon with these contents, and defaults for everything else. */
    make: (coupon: Pick<NewCoupon, 'code'> & Partial<NewCoupon>) =>
      addCoupons(database.kysely, [
        {
          coin: null,
          amount: null,
          hashrate: null,
          usesLimit: null,
          expiresAt: null,
          madeAt: now,
          madeBy: 'a test',
          note: null,
          ...coupon,
        },
      ]),
    /** A new account with its miner, by default with its own network address. */
    async person(address = `10.${(visitors += 1) >> 8}.${visitors & 255}.1`) {
      const session = await newSession(database, now);
      await openTrial(noteTeam)(database.kysely, session.id, true);
      const api: Client = client(app, undefined, session.token);
      const headers = { 'x-forwarded-for': address };
      return {
        ...session,
        api,
        redeem: (code: string, options: { key?: string; language?: string } = {}) =>
          api.call(REDEEM, { code }, { headers, ...options }),
      };
    },
    /** An operator's input, words and options. */
    operate: async (name: string, args: string[] = [], options: Record<string, string> = {}) => {
      const command = airdrop.commands.find((one) => one.name === name);
      return (await command?.run(args, 'olga', { options, files: [] }))?.text ?? '';
    },
  };
}
