/** The list of features: what each is given, and what all of them contribute together. */
import type { Logger } from 'pino';
import { HOUR_MS } from '#rules/days.ts';
import { hasFile } from './build.ts';
import { countAlerts } from './chain/alerts.ts';
import type { Chain } from './chain/chain.ts';
import type { Draws } from './chain/draws/draws.ts';
import type { Config } from './config/config.ts';
import type { Settings } from './config/settings.ts';
import type { Database } from './db/client.ts';
import { maintain } from './db/maintenance.ts';
import { accountFeature } from './features/account/feature.ts';
import { airdropFeature } from './features/airdrop/feature.ts';
import { assetsFeature } from './features/assets/feature.ts';
import { buybackFeature } from './features/buyback/feature.ts';
import { contentFeature } from './features/content/feature.ts';
import { demoFeature } from './features/demo/feature.ts';
import { kycFeature } from './features/kyc/feature.ts';
import { limitsFeature } from './features/limits/feature.ts';
import { lotteryFeature } from './features/lottery/feature.ts';
import { miningFeature } from './features/mining/feature.ts';
import { pushFeature } from './features/push/feature.ts';
import { raceFeature } from './features/race/feature.ts';
import { stakingFeature } from './features/staking/feature.ts';
import { teamFeature } from './features/team/feature.ts';
import { transparencyFeature } from './features/transparency/feature.ts';
import { verifyFeature } from './features/verify/feature.ts';
import { devicesFeature } from './features/devices/feature.ts';
import { walletFeature } from './features/wallet/feature.ts';
import type { EventHub } from './http/events.ts';
import type { Handlers } from './http/handlers.ts';
import { healthOf } from './http/health.ts';
import { deleteOldReplies } from './http/idempotency.ts';
import type { SecurityLog } from './http/security-log.ts';
import type { Clock, MovableClock } from './jobs/clock.ts';
import { type Runner, startRunner } from './jobs/runner.ts';
import { type Feature, merge } from './lib/feature.ts';
import { operatorFeature } from './operator/feature.ts';

export interface ComposeDeps {
  config: Config;
  settings: Settings;
  database: Database;
  clock: Clock;
  /** The same clock if it can be moved, which only demo mode allows. */
  moved: MovableClock | undefined;
  chain: Chain;
  draws: Draws;
  events: EventHub;
  security: SecurityLog;
  /** Encrypts and decrypts KYC documents. */
  documentKey: Buffer;
  /** Also decrypts them while the key is being replaced. */
  otherKey?: Buffer | undefined;
  /** The private key of Web Push. */
  vapidKey: Buffer;
  version: string;
  log: Logger;
  publicUrl: () => string;
  /** Whether the server has been told to stop. */
  stopping: () => boolean;
}

/** Creates the features; none of them works before `start`. */
export function compose(deps: ComposeDeps) {
  const { settings, database, chain, draws, events, documentKey, version, log } = deps;
  const db = database.kysely;
  const shared = {
    ...deps,
    /**
     * The settings that apply now. Read them at each use, because an operator may change them while the server runs.
     */
    live: () => settings.now().config,
    tellBalance: (user: bigint) => events.publish({ user, topic: 'balance' }),
    tellAccount: (user: bigint) => events.publish({ user, topic: 'account' }),
    endStreams: (user: bigint) => events.endStreams(user),
  };
  let runner: Runner | undefined;

  const team = teamFeature(shared);
  const { noteTeam, noteTeams, noteBets, levelOf } = team.provides;
  const buyback = buybackFeature(shared);
  const { noteRepurchases, repurchasing } = buyback.provides;
  const limits = limitsFeature();
  const mining = miningFeature({ ...shared, noteTeam, noteTeams, noteRepurchases });
  const { giveHashrate, memberBecameInvalid, memberBecameValid, openTrial, totals } = mining.provides;
  const onRevoked = memberBecameInvalid;
  const kyc = kycFeature({ ...shared, onApproved: memberBecameValid, onRevoked });
  const push = pushFeature(shared);
  const staking = stakingFeature(shared);
  const { sharePromises, stakedAt, stakedNow } = staking.provides;
  const airdrop = airdropFeature({ ...shared, secret: documentKey, giveHashrate });
  const coinChanges = () => settings.now().coins;
  const race = raceFeature(shared);
  const lottery = lotteryFeature({ ...shared, noteBets });
  const results = { raceResult: race.provides.resultOf, lotteryResult: lottery.provides.resultOf };
  const verify = verifyFeature({ ...shared, ...results });
  const transparency = transparencyFeature(shared);
  const content = contentFeature({ ...shared, totals, hasFile });
  const account = accountFeature({
    ...{ ...shared, levelOf, sections: () => all.sections },
    signedOutEverywhere: push.provides.signedOutEverywhere,
    markOf: kyc.provides.markOf,
    host: () => new URL(deps.publicUrl()).host,
    newNonce: (tx, expiresAt) => wallet.provides.newNonce(tx, expiresAt),
    useNonce: (tx, nonce, now) => wallet.provides.useNonce(tx, nonce, now),
    eraseVerification: kyc.provides.eraseVerification,
  });
  const { accountFile, formerOf, userView } = account.provides;
  const wallet = walletFeature({
    ...{ ...shared, openTrial, userView, formerOf },
    carryLimits: limits.provides.carryLimits,
    signedOut: push.provides.signedOut,
  });
  const { endSession, newNonce, openSession, useNonce } = wallet.provides;
  const devices = devicesFeature({
    ...{ ...shared, endSession, newNonce, openSession, useNonce },
    secret: documentKey,
    endReminders: push.provides.signedOutEverywhere,
  });
  const held = { stakedAt, stakedNow };
  const assets = assetsFeature({ ...shared, ...held, coinChanges, newNonce, repurchasing, useNonce });
  const promised = { race_bank: race.provides.owedByBank, staking_rewards: sharePromises };
  const operator = operatorFeature({ ...shared, promised, accountFile, proofs: () => all.proofs });
  const demo = demoFeature({
    ...shared,
    carrySessions: wallet.provides.carrySessions,
    follow: [
      lottery.provides.prepare,
      race.provides.prepare,
      (now) => draws.pass(now),
      async () => runner?.settle(),
      team.provides.fold,
      kyc.provides.dropDocuments,
      push.provides.send,
    ],
  });
  // Draws waiting for their block count as due work too.
  const due = async () => {
    const [work, drawing] = [(await runner?.status()) ?? { ok: true, due: 0 }, draws.status()];
    return { ok: work.ok && drawing.ok, due: work.due + drawing.waiting };
  };
  const { handlers: healthHandlers, isReady } = healthOf({
    ...{ database, version, stopping: deps.stopping, jobs: due },
    chain: () => chain.status(),
    alerts: () => countAlerts(db),
    payouts: () => chain.payouts?.status() ?? { ok: true, open: 0 },
  });
  const health = {
    handlers: healthHandlers,
    gauges: [
      {
        name: 'adit_ready',
        help: '1 while calls should be sent here (`GET /api/health/ready`)',
        read: async () => [[(await isReady()) ? 1 : 0]],
      },
      {
        name: 'adit_jobs_due',
        help: 'Jobs and draws that are overdue by more than ten seconds',
        read: async () => [[(await due()).due]],
      },
      {
        name: 'adit_event_streams',
        help: 'Open event streams',
        read: () => [[events.size]],
      },
    ],
  } satisfies Feature;

  // The order in which they start, and in which they appear in an account's data export.
  const all = merge([
    operator,
    demo,
    content,
    health,
    account,
    wallet,
    devices,
    kyc,
    push,
    limits,
    mining,
    airdrop,
    staking,
    lottery,
    race,
    team,
    buyback,
    transparency,
    verify,
    assets,
  ]);
  /** A call without a handler is a type error here. */
  const handlers: Handlers = all.handlers;

  return {
    handlers,
    commands: all.commands,
    sections: all.sections,
    gauges: all.gauges,
    picture: content.provides.picture,
    async start(): Promise<void> {
      await all.start();
      const one = startRunner({
        ...{ ...deps, jobs: all.jobs },
        chores: [
          ...all.chores,
          { name: 'old replies', everyMs: HOUR_MS, run: (now) => deleteOldReplies(db, now) },
          { name: 'maintenance', everyMs: HOUR_MS / 6, run: () => maintain(database) },
        ],
      });
      runner = one;
      const failed = (error: unknown) => log.error({ err: error }, 'rounds could not be settled');
      draws.watch(() => void one.settle().catch(failed));
    },
    async stop(): Promise<void> {
      await runner?.stop();
      await all.stop();
    },
  };
}
