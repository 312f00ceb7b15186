/** Coins, exchange, withdrawals and fund history. Terms and limits are read at each request. */
import type { RawBuilder } from 'kysely';
import type { Input } from '#contract';
import { fromUnits } from '#rules/amounts.ts';
import { HOUR_MS } from '#rules/days.ts';
import { approvalOf, limitsOf } from '#rules/withdraw.ts';
import type { Chain } from '#server/chain/chain.ts';
import { NodeUnreachable } from '#server/chain/rpc.ts';
import { type CoinChanges, withTerms } from '#server/chain/coins.terms.ts';
import type { Database, Db } from '#server/db/client.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { balancesWith } from '#server/ledger/read.ts';
import type { Feature } from '#server/lib/feature.ts';
import { refusedAs } from '#server/lib/refusal.ts';
import { assetsSections } from './assets.export.ts';
import { assetsRoutes } from './assets.routes.ts';
import { forgetExchanged } from './exchange.repository.ts';
import { exchangeRoutes } from './exchange.routes.ts';
import type { ExchangeDeps } from './exchange.usecases.ts';
import { depositProof } from '#server/chain/deposits/deposits.check.ts';
import { payoutProof } from '#server/chain/payouts/payouts.check.ts';
import { exchangeProof } from './exchange.check.ts';
import { depositCommands } from './deposits.commands.ts';
import { oldestShown } from '#rules/prices.ts';
import { hasFixedPrice } from '#server/chain/prices/prices.rules.ts';
import { forgetPrices } from '#server/chain/prices/prices.repository.ts';
import { payoutCommands } from './payouts.commands.ts';
import { payoutGauges } from './payouts.gauges.ts';
import { type PricesDeps, pricesRoutes } from './prices.routes.ts';
import { recordsRoutes } from './records.routes.ts';
import { CONSENT_MS, nonceIn } from '#server/lib/consent.ts';
import { closedAddresses } from './withdraw.rules.ts';
import { type WithdrawDeps, isForeign, withdraw, withdrawLeft } from './withdraw.usecases.ts';

interface AssetsFeatureDeps extends Pick<ExchangeDeps, 'repurchasing'> {
  readonly database: Database;
  readonly clock: Clock;
  readonly chain: Chain;
  readonly config: {
    readonly publicRpcUrl: string | undefined;
    readonly explorerUrl: string | undefined;
    readonly confirmations: number;
  };
  /** The current settings. */
  readonly live: () => {
    readonly exchangeOpen: boolean;
    readonly withdrawDailyLimits: Parameters<typeof limitsOf>[1];
    readonly withdrawApproval: Parameters<typeof approvalOf>[2];
  };
  /** The operator's changes to coins. */
  readonly coinChanges: () => CoinChanges;
  readonly stakedAt: PricesDeps['stakedAt'];
  readonly stakedNow: (userId: bigint) => RawBuilder<bigint>;
  readonly publicUrl: () => string;
  /** A nonce that can be used until `expiresAt`. */
  readonly newNonce: (db: Db, expiresAt: Date) => Promise<string>;
  readonly useNonce: WithdrawDeps['useNonce'];
  readonly tellBalance: (userId: bigint) => void;
}

export function assetsFeature(deps: AssetsFeatureDeps) {
  const { database, clock, chain, config, live } = deps;
  const coins = () => withTerms(chain.coins, deps.coinChanges());
  const limits = () => limitsOf(coins(), live().withdrawDailyLimits);
  const exchangeOpen = () => live().exchangeOpen;
  const quote = (coin: string) => chain.quote(coin);
  const paying = chain.payouts !== null;
  const withdrawing: WithdrawDeps = {
    ...{ coins, limits, paying },
    approval: () => approvalOf(coins(), live().withdrawDailyLimits, live().withdrawApproval),
    closed: closedAddresses(chain.coins, chain.own),
    host: () => new URL(deps.publicUrl()).host,
    useNonce: deps.useNonce,
  };
  /** The text of a consent, if the wallet has signed it, and whether its nonce has been used up. */
  async function signedBy(
    address: string,
    given: Input<'POST /api/assets/withdraw'>['consent'],
    now: Date,
  ): Promise<{ signed: string | undefined; used: boolean }> {
    if (!given) return { signed: undefined, used: false };
    const nonce = nonceIn(given.message);
    let used = false;
    const mayAsk = async () =>
      (used = nonce !== undefined && (await deps.useNonce(database.kysely, nonce, now)));
    const checked = chain.verifySignature({ ...given, address }, mayAsk);
    const isSigned = await refusedAs('unavailable', NodeUnreachable, checked);
    return { signed: isSigned ? given.message : undefined, used };
  }
  const nonceFor = (now: Date) => deps.newNonce(database.kysely, new Date(now.getTime() + CONSENT_MS));
  return {
    handlers: {
      ...assetsRoutes({
        ...{ coins, quote, exchangeOpen, paying },
        treasury: chain.treasury,
        chainId: chain.chainId,
        rpcUrl: config.publicRpcUrl ?? chain.rpcUrl,
        explorerUrl: config.explorerUrl,
        confirmations: config.confirmations,
        holdings: async (db, user) => {
          const { held, figure } = await balancesWith(db, user, deps.stakedNow(user));
          return { held, staked: new Map([['ADIT', figure]]) };
        },
        withdrawLeft: (db, user, now) => withdrawLeft(db, user, now, limits()),
      }),
      ...exchangeRoutes({
        db: database.kysely,
        ...{ coins, exchangeOpen, repurchasing: deps.repurchasing },
        readPrices: (symbols) => chain.freshPrices(symbols),
      }),
      ...recordsRoutes(),
      ...pricesRoutes({
        ...{ quote, stakedAt: deps.stakedAt },
        coins: chain.coins.map(({ symbol, price }) => ({ symbol, fixed: hasFixedPrice(price) })),
      }),
      'POST /api/assets/withdraw': {
        // The signature may have to be checked by a contract on the chain, and a refusal must not restore the nonce.
        prepare: async (c) => {
          const { consent: given, ...asked } = c.input;
          const consent = isForeign(asked, c.user.address)
            ? { ...(await signedBy(c.user.address, given, c.now)), nonce: await nonceFor(c.now) }
            : undefined;
          return async ({ db, user, now, after }) => {
            const { id, fee, entry } = await withdraw(db, withdrawing, user, { ...asked, consent }, now);
            after(() => chain.payouts?.nudge());
            return { id: String(id), state: 'requested', fee: fromUnits(fee), entry: String(entry) };
          };
        },
      },
    },
    chores: [
      {
        name: 'exchange limits',
        everyMs: HOUR_MS,
        run: (now) => forgetExchanged(database.kysely, now),
      },
      { name: 'prices', everyMs: HOUR_MS, run: (now) => forgetPrices(database.kysely, oldestShown(now)) },
    ],
    commands: [
      ...payoutCommands({ database, clock, payouts: chain.payouts, changed: deps.tellBalance }),
      ...depositCommands({ database, clock, changed: deps.tellBalance }),
    ],
    gauges: payoutGauges(database.kysely, chain),
    proofs: [exchangeProof, depositProof(chain), payoutProof(chain)],
    sections: assetsSections,
  } satisfies Feature;
}
