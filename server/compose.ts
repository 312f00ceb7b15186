/** The features with what they need: handlers for HTTP, due work, chores and operator commands. */
import type { Logger } from 'pino';
import { toUnits } from '#contract/amounts.ts';
import type { Config } from './config.ts';
import type { Chain } from './chain/chain.ts';
import { type Database, inTransaction } from './db/client.ts';
import { accountRoutes, userView } from './features/account/account.routes.ts';
import { assetsRoutes } from './features/assets/assets.routes.ts';
import { contentRoutes } from './features/content/content.routes.ts';
import { seedWelcome } from './features/content/content.repository.ts';
import { WELCOME, WELCOME_VERSION } from './features/content/welcome.seed.ts';
import { demoRoutes } from './features/demo/demo.routes.ts';
import { kycCommands } from './features/kyc/kyc.commands.ts';
import { kycRoutes } from './features/kyc/kyc.routes.ts';
import { APPROVE_JOB, type KycDeps, approveDue } from './features/kyc/kyc.usecases.ts';
import { miningRoutes } from './features/mining/mining.routes.ts';
import { miningTotals } from './features/mining/mining.totals.ts';
import { TEAM_JOB, growTeams, memberBecameValid, openTrial } from './features/mining/mining.usecases.ts';
import { carrySessions, cleanSignIns } from './features/wallet/wallet.repository.ts';
import { walletRoutes } from './features/wallet/wallet.routes.ts';
import type { Handlers } from './http/handlers.ts';
import { healthRoutes } from './http/health.ts';
import type { Clock, MovableClock } from './jobs/clock.ts';
import type { Chore, Runner, Work } from './jobs/runner.ts';
import { key32 } from './keys.ts';
import { ledgerCommands } from './ledger/ledger.commands.ts';
import { seedFunds } from './ledger/seed.ts';
import type { Command } from './operator/protocol.ts';

export interface ComposeDeps {
  config: Config;
  database: Database;
  clock: Clock;
  /** The same clock where it can be moved: demo mode alone. */
  moved: MovableClock | undefined;
  chain: Chain;
  version: string;
  log: Logger;
  publicUrl: () => string;
}

export interface Features {
  handlers: Handlers;
  works: Readonly<Record<string, Work>>;
  chores: readonly Chore[];
  commands: readonly Command[];
  /** The runner is made from `works`, so the features that ask it come to know it afterwards. */
  connect(runner: Runner): void;
}

const RACE_BANK_ADIT = toUnits('100000');
const BUYBACK_USDT = toUnits('1000');

/** What demo mode starts with; on the devnet's treasury lies the same (product, "Demo mode"). */
async function seedDemo({ database, chain, clock }: ComposeDeps): Promise<void> {
  await inTransaction(database.kysely, (db) =>
    seedFunds(
      db,
      [
        { system: 'race_bank', coin: 'ADIT', amount: RACE_BANK_ADIT },
        { system: 'buyback', coin: 'USDT', amount: BUYBACK_USDT },
        ...chain.seededReserve.map(({ coin, amount }) => ({ system: 'reserve' as const, coin, amount })),
      ],
      clock.now(),
    ),
  );
}

export async function composeFeatures(deps: ComposeDeps): Promise<Features> {
  const { config, database, clock, moved, chain, version } = deps;
  let runner: Runner | undefined;
  const jobs = async () => (runner ? runner.status() : { ok: true, due: 0 });

  const kyc: KycDeps = {
    documentKey: key32(config.documentKey, config.dataDir, 'document'),
    autoApproveSeconds: config.kycAutoApproveSeconds,
    onApproved: memberBecameValid,
  };

  async function skip(seconds: number): Promise<Date> {
    if (!moved) throw new Error('only demo mode moves its clock');
    const before = clock.now();
    // Before the clocks move: nobody may be signed out in between.
    await carrySessions(database.kysely, before, new Date(before.getTime() + seconds * 1000));
    const now = await moved.skip(seconds);
    await chain.follow();
    await runner?.settle();
    return now;
  }

  await seedWelcome(database.kysely, WELCOME_VERSION, WELCOME, clock.now());
  if (config.demo) await seedDemo(deps);

  return {
    handlers: {
      ...healthRoutes({ database, chain: () => chain.status(), jobs, version }),
      ...walletRoutes({
        clock,
        publicUrl: deps.publicUrl,
        demo: config.demo,
        chainId: chain.chainId,
        verifySignature: (input) => chain.verifySignature(input),
        openAccount: openTrial,
        userView,
      }),
      ...accountRoutes(),
      ...kycRoutes(kyc),
      ...miningRoutes(),
      ...assetsRoutes({
        coins: chain.coins,
        treasury: chain.treasury,
        chainId: chain.chainId,
        rpcUrl: chain.rpcUrl,
        explorerUrl: config.explorerUrl,
        confirmations: config.confirmations,
        price: (coin) => chain.price(coin),
      }),
      ...contentRoutes({
        demo: config.demo,
        totals: miningTotals(clock),
      }),
      ...demoRoutes({ skip, faucet: (address) => chain.faucet(address) }),
    },
    works: { [APPROVE_JOB]: approveDue(kyc), [TEAM_JOB]: growTeams },
    chores: [
      { name: 'sign-ins', everyMs: 3_600_000, run: (now) => cleanSignIns(database.kysely, now) },
      ...(moved ? [{ name: 'clock', everyMs: 5000, run: () => moved.refresh() }] : []),
    ],
    commands: [...kycCommands({ ...kyc, database, clock }), ...ledgerCommands(database)],
    connect(one) {
      runner = one;
    },
  };
}
