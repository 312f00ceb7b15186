/** GET /api/user/export: everything that is kept about the account, as one JSON file. */
import type { Db } from '#server/db/client.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { refuse } from '#server/lib/refusal.ts';
import type { DataSection } from '#server/lib/sections.ts';
import { noteExport } from './export.repository.ts';
import { jsonFile, secondsToWait } from './export.rules.ts';

/** Raised when fields of the file change their meaning. */
const FORMAT = 1;

const ABOUT =
  'Everything that this service keeps about the account. Amounts are decimal numbers as text, times are in UTC. ' +
  'Documents are named, never contained. What the chain shows about the address is public and not repeated here.';

/** The file's text in parts; the operator's command writes the same one. */
export function accountFile(
  sections: readonly DataSection[],
  database: Db,
  user: { readonly id: bigint; readonly address: string },
  now: Date,
): AsyncIterable<string> {
  const head = { format: FORMAT, about: ABOUT, madeAt: now, address: user.address };
  const parts = sections.map((section) => ({
    name: section.name,
    about: section.about,
    rows: section.rows(database, user.id),
  }));
  return jsonFile(head, parts);
}

export function exportRoutes(sections: readonly DataSection[], database: Db) {
  return {
    'GET /api/user/export': {
      file: async (c) => {
        const before = await noteExport(c.db, c.user.id, c.now);
        if (before) refuse('too_many_requests', { retryAfter: secondsToWait(before, c.now) });
        return {
          filename: `adit-data-${c.now.toISOString().slice(0, 10)}.json`,
          text: accountFile(sections, database, c.user, c.now),
        };
      },
    },
  } satisfies Partial<Handlers>;
}
