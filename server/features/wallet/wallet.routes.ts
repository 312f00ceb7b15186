/** Sign-in and sign-out. */
import type { Output } from '#contract';
import { maskAddress } from '#rules/mask.ts';
import type { Db } from '#server/db/client.ts';
import type { Handlers } from '#server/http/handlers.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { refuse } from '#server/lib/refusal.ts';
import { SIGN_IN_MS, newNonce, originsOf, readInviteCode, readSignIn } from './wallet.rules.ts';
import { deleteSession, findInviter, saveNonce } from './wallet.repository.ts';
import { type OpenAccount, signIn } from './wallet.usecases.ts';

interface WalletDeps {
  clock: Clock;
  /** Asked at each sign-in: with PORT=0 the address is known only once the server listens. */
  publicUrl: () => string;
  demo: boolean;
  chainId: number;
  verifySignature: (input: { message: string; signature: string; address: string }) => Promise<boolean>;
  openAccount: OpenAccount;
  userView: (db: Db, userId: bigint) => Promise<Output<'GET /api/user/info'>>;
  /** Takes from a session that its person ends what else belongs to it. */
  signedOut: (db: Db, tokenHash: Uint8Array) => Promise<void>;
}

export function walletRoutes(deps: WalletDeps) {
  const { clock } = deps;
  return {
    'GET /api/auth/nonce': async (c) => {
      const nonce = newNonce();
      const expiresAt = new Date(c.now.getTime() + SIGN_IN_MS);
      await saveNonce(c.db, nonce, expiresAt);
      return { nonce, expiresAt: expiresAt.toISOString() };
    },
    'GET /api/auth/invite': async (c) => {
      const inviter = await findInviter(c.db, readInviteCode(c.input.code));
      return { address: maskAddress((inviter ?? refuse('not_found')).address) };
    },
    'POST /api/auth/login': {
      // The signature may have to be asked of a contract on the chain: not inside of a transaction.
      prepare: async (c) => {
        const { message, signature, inviteCode } = c.input;
        const claim = readSignIn(message, {
          origins: originsOf(deps.publicUrl(), deps.demo),
          chainId: deps.chainId,
          now: deps.demo ? [clock.now(), clock.wall()] : [clock.now()],
        });
        if (!claim) refuse('bad_wallet_signature');
        const good = await deps.verifySignature({ message, signature, address: claim.address });
        if (!good) refuse('bad_wallet_signature');
        return async ({ db, now }) => {
          const session = await signIn(db, claim, inviteCode, now, deps.openAccount);
          return {
            token: session.token,
            outboxToken: session.outboxToken,
            expiresAt: session.expiresAt.toISOString(),
            isFirst: session.isFirst,
            user: await deps.userView(db, session.userId),
          };
        };
      },
    },
    'POST /api/auth/logout': async (c) => {
      await deps.signedOut(c.db, c.user.tokenHash);
      await deleteSession(c.db, c.user.tokenHash);
      return {};
    },
  } satisfies Partial<Handlers>;
}
