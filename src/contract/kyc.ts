/** Identity verification: what is asked for, the account's own state, and the submission with its two documents. */
import * as z from 'zod/mini';
import { DOCUMENT_MOST_BYTES } from '#rules/figures.ts';
import { KycState } from './account.ts';
import { call } from './call.ts';
import { Empty, Time } from './shapes.ts';

/** Documents are known by their content, never by the name or type that the sender claims. */
export const DOCUMENT_RULE = {
  maxBytes: DOCUMENT_MOST_BYTES,
  mimeTypes: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'],
} as const;

/** One step of a verification's way; a reason comes with `failed` alone. */
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
      exchangeUid: z.nullable(z.string()),
      exchangeAddress: z.nullable(z.string()),
      submittedAt: z.nullable(Time),
      reviewedAt: z.nullable(Time),
      reason: z.nullable(z.string()),
      /** What has happened to the account's submissions, oldest first; those of the last 50. */
      history: z.array(KycEvent),
      documents: z.object({
        /** Documents of the account are kept, sealed. */
        kept: z.boolean(),
        /** When the last of them goes by itself; null while a submission is looked at, and when none is kept. */
        deleteAt: z.nullable(Time),
        /** When the last of them went; null while one is kept, and when there never was one. */
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
    changes: ['GET /api/user/kyc'],
    /** While a submission is looked at: kyc_pending. Never submitted any: not_found. */
    errors: ['kyc_pending', 'not_found'],
  }),
  'POST /api/user/kyc': call({
    summary: 'Submits the verification; multipart',
    session: 'required',
    /** What is missing or wrong here is told by 1103 with its issues, like a wrong document. */
    body: z.strictObject({
      exchange: z.optional(z.string().check(z.maxLength(200))),
      exchangeUid: z.optional(z.string().check(z.maxLength(200))),
      exchangeAddress: z.optional(z.string().check(z.maxLength(200))),
    }),
    files: { idDocument: DOCUMENT_RULE, addressDocument: DOCUMENT_RULE },
    output: z.object({ status: KycState }),
    changes: ['GET /api/user/kyc', 'GET /api/user/info'],
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
