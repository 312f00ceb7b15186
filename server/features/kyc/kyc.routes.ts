/** Verification calls. */
import { DOCUMENT_RULE } from '#contract/kyc.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { documentsOf, eraseOwn } from './kyc.documents.ts';
import { submissionsOf } from './kyc.repository.ts';
import { EXCHANGES, historyOf } from './kyc.rules.ts';
import { type KycDeps, submit } from './kyc.usecases.ts';

/** Submissions whose history is told. */
const TOLD = 50;

export function kycRoutes(deps: KycDeps) {
  return {
    'GET /api/kyc': async () => ({
      exchanges: EXCHANGES.map(({ id, name }) => ({ id, name })),
      mimeTypes: [...DOCUMENT_RULE.mimeTypes],
      maxBytes: DOCUMENT_RULE.maxBytes,
    }),
    'GET /api/user/kyc': async (c) => {
      const rows = await submissionsOf(c.db, c.user.id, TOLD);
      const [row] = rows;
      return {
        status: row?.status ?? 'none',
        exchangeUid: row?.exchange_uid ?? null,
        exchangeAddress: row?.exchange_address ?? null,
        submittedAt: row?.submitted_at.toISOString() ?? null,
        reviewedAt: row?.reviewed_at?.toISOString() ?? null,
        reason: row?.reason ?? null,
        history: historyOf(rows),
        documents: await documentsOf(c.db, deps, c.user.id),
      };
    },
    'POST /api/user/kyc': async (c) => {
      await submit(c.db, deps, c.user.id, c.input, c.files, c.now);
      return { status: 'submitted' };
    },
    'POST /api/user/kyc/erase': async (c) => ({
      deletedAt: (await eraseOwn(c.db, c.user.id, c.now)).toISOString(),
    }),
  } satisfies Partial<Handlers>;
}
