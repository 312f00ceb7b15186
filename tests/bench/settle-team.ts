// The team page's calls for an account above everybody else, through the whole HTTP stack: session, queries, envelope.
import type { Database } from '#server/db/client.ts';
import { teamRoutes } from '#server/features/team/team.routes.ts';
import { fakeApp, newSession } from '#tests/support/fake-app.ts';
import { type Client as Api, client } from '#tests/support/http.ts';
import type { Input } from '#contract';
import { median } from './figures.ts';
import { largeTeam } from './team-rows.ts';

export interface Team {
  accounts: number;
  directs: number;
}

const CALLS: Record<string, Input<'GET /api/user/invites'>> = {
  'summary and first page, all levels': {},
  'summary and first page, level 1': { level: '1' },
  'level 2': { level: '2' },
  'level 3': { level: '3' },
  'first digits of an address': { search: '0x12ab' },
  'last digits of an address': { search: '…12ab' },
};

async function time(run: () => Promise<{ code: number; text: string }>): Promise<number> {
  const start = performance.now();
  const { code, text } = await run();
  const took = performance.now() - start;
  if (code !== 0) throw new Error(`refused: ${text}`);
  return took;
}

async function medianOf(rounds: number, run: () => Promise<{ code: number; text: string }>): Promise<number> {
  const times: number[] = [];
  // The first tenth is a warm-up and is not counted.
  for (let round = -Math.ceil(rounds / 10); round < rounds; round += 1) {
    const took = await time(run);
    if (round >= 0) times.push(took);
  }
  return median(times) ?? 0;
}

/** A page far from the first. */
async function behind(api: Api, pages: number): Promise<string | undefined> {
  let cursor: string | undefined;
  for (let page = 0; page < pages; page += 1) {
    const { data } = await api.call('GET /api/user/invites', {
      level: '1',
      limit: '100',
      ...(cursor && { cursor }),
    });
    if (!data.nextCursor) return cursor;
    cursor = data.nextCursor;
  }
  return cursor;
}

/** Median milliseconds of each call. */
export async function askTeam(database: Database, { accounts, directs }: Team, rounds: number) {
  const root = await largeTeam(database.kysely, accounts, directs);
  const { app } = fakeApp(database, { handlers: teamRoutes(() => 3) });
  try {
    const { id, token } = await newSession(database);
    await database.kysely.updateTable('sessions').set({ user_id: root }).where('user_id', '=', id).execute();
    const api = client(app, undefined, token);
    const figures: Record<string, number> = {};
    for (const [name, input] of Object.entries(CALLS))
      figures[name] = await medianOf(rounds, () => api.send('GET /api/user/invites', input));
    const cursor = await behind(api, 20);
    figures['a page behind 2,000 others'] = await medianOf(rounds, () =>
      api.send('GET /api/user/invites', { level: '1', ...(cursor && { cursor }) }),
    );
    figures['levels'] = await medianOf(rounds, () => api.send('GET /api/user/levels', {}));
    return figures;
  } finally {
    await app.close();
  }
}
