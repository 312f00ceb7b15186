/**
 * Demo mode: the time machine, the faucet and the initial funds. Outside demo mode, the router answers 404 before these
 * calls run.
 */
import { getAddress, isAddress } from 'ethers/address';
import type { Logger } from 'pino';
import type { Chain } from '#server/chain/chain.ts';
import { COINS, SYSTEM_SEED, reserveSeed } from '#server/chain/coins.ts';
import { Reverted } from '#server/chain/devnet/sender.ts';
import { NodeUnreachable } from '#server/chain/rpc.ts';
import { type Database, type Db, inTransaction } from '#server/db/client.ts';
import type { MovableClock } from '#server/jobs/clock.ts';
import { seedFunds, seedProof } from '#server/ledger/seed.ts';
import type { Feature } from '#server/lib/feature.ts';
import { mutex } from '#server/lib/mutex.ts';
import { refuse, refusedAs } from '#server/lib/refusal.ts';

interface DemoDeps {
  readonly database: Database;
  /** The adjustable clock: demo mode only. */
  readonly moved: MovableClock | undefined;
  readonly chain: Pick<Chain, 'faucet' | 'followClock'>;
  readonly log: Logger;
  /** Extends sessions across a skip, which must not sign anybody out. */
  readonly carrySessions: (db: Db, before: Date, after: Date) => Promise<void>;
  /** What to run right after a skip, in this order; otherwise it would run within seconds anyway. */
  readonly follow: readonly ((now: Date) => Promise<unknown>)[];
}

/** Tells the other processes that the clock was moved. */
const CLOCK_CHANNEL = 'clock';

/** What the funds that pay people start with; the devnet's treasury holds the same amounts. */
const SEEDS = [
  { system: 'race_bank' as const, ...SYSTEM_SEED.race_bank },
  { system: 'buyback' as const, ...SYSTEM_SEED.buyback },
  ...COINS.map((coin) => ({
    system: 'reserve' as const,
    coin: coin.symbol,
    amount: reserveSeed(coin),
  })).filter(({ amount }) => amount > 0n),
];

export function demoFeature(deps: DemoDeps) {
  const { database, moved, chain, log } = deps;
  const inTurn = mutex();

  /** Moves every clock ahead by whole seconds, then settles whatever fell due. */
  async function skip(seconds: number): Promise<Date> {
    if (!moved) throw new Error('only demo mode moves its clock');
    const before = moved.now();
    await deps.carrySessions(database.kysely, before, new Date(before.getTime() + seconds * 1000));
    const now = await moved.advance(seconds);
    // The clock has moved, so the skip is done, even if something fails now.
    const steps = [
      () => database.notify(CLOCK_CHANNEL, ''),
      async () => chain.followClock?.(),
      ...deps.follow,
    ];
    for (const step of steps)
      await step(moved.now()).catch((error: unknown) =>
        log.warn({ err: error }, 'not everything followed the skip at once'),
      );
    return now;
  }

  return {
    handlers: {
      'POST /api/demo/skip': {
        // Clocks move outside the transaction: jobs that fall due need the database too. A repeated key gets its stored
        // reply, so a retry does not skip twice.
        prepare: async (c) => {
          const now = await inTurn(() => skip(c.input.seconds));
          return async () => ({ now: now.toISOString() });
        },
      },
      'POST /api/demo/faucet': {
        prepare: async (c) => {
          const { address } = c.input;
          if (!isAddress(address)) refuse('address_invalid');
          // Gas and test USDT. A recipient that cannot accept money is reported as a wrong address.
          const sent = chain.faucet?.(getAddress(address)) ?? refuse('not_found');
          const txs = await refusedAs(
            'unavailable',
            NodeUnreachable,
            refusedAs('address_invalid', Reverted, sent),
          );
          return async () => ({ txs });
        },
      },
    },
    proofs: [seedProof(moved ? SEEDS : [])],
    // In case a notification was lost while the listening connection was down.
    chores: moved ? [{ name: 'clock', everyMs: 5000, run: () => moved.refresh() }] : [],
    async start() {
      if (!moved) return;
      await database.listen(CLOCK_CHANNEL, () => void moved.refresh().catch(() => undefined));
      await inTransaction(database.kysely, (db) => seedFunds(db, SEEDS, moved.now()));
    },
  } satisfies Feature;
}
