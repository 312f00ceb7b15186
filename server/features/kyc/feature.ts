/** Identity verification. Documents are encrypted, and deleted a number of days after the verdict. */
import { DOCUMENT_RULE } from '#contract/kyc.ts';
import { HOUR_MS } from '#rules/days.ts';
import type { Database, Db } from '#server/db/client.ts';
import type { Clock } from '#server/jobs/clock.ts';
import type { Feature } from '#server/lib/feature.ts';
import { type Marked, markOf } from '#server/lib/marks.ts';
import { kycCommands } from './kyc.commands.ts';
import { documentsOf, dropDocuments, eraseOwn, eraseVerification } from './kyc.documents.ts';
import { kycSections } from './kyc.export.ts';
import { fingerprintKey } from './kyc.keys.repository.ts';
import { submissionsOf } from './kyc.repository.ts';
import { EXCHANGES, historyOf } from './kyc.rules.ts';
import { admit } from './kyc.uploads.ts';
import { deleteOldUploads } from './kyc.uploads.repository.ts';
import { APPROVE_JOB, type KycDeps, approveDue, prepare, submit } from './kyc.usecases.ts';

interface KycFeatureDeps extends Pick<KycDeps, 'documentKey' | 'otherKey' | 'onApproved' | 'onRevoked'> {
  readonly database: Database;
  readonly clock: Clock;
  /** The current settings. */
  readonly live: () => {
    readonly kycAutoApproveSeconds: number | undefined;
    readonly documentDays: number;
  };
}

/** Number of submissions shown in the history. */
const SHOWN = 50;

export function kycFeature({ database, clock, live, ...given }: KycFeatureDeps) {
  const deps: KycDeps = {
    ...given,
    autoApproveSeconds: () => live().kycAutoApproveSeconds,
    documentDays: () => live().documentDays,
  };
  const drop = (now: Date) => dropDocuments(database.kysely, deps, now);
  return {
    handlers: {
      'GET /api/kyc': async () => ({
        exchanges: EXCHANGES.map(({ id, name }) => ({ id, name })),
        mimeTypes: [...DOCUMENT_RULE.mimeTypes],
        maxBytes: DOCUMENT_RULE.maxBytes,
      }),
      'GET /api/user/kyc': async (c) => {
        const rows = await submissionsOf(c.db, c.user.id, SHOWN);
        const [row] = rows;
        return {
          status: row?.status ?? 'none',
          exchange: row?.exchange ?? null,
          exchangeUid: row?.exchange_uid ?? null,
          exchangeAddress: row?.exchange_address ?? null,
          submittedAt: row?.submitted_at.toISOString() ?? null,
          reviewedAt: (row?.revoked_at ?? row?.reviewed_at)?.toISOString() ?? null,
          reason: row?.reason ?? null,
          history: historyOf(rows),
          documents: await documentsOf(c.db, deps, c.user.id),
        };
      },
      'POST /api/user/kyc': {
        admit: (upload) => admit(upload, deps.documentKey),
        prepare: async ({ db, input, files }) => {
          const prepared = await prepare(db, deps, input, files);
          return async (c) => {
            await submit(c.db, deps, c.user.id, prepared, c.now);
            return { status: 'submitted' };
          };
        },
      },
      'POST /api/user/kyc/erase': async (c) => ({
        deletedAt: (await eraseOwn(c.db, c.user.id, c.now)).toISOString(),
      }),
    },
    jobs: { [APPROVE_JOB]: approveDue(deps) },
    chores: [
      { name: 'documents', everyMs: 60_000, run: drop },
      { name: 'uploads', everyMs: HOUR_MS, run: (now) => deleteOldUploads(database.kysely, now) },
    ],
    commands: kycCommands({ ...deps, database, clock }),
    sections: kycSections,
    provides: {
      dropDocuments: drop,
      eraseVerification,
      markOf: async (db: Db, what: Marked, text: string) =>
        markOf((await fingerprintKey(db, deps)).key, what, text),
    },
  } satisfies Feature;
}
