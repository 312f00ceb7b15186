// Draw sources for tests, by default all with the same key, and draws with a participant.
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { seedKey } from '#server/chain/draws/draw-seeds.ts';
import { type Draws, type DrawsDeps, createDraws } from '#server/chain/draws/draws.ts';
import type { Db } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import { CHAIN_ID, memoryLog, testClock } from '#tests/support/devnet.ts';

const key = seedKey(randomBytes(32));

/** A source of draws; nothing has to be secured unless requested. */
export const drawSource = (deps: Pick<DrawsDeps, 'db' | 'rpc'> & Partial<DrawsDeps>): Draws =>
  createDraws({
    ...{ chainId: CHAIN_ID, clock: testClock(), log: memoryLog(), rule: 'validator', key },
    secure: async () => undefined,
    ...deps,
  });

/** Adds a participant to a draw; false if it is too late. */
export async function want(db: Db, id: string): Promise<boolean | undefined> {
  const { rows } = await sql<{ ok: boolean }>`select ${fn('draw_want')}(${id}) as ok`.execute(db);
  return rows[0]?.ok;
}
