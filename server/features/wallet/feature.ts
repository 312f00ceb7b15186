/** Sign-in with a wallet. */
import type { Output } from '#contract';
import { HOUR_MS, MINUTE_MS } from '#rules/days.ts';
import { maskAddress } from '#rules/addresses.ts';
import type { Chain } from '#server/chain/chain.ts';
import { claimDeposits } from '#server/chain/deposits/deposits.repository.ts';
import { NodeUnreachable } from '#server/chain/rpc.ts';
import type { Database, Db } from '#server/db/client.ts';
import type { Clock } from '#server/jobs/clock.ts';
import type { Feature } from '#server/lib/feature.ts';
import { refuse, refusedAs } from '#server/lib/refusal.ts';
import {
  carrySessions,
  cleanNonces,
  cleanSessions,
  deleteSession,
  findInviter,
  saveNonce,
  useNonce,
} from './wallet.repository.ts';
import { SIGN_IN_MS, newNonce, originsOf, readInviteCode, readSignIn } from './wallet.rules.ts';
import {
  type EndSession,
  type OpenAccount,
  type SignInDeps,
  openSession,
  signIn,
} from './wallet.usecases.ts';

interface WalletDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly chain: Pick<Chain, 'chainId' | 'verifySignature'>;
  readonly config: { readonly demo: boolean };
  /** Read at each sign-in: with PORT=0 the address is known only once the server listens. */
  readonly publicUrl: () => string;
  readonly formerOf: SignInDeps['formerOf'];
  /**
   * Creates the miner that a new account starts with, in the same transaction; `gift` says whether it comes with the
   * welcome gift.
   */
  readonly openTrial: (db: Db, userId: bigint, gift: boolean) => Promise<void>;
  /** Applies the limits of an account to another account of the same person. */
  readonly carryLimits: (db: Db, from: bigint, to: bigint) => Promise<void>;
  readonly userView: (db: Db, userId: bigint) => Promise<Output<'GET /api/user/info'>>;
  /** When a user ends a session, removes whatever else belongs to it. */
  readonly signedOut: (db: Db, tokenHash: Uint8Array) => Promise<void>;
  /** Ends an account's event streams; those of sessions that are still open reconnect. */
  readonly endStreams: (userId: bigint) => void;
}

export function walletFeature(deps: WalletDeps) {
  const { database, clock, chain } = deps;
  const { demo } = deps.config;
  /** Includes what the address had sent before anybody signed in with it. */
  const openAccount: OpenAccount = async (db, userId, former, now) => {
    await deps.openTrial(db, userId, former === undefined);
    if (former) await deps.carryLimits(db, former.last, userId);
    await claimDeposits(db, userId, now);
  };

  async function issueNonce(db: Db, expiresAt: Date): Promise<string> {
    const nonce = newNonce();
    await saveNonce(db, nonce, expiresAt);
    return nonce;
  }
  const loginView = async (
    db: Db,
    { userId, expiresAt, ...session }: Awaited<ReturnType<typeof signIn>>,
  ): Promise<Output<'POST /api/auth/login'>> => ({
    token: session.token,
    outboxToken: session.outboxToken,
    expiresAt: expiresAt.toISOString(),
    isFirst: session.isFirst,
    user: await deps.userView(db, userId),
  });
  const endSession: EndSession = async (db, tokenHash) => {
    // Locks the session first: its holder may be waiting for the lock on its device.
    await deleteSession(db, tokenHash);
    await deps.signedOut(db, tokenHash);
  };

  return {
    handlers: {
      'GET /api/auth/nonce': async (c) => {
        const expiresAt = new Date(c.now.getTime() + SIGN_IN_MS);
        return { nonce: await issueNonce(c.db, expiresAt), expiresAt: expiresAt.toISOString() };
      },
      'GET /api/auth/invite': async (c) => {
        const inviter = await findInviter(c.db, readInviteCode(c.input.code));
        return { address: maskAddress((inviter ?? refuse('not_found')).address) };
      },
      'POST /api/auth/login': {
        // The signature may have to be verified by a contract on the chain, so this runs outside a transaction.
        prepare: async (c) => {
          const { message, signature, inviteCode } = c.input;
          const claim = readSignIn(message, {
            origins: originsOf(deps.publicUrl(), demo),
            chainId: chain.chainId,
            now: demo ? [clock.now(), clock.wall()] : [clock.now()],
          });
          if (!claim) refuse('bad_wallet_signature');
          let { nonce }: Partial<typeof claim> = claim;
          // Before the chain is asked, so nobody makes the node work twice for one nonce.
          const mayAsk = async () => {
            if (!(await useNonce(c.db, claim.nonce, c.now))) refuse('bad_nonce');
            nonce = undefined;
            return true;
          };
          const { address } = claim;
          const checked = chain.verifySignature({ message, signature, address }, mayAsk);
          if (!(await refusedAs('unavailable', NodeUnreachable, checked))) refuse('bad_wallet_signature');
          return async ({ db, now, after }) => {
            const given = { address, nonce, inviteCode };
            const session = await signIn(
              db,
              { formerOf: deps.formerOf, openAccount, endSession },
              given,
              now,
            );
            if (session.ended > 0) after(() => deps.endStreams(session.userId));
            return loginView(db, session);
          };
        },
      },
    },
    chores: [
      { name: 'nonces', everyMs: MINUTE_MS, run: (now) => cleanNonces(database.kysely, now) },
      { name: 'sessions', everyMs: HOUR_MS, run: (now) => cleanSessions(database.kysely, now) },
    ],
    provides: {
      carrySessions,
      endSession,
      newNonce: issueNonce,
      useNonce,
      /** Signs an account in on a device without its wallet. */
      openSession: async (db: Db, userId: bigint, deviceId: string, now: Date) => {
        const session = await openSession(db, { endSession }, { userId, deviceId, now });
        return { ended: session.ended, login: await loginView(db, { isFirst: false, ...session }) };
      },
    },
  } satisfies Feature;
}
