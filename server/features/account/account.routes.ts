/** The signed-in account. */
import type { Output } from '#contract';
import { maskAddress } from '#rules/mask.ts';
import type { Db } from '#server/db/client.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { findSessions, findUser } from './account.repository.ts';

export interface AccountDeps {
  /** The team level, which follows from the members. */
  levelOf: (db: Db, userId: bigint) => Promise<number>;
}

/** The account as the contract shows it; sign-in answers with it as well. */
export const userView =
  ({ levelOf }: AccountDeps) =>
  async (db: Db, userId: bigint): Promise<Output<'GET /api/user/info'>> => {
    const user = await findUser(db, userId);
    return {
      address: user.address,
      inviteCode: user.invite_code,
      level: await levelOf(db, userId),
      kyc: user.kyc,
      official: user.official,
      isFirst: user.is_first,
      createdAt: user.created_at.toISOString(),
      invitedBy: user.inviter && maskAddress(user.inviter),
    };
  };

export function accountRoutes(deps: AccountDeps) {
  const view = userView(deps);
  return {
    'GET /api/user/info': (c) => view(c.db, c.user.id),
    'GET /api/user/sessions': async (c) => ({
      items: (await findSessions(c.db, c.user.id))
        .filter(({ expires_at: expiresAt }) => expiresAt > c.now)
        .map((session) => ({
          signedInAt: session.created_at.toISOString(),
          lastSeenAt: session.last_seen_at.toISOString(),
          expiresAt: session.expires_at.toISOString(),
          current: Buffer.from(session.token_hash).equals(c.user.tokenHash),
        })),
    }),
  } satisfies Partial<Handlers>;
}
