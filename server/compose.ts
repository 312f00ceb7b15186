/** The features with what they need: handlers for HTTP, due work, chores and operator commands. */
import type { Logger } from 'pino';
import { HOUR_MS } from '#rules/days.ts';
import { levelOf, ratesOf } from '#rules/team.ts';
import { seedDemo } from './compose.demo.ts';
import { composeAccount } from './compose.account.ts';
import { composeAssets } from './compose.assets.ts';
import { composeLottery } from './compose.lottery.ts';
import { composeOperator } from './compose.operator.ts';
import { composePush } from './compose.push.ts';
import { composeRace } from './compose.race.ts';
import { composeTransparency } from './compose.transparency.ts';
import { composeVerify } from './compose.verify.ts';
import { chainCommands } from './chain/chain.commands.ts';
import type { Chain } from './chain/chain.ts';
import type { Draws } from './chain/draws/draws.ts';
import { claimDeposits } from './chain/deposits/deposits.repository.ts';
import { NodeUnreachable } from './chain/rpc.ts';
import { Reverted } from './chain/devnet/sender.ts';
import type { Database, Db } from './db/client.ts';
import { userView } from './features/account/account.routes.ts';
import { couponCommands } from './features/airdrop/coupon.commands.ts';
import { airdropRoutes } from './features/airdrop/airdrop.routes.ts';
import { noteRepurchase } from './features/buyback/buyback.repository.ts';
import { buybackRoutes } from './features/buyback/buyback.routes.ts';
import { articleRoutes } from './features/content/articles.routes.ts';
import { contentRoutes } from './features/content/content.routes.ts';
import { seedWelcome } from './features/content/content.repository.ts';
import { ARTICLES, WELCOME } from './features/content/content.seed.ts';
import { seedArticle } from './features/content/content.writes.ts';
import { demoRoutes } from './features/demo/demo.routes.ts';
import { kycCommands } from './features/kyc/kyc.commands.ts';
import { kycRoutes } from './features/kyc/kyc.routes.ts';
import { dropDocuments } from './features/kyc/kyc.documents.ts';
import { APPROVE_JOB, type KycDeps, approveDue } from './features/kyc/kyc.usecases.ts';
import { limitsRoutes, playRefusal } from './features/limits/limits.routes.ts';
import { miningRoutes } from './features/mining/mining.routes.ts';
import { miningTotals } from './features/mining/mining.totals.ts';
import { powerRoutes } from './features/mining/power.routes.ts';
import { giveHashrate } from './features/mining/power.usecases.ts';
import { memberBecameValid, openTrial } from './features/mining/mining.usecases.ts';
import { stakingCommands } from './features/staking/staking.commands.ts';
import { stakingRoutes } from './features/staking/staking.routes.ts';
import { PAYOUT_JOB, payOut, startPayouts } from './features/staking/staking.usecases.ts';
import { foldTeams, noteTeam } from './features/team/team.changes.ts';
import { teamCommands } from './features/team/team.commands.ts';
import { validUsers } from './features/team/team.repository.ts';
import { teamRoutes } from './features/team/team.routes.ts';
import { carrySessions, cleanSignIns } from './features/wallet/wallet.repository.ts';
import { walletRoutes } from './features/wallet/wallet.routes.ts';
import type { EventHub } from './http/events.ts';
import type { Handlers } from './http/handlers.ts';
import { healthRoutes } from './http/health.ts';
import type { Clock, MovableClock } from './jobs/clock.ts';
import type { Chore, Runner, Work } from './jobs/runner.ts';
import { ledgerCommands } from './ledger/ledger.commands.ts';
import { systemBalance } from './ledger/read.ts';
import { mutex } from './lib/mutex.ts';
import type { Command } from './operator/protocol.ts';
import { Refusal, refuse } from './lib/refusal.ts';
import type { Fixed, Settings } from './config/settings.ts';

interface ComposeDeps {
  config: Fixed;
  settings: Settings;
  database: Database;
  clock: Clock;
  /** The same clock where it can be moved: demo mode alone. */
  moved: MovableClock | undefined;
  chain: Chain;
  draws: Draws;
  events: EventHub;
  /** Opens and seals KYC documents. */
  documentKey: Buffer;
  version: string;
  log: Logger;
  publicUrl: () => string;
}

export interface Features {
  handlers: Handlers;
  works: Readonly<Record<string, Work>>;
  chores: readonly Chore[];
  commands: readonly Command[];
  /** Ends what is under way outside of requests and due work. */
  stop(): Promise<void>;
  /** The runner is made from `works`, so the features that ask it come to know it afterwards. */
  connect(runner: Runner): void;
}

/** Tells the other processes of demo mode that the clock was moved. */
const CLOCK_CHANNEL = 'clock';

/** A node that is away is told as 503: nothing was changed, try again. */
const orUnavailable = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof NodeUnreachable
      ? Object.assign(new Refusal('unavailable'), { cause: error })
      : error;
  });

/** A receiver that takes no money is told as a wrong address. */
const orRefused = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof Reverted ? new Refusal('address_invalid') : error;
  });

export async function composeFeatures(deps: ComposeDeps): Promise<Features> {
  const { config, settings, database, clock, moved, chain, draws, events, version, log } = deps;
  /** Settings in force at the moment: asked at each use, since an operator changes them while we run. */
  const live = () => settings.now().config;
  let runner: Runner | undefined;
  /** Draws that wait for their block are due work as well. */
  const jobs = async () => {
    const [work, drawing] = [(await runner?.status()) ?? { ok: true, due: 0 }, draws.status()];
    return { ok: work.ok && drawing.ok, due: work.due + drawing.waiting };
  };

  const tellBalance = (user: bigint) => events.publish({ user, topic: 'balance' });

  const openAccount = openTrial(noteTeam);
  const account = { levelOf: async (db: Db, userId: bigint) => levelOf(await validUsers(db, userId)) };

  const kyc: KycDeps = {
    documentKey: deps.documentKey,
    autoApproveSeconds: () => live().kycAutoApproveSeconds,
    documentDays: () => live().documentDays,
    onApproved: memberBecameValid(noteTeam),
  };

  async function skip(seconds: number): Promise<Date> {
    if (!moved) throw new Error('only demo mode moves its clock');
    const before = clock.now();
    // Before the clocks move: nobody may be signed out in between.
    await carrySessions(database.kysely, before, new Date(before.getTime() + seconds * 1000));
    const now = await moved.advance(seconds);
    // The clock has moved, so the skip was done: what does not follow now follows by itself within seconds.
    const later = (error: unknown) => log.warn({ err: error }, 'not everything followed the skip at once');
    await database.notify(CLOCK_CHANNEL, '').catch(later);
    await chain.followClock?.().catch(later);
    await lottery.prepare(clock.now()).catch(later);
    await race.prepare(clock.now()).catch(later);
    await draws.pass(clock.now()).catch(later);
    await runner?.settle().catch(later);
    await foldTeams(database.kysely).catch(later);
    await dropDocuments(database.kysely, kyc, clock.now()).catch(later);
    // Not waited for: a push service may take its time.
    void push.pass().catch(later);
    return now;
  }
  const inTurn = mutex();

  const assets = composeAssets({ config, settings, database, clock, chain, tellBalance });
  const operator = composeOperator({ config, settings, database, clock, chain });
  const race = composeRace({ config: live, database, clock, draws, coins: chain.coins, events, tellBalance });
  const lottery = composeLottery({ config: live, database, clock, draws, events, playRefusal });
  const push = composePush({ config, database, clock, log });
  const transparency = composeTransparency({ database, clock, chain, log });

  if (moved) await database.listen(CLOCK_CHANNEL, () => void moved.refresh().catch(() => undefined));
  await seedWelcome(database.kysely, WELCOME);
  for (const article of ARTICLES) await seedArticle(database.kysely, article);
  if (config.demo) await seedDemo(deps);
  await startPayouts(database.kysely, clock.now());
  await transparency.start(config.demo);
  await race.prepare(clock.now());
  await lottery.prepare(clock.now());

  return {
    handlers: {
      ...healthRoutes({
        database,
        chain: () => chain.status(),
        payouts: () => chain.payouts?.status() ?? { ok: true, open: 0 },
        jobs,
        version,
      }),
      ...walletRoutes({
        clock,
        publicUrl: deps.publicUrl,
        demo: config.demo,
        chainId: chain.chainId,
        verifySignature: (claim) => orUnavailable(chain.verifySignature(claim)),
        openAccount: async (db, userId, now) => {
          await openAccount(db, userId);
          await claimDeposits(db, userId, now);
        },
        userView: userView(account),
        signedOut: push.signedOut,
      }),
      ...composeAccount(database.kysely, account),
      ...kycRoutes(kyc),
      ...teamRoutes(() => live().teamLevels),
      ...miningRoutes(() => live().teamLevels),
      ...powerRoutes({ levels: () => live().teamLevels, noteTeam, noteRepurchase }),
      ...buybackRoutes(),
      ...assets.handlers,
      ...airdropRoutes({ secret: deps.documentKey, giveHashrate: giveHashrate({ noteTeam }) }),
      ...stakingRoutes({
        open: () => live().stakingOpen,
        dailyRate: () => live().stakingDailyRate,
        noteTeam,
      }),
      ...limitsRoutes(),
      ...lottery.handlers,
      ...race.handlers,
      ...push.handlers,
      ...transparency.handlers,
      ...articleRoutes(),
      ...contentRoutes({
        demo: config.demo,
        walletConnectProjectId: config.walletConnectProjectId,
        features: () => ({
          exchange: live().exchangeOpen,
          staking: live().stakingOpen,
          lottery: live().lotteryOpen,
          race: live().raceOpen,
          teamLevels: live().teamLevels,
        }),
        totals: miningTotals(clock),
        staked: (db) => systemBalance(db, 'staked', 'ADIT'),
      }),
      ...demoRoutes({
        advance: (seconds) => inTurn(() => skip(seconds)),
        faucet: (address) => orUnavailable(orRefused(chain.faucet?.(address) ?? refuse('not_found'))),
      }),
    },
    works: {
      [PAYOUT_JOB]: payOut({
        database,
        clock,
        rates: () => ratesOf('staking', live().teamLevels),
        tellBalance,
      }),
      [APPROVE_JOB]: approveDue(kyc),
      ...race.works,
      ...lottery.works,
      ...transparency.works,
    },
    chores: [
      { name: 'sign-ins', everyMs: HOUR_MS, run: (now) => cleanSignIns(database.kysely, now) },
      { name: 'documents', everyMs: 60_000, run: (now) => dropDocuments(database.kysely, kyc, now) },
      { name: 'race', everyMs: 500, run: (now) => race.prepare(now) },
      { name: 'teams', everyMs: 500, run: () => foldTeams(database.kysely) },
      { name: 'lottery', everyMs: 500, run: (now) => lottery.prepare(now) },
      ...push.chores,
      ...transparency.chores,
      ...operator.chores,
      // For a notice that was lost while the listening connection was away.
      ...(moved ? [{ name: 'clock', everyMs: 5000, run: () => moved.refresh() }] : []),
    ],
    commands: [
      ...kycCommands({ ...kyc, database, clock }),
      ...ledgerCommands(database),
      ...couponCommands({ database, clock, coins: () => chain.coins.map(({ symbol }) => symbol) }),
      ...stakingCommands(database),
      ...race.commands,
      ...teamCommands(database),
      ...chainCommands({ database, clock }),
      ...operator.commands,
      ...lottery.commands,
      ...push.commands,
      ...composeVerify({ database, chain, draws }),
      ...assets.commands,
    ],
    async stop() {
      await Promise.all([push.stop(), transparency.stop()]);
    },
    connect(one) {
      runner = one;
      draws.watch(
        () =>
          void one
            .settle()
            .catch((error: unknown) => log.error({ err: error }, 'rounds could not be settled')),
      );
    },
  };
}
