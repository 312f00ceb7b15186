/** The signed-in account. */
import * as z from 'zod/mini';
import { call } from './call.ts';
import { Address, Amount, Signature, Time } from './shapes.ts';

export const KycState = z.enum(['none', 'submitted', 'approved', 'failed']);

export const User = z.object({
  address: Address,
  inviteCode: z.string(),
  level: z.int(),
  kyc: KycState,
  /** Has a permanent miner. */
  official: z.boolean(),
  isFirst: z.boolean(),
  createdAt: Time,
  /** The inviter's address, shortened in the middle; `deleted` for a deleted account. */
  invitedBy: z.nullable(z.string()),
  /** While the operator has frozen the account, no money leaves it and it cannot play. */
  frozen: z.nullable(z.object({ since: Time, reason: z.string() })),
});

export const account = {
  'GET /api/user/info': call({
    summary: 'The signed-in account',
    session: 'required',
    output: User,
    errors: [],
  }),
  'GET /api/user/sessions': call({
    summary: 'Where the account is signed in, newest first; at most twenty sessions',
    session: 'required',
    output: z.object({
      items: z.array(
        z.object({
          signedInAt: Time,
          lastSeenAt: Time,
          expiresAt: Time,
          /** The session that makes this request. */
          current: z.boolean(),
        }),
      ),
    }),
    errors: [],
  }),
  'GET /api/user/export': call({
    summary: 'Everything that is kept about the account, as a JSON file of named sections; a few an hour',
    session: 'required',
    form: 'json',
    output: z.object({}),
    errors: [],
  }),
  'GET /api/user/deletion': call({
    summary:
      'What deleting the account takes: what has to end before, what is given up, and the text that the wallet signs',
    session: 'required',
    output: z.object({
      /**
       * `withdrawal`: one is not paid yet; `stake`: one is not redeemed; `bet`: one is in a round without a result;
       * `cycle`: the trial is running, or a cycle is not claimed.
       */
      open: z.array(z.enum(['frozen', 'withdrawal', 'stake', 'hashrate', 'bet', 'cycle'])),
      /** What the account holds; deleting gives it up. */
      balances: z.array(z.object({ coin: z.string(), amount: Amount })),
      /** Valid once, for five minutes; null while something is open. It names the account and its balances. */
      message: z.nullable(z.string()),
    }),
    errors: [],
  }),
  'POST /api/user/delete': call({
    summary:
      'Deletes the account whose wallet has signed the text of GET /api/user/deletion: for good, with everything but the ledger. Needs no session, so that a repeated request gets its reply although the sessions have ended',
    session: 'none',
    body: z.strictObject({
      message: z.string().check(z.minLength(1), z.maxLength(4000)),
      signature: Signature,
    }),
    output: z.object({ deletedAt: Time }),
    whileFrozen: 'works',
    changes: 'all',
    /**
     * bad_wallet_signature: not such a text, or signed by another wallet; not_found: no account has this address;
     * deletion_blocked (data: `open`); consent_required: the text is too old or already used, or the balances have
     * changed since. In each case, nothing is deleted.
     */
    errors: ['bad_wallet_signature', 'not_found', 'deletion_blocked', 'consent_required'],
  }),
};
