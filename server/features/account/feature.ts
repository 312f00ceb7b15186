/** The signed-in account, and the file with everything that is stored about it. */
import type { Output } from '#contract';
import { maskAccount } from '#rules/addresses.ts';
import { getAddress } from 'ethers/address';
import { HOUR_MS } from '#rules/days.ts';
import type { Chain } from '#server/chain/chain.ts';
import { NodeUnreachable } from '#server/chain/rpc.ts';
import type { Db } from '#server/db/client.ts';
import { isOpen } from '#server/http/session.ts';
import type { Feature } from '#server/lib/feature.ts';
import { nonceIn } from '#server/lib/consent.ts';
import { refuse, refusedAs } from '#server/lib/refusal.ts';
import { type DataSection, pageByPage } from '#server/lib/sections.ts';
import { type AccountCommandsDeps, accountCommands } from './account.commands.ts';
import { type Session, exportTimes, findSessions, findUser, noteExport } from './account.repository.ts';
import { deletionProof } from './deletion.check.ts';
import { accountIn } from './deletion.rules.ts';
import { type DeletionDeps, deleteAccount, deletionOf, formerBy, sweepDeleted } from './deletion.usecases.ts';
import { jsonFile, secondsToWait } from './export.rules.ts';

interface AccountDeps extends Omit<AccountCommandsDeps, 'formerOf'>, DeletionDeps {
  /** The team level, derived from the number of valid members. */
  readonly levelOf: (db: Db, userId: bigint) => Promise<number>;
  readonly chain: Pick<Chain, 'verifySignature'>;
  /** What every feature stores about an account, in file order. */
  readonly sections: () => readonly DataSection[];
}

const account: DataSection = {
  name: 'account',
  about: "The account. The inviter's address is shortened, because it belongs to someone else.",
  async *rows(db, userId) {
    const user = await findUser(db, userId);
    yield {
      address: user.address,
      inviteCode: user.invite_code,
      invitedBy: user.inviter && maskAccount(user.inviter),
      verification: user.kyc,
      permanentMiner: user.official,
      signIns: user.sign_ins,
      createdAt: user.created_at,
      frozenAt: user.frozen_at,
      frozenBecause: user.frozen_reason,
    };
  },
};

const sessions: DataSection = {
  name: 'sessions',
  about:
    'Sign-ins that nobody has ended; some may have expired. Only hashes of their keys are stored, and they are not included.',
  async *rows(db, userId) {
    for await (const session of pageByPage((limit, after: Session | undefined) =>
      findSessions(db, userId, limit, after),
    ))
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
  about: 'When this file was last requested, and the requests in the hour before that.',
  async *rows(db, userId) {
    for (const at of await exportTimes(db, userId)) yield { at };
  },
};

/** Incremented when fields of the file change their meaning. */
const FORMAT = 1;

const ABOUT =
  'Everything that this service keeps about the account. Amounts are decimal numbers as text, times are in UTC. ' +
  'Documents are named, never contained. What the chain shows about the address is public and not repeated here.';

export function accountFeature({ levelOf, sections: all, chain, ...deps }: AccountDeps) {
  const { database } = deps;
  const formerOf = formerBy(deps);
  /** The account as the contract shows it; sign-in returns it as well. */
  async function userView(db: Db, userId: bigint): Promise<Output<'GET /api/user/info'>> {
    const user = await findUser(db, userId);
    return {
      address: user.address,
      inviteCode: user.invite_code,
      level: await levelOf(db, userId),
      kyc: user.kyc,
      official: user.official,
      isFirst: user.is_first,
      createdAt: user.created_at.toISOString(),
      invitedBy: user.inviter && maskAccount(user.inviter),
      frozen: user.frozen_at && {
        since: user.frozen_at.toISOString(),
        reason: user.frozen_reason ?? '',
      },
    };
  }

  /** The file's text in parts; the operator's command writes the same text. */
  function accountFile(user: { readonly id: bigint; readonly address: string }, now: Date) {
    const head = { format: FORMAT, about: ABOUT, madeAt: now, address: user.address };
    const parts = all().map((section) => ({
      name: section.name,
      about: section.about,
      rows: section.rows(database.kysely, user.id),
    }));
    return jsonFile(head, parts);
  }

  return {
    handlers: {
      'GET /api/user/info': (c) => userView(c.db, c.user.id),
      'GET /api/user/sessions': async (c) => ({
        items: (await findSessions(c.db, c.user.id))
          .filter((session) => isOpen(session, c.now))
          .map((session) => ({
            signedInAt: session.created_at.toISOString(),
            lastSeenAt: session.last_seen_at.toISOString(),
            expiresAt: session.expires_at.toISOString(),
            current: Buffer.from(session.token_hash).equals(c.user.tokenHash),
          })),
      }),
      'GET /api/user/deletion': (c) => deletionOf(c.db, deps, c.user, c.now),
      'POST /api/user/delete': {
        // The signature may have to be checked by a contract on the chain.
        prepare: async (c) => {
          const { message, signature } = c.input;
          const named = accountIn(message);
          if (named === undefined) refuse('bad_wallet_signature');
          const address = getAddress(named.toLowerCase());
          const nonce = nonceIn(message);
          let used = false;
          // Before the chain is asked, so nobody makes the node work twice for one nonce.
          const mayAsk = async () =>
            (used = nonce !== undefined && (await deps.useNonce(database.kysely, nonce, c.now)));
          const checked = chain.verifySignature({ message, signature, address }, mayAsk);
          if (!(await refusedAs('unavailable', NodeUnreachable, checked))) refuse('bad_wallet_signature');
          return async ({ db, now, after }) => {
            const { id, at } = await deleteAccount(db, deps, { address, message, used }, now);
            after(() => deps.endStreams(id));
            return { deletedAt: at.toISOString() };
          };
        },
      },
      'GET /api/user/export': {
        file: async (c) => {
          const before = await noteExport(c.db, c.user.id, c.now);
          if (before) refuse('too_many_requests', { retryAfter: secondsToWait(before, c.now) });
          return {
            filename: `adit-data-${c.now.toISOString().slice(0, 10)}.json`,
            text: accountFile(c.user, c.now),
          };
        },
      },
    },
    chores: [
      {
        name: 'deleted accounts',
        everyMs: HOUR_MS,
        run: (now) => sweepDeleted(database.kysely, now),
      },
    ],
    commands: accountCommands({ ...deps, formerOf }),
    proofs: [deletionProof],
    sections: [account, sessions, exports],
    provides: { accountFile, formerOf, userView },
  } satisfies Feature;
}
