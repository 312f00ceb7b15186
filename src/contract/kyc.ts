/** Identity verification: what is required, the account's own state, and the submission with its two documents. */
import * as z from 'zod/mini';
import { DOCUMENT_MOST_BYTES } from '#rules/figures.ts';
import { KycState } from './account.ts';
import { call } from './call.ts';
import { Empty, Time } from './shapes.ts';

/** Documents are recognised by their content, never by the name or type that the sender claims. */
export const DOCUMENT_RULE = {
  maxBytes: DOCUMENT_MOST_BYTES,
  mimeTypes: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'],
} as const;

/** One step of a verification; only `failed` has a reason. */
const KycEvent = z.object({
  state: z.enum(['submitted', 'approved', 'failed']),
  at: Time,
  reason: z.nullable(z.string()),
});

export const kyc = {
  'GET /api/user/kyc': call({
    summary: "The account's verification",
    session: 'required',
    output: z.object({
      status: KycState,
      /** The id of an exchange from `GET /api/kyc`; it may have left that list since. */
      exchange: z.nullable(z.string()),
      exchangeUid: z.nullable(z.string()),
      exchangeAddress: z.nullable(z.string()),
      submittedAt: z.nullable(Time),
      reviewedAt: z.nullable(Time),
      reason: z.nullable(z.string()),
      /** The steps of the account's last 50 submissions, oldest first. */
      history: z.array(KycEvent),
      documents: z.object({
        /** True while documents of the account are stored, encrypted. */
        kept: z.boolean(),
        /** When the last of them will be deleted automatically; null during a review and when none is stored. */
        deleteAt: z.nullable(Time),
        /** When the last of them was deleted; null while one is stored and if there never was one. */
        deletedAt: z.nullable(Time),
      }),
    }),
    errors: [],
  }),
  'POST /api/user/kyc/erase': call({
    summary:
      "Deletes the account's own documents; a verdict stays. When they are gone already, tells since when",
    session: 'required',
    body: Empty,
    output: z.object({ deletedAt: Time }),
    whileFrozen: 'works',
    changes: ['GET /api/user/kyc'],
    /** kyc_pending during a review; not_found if nothing was ever submitted. */
    errors: ['kyc_pending', 'not_found'],
  }),
  'POST /api/user/kyc': call({
    summary: 'Submits the verification; multipart',
    session: 'required',
    /** Missing or invalid fields here are reported as 1103 with the issues, like an invalid document. */
    body: z.strictObject({
      exchange: z.optional(z.string().check(z.maxLength(200))),
      exchangeUid: z.optional(z.string().check(z.maxLength(200))),
      exchangeAddress: z.optional(z.string().check(z.maxLength(200))),
    }),
    files: { idDocument: DOCUMENT_RULE, addressDocument: DOCUMENT_RULE },
    output: z.object({ status: KycState }),
    whileFrozen: 'works',
    changes: ['GET /api/user/kyc', 'GET /api/user/info'],
    /**
     * kyc_pending and too_many_requests come before the body is read, the latter with `reason`: `busy` (another upload
     * of this account, or too many of others), `uploads` (ten an hour per account) or `quota` (the day's bytes of the
     * account or its network), and with Retry-After.
     */
    errors: ['kyc_pending', 'kyc_invalid'],
  }),
  'GET /api/kyc': call({
    summary: 'What a verification asks for',
    session: 'none',
    output: z.object({
      exchanges: z.array(z.object({ id: z.string(), name: z.string() })),
      mimeTypes: z.array(z.string()),
      maxBytes: z.int(),
    }),
    errors: [],
  }),
};
