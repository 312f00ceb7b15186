/** The account itself, its sessions and its exports, for the file with all data of an account. */
import { maskAddress } from '#rules/mask.ts';
import type { DataSection } from '#server/lib/sections.ts';
import { findSessions, findUser } from './account.repository.ts';

const account: DataSection = {
  name: 'account',
  about: 'The account. Of who invited it the address is shortened, since it is somebody else.',
  async *rows(db, userId) {
    const user = await findUser(db, userId);
    yield {
      address: user.address,
      inviteCode: user.invite_code,
      invitedBy: user.inviter && maskAddress(user.inviter),
      verification: user.kyc,
      permanentMiner: user.official,
      signIns: user.sign_ins,
      createdAt: user.created_at,
    };
  },
};

const sessions: DataSection = {
  name: 'sessions',
  about: 'Sign-ins that are still good. Their keys are kept as fingerprints only and are not told.',
  async *rows(db, userId) {
    for (const session of await findSessions(db, userId))
      yield {
        signedInAt: session.created_at,
        lastSeenAt: session.last_seen_at,
        expiresAt: session.expires_at,
        queuedActionsUntil: session.outbox_expires_at,
        remindersTestedAt: session.push_tested_at,
      };
  },
};

const exports: DataSection = {
  name: 'exports',
  about: 'When this file was made in the hour before it was made last.',
  async *rows(db, userId) {
    const row = await db
      .selectFrom('data_exports')
      .select('times')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    for (const at of row?.times ?? []) yield { at };
  },
};

export const accountSections: readonly DataSection[] = [account, sessions, exports];
