/** Identity verification: what is asked for, the account's own state, and the submission with its two documents. */
import * as z from 'zod/mini';
import { KycState } from './account.ts';
import { call } from './call.ts';
import { Time } from './shapes.ts';

/** Documents are known by their content, never by the name or type that the sender claims. */
export const DOCUMENT_RULE = {
  maxBytes: 8 * 1024 * 1024,
  mimeTypes: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'],
} as const;

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
    }),
    errors: [],
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
