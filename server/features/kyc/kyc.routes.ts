/** Verification calls. */
import { DOCUMENT_RULE } from '#contract/kyc.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { EXCHANGES } from './kyc.rules.ts';
import { latest } from './kyc.repository.ts';
import { type KycDeps, submit } from './kyc.usecases.ts';

export function kycRoutes(deps: KycDeps): Handlers {
  return {
    'GET /api/kyc': async () => ({
      exchanges: EXCHANGES.map(({ id, name }) => ({ id, name })),
      mimeTypes: [...DOCUMENT_RULE.mimeTypes],
      maxBytes: DOCUMENT_RULE.maxBytes,
    }),
    'GET /api/user/kyc': async (c) => {
      const row = await latest(c.db, c.user.id);
      return {
        status: row?.status ?? 'none',
        exchangeUid: row?.exchange_uid ?? null,
        exchangeAddress: row?.exchange_address ?? null,
        submittedAt: row?.submitted_at.toISOString() ?? null,
        reviewedAt: row?.reviewed_at?.toISOString() ?? null,
        reason: row?.reason ?? null,
      };
    },
    'POST /api/user/kyc': async (c) => {
      await submit(c.db, deps, c.user.id, c.input, c.files, c.now);
      return { status: 'submitted' };
    },
  };
}
