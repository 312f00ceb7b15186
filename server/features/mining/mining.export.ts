/** Miner, cycles and bought hashrate, for an account's data export. */
import { fromUnits } from '#rules/amounts.ts';
import { history, type Movement } from '#server/ledger/read.ts';
import { type DataSection, pageByPage } from '#server/lib/sections.ts';

const miner: DataSection = {
  name: 'miner',
  about: 'The miner, its hashrate and its current cycle.',
  async *rows(db, userId) {
    const row = await db.selectFrom('miners').selectAll().where('user_id', '=', userId).executeTakeFirst();
    if (!row) return;
    yield {
      kind: row.kind,
      state: row.state,
      giftedHashrate: fromUnits(row.gifted),
      purchasedHashrate: fromUnits(row.purchased),
      teamHashrate: [row.team1, row.team2, row.team3].map((hashrate) => fromUnits(hashrate)),
      activatedByInvite: row.invite_used,
      permanentAt: row.permanent_at,
      cycleStartedAt: row.cycle_started_at,
      cycleEndsAt: row.cycle_ends_at,
      cycleHashrate: fromUnits(row.cycle_hashrate),
      cycleBonus: fromUnits(row.cycle_bonus),
      cycleOutput: fromUnits(row.cycle_output),
      totalOutput: fromUnits(row.total_output),
      remindersEver: row.reminders,
    };
  },
};

const cycles: DataSection = {
  name: 'miningCycles',
  about: 'Finished mining cycles and what each has produced, in ADIT.',
  async *rows(db, userId) {
    const found = pageByPage<{ claimed_at: Date; journal_id: bigint; output: bigint }>((limit, after) =>
      db
        .selectFrom('mining_cycles')
        .select(['claimed_at', 'journal_id', 'output'])
        .where('user_id', '=', userId)
        .$if(after !== undefined, (query) =>
          query.where((e) =>
            e(
              e.refTuple('claimed_at', 'journal_id'),
              '>',
              e.tuple(after?.claimed_at ?? new Date(0), after?.journal_id ?? 0n),
            ),
          ),
        )
        .orderBy('claimed_at')
        .orderBy('journal_id')
        .limit(limit)
        .execute(),
    );
    for await (const row of found)
      yield { claimedAt: row.claimed_at, output: fromUnits(row.output), entry: String(row.journal_id) };
  },
};

const KINDS = ['miner_purchase', 'hashrate_purchase', 'hashrate_resale'];

const purchases: DataSection = {
  name: 'hashrate',
  about:
    'The miner and hashrate as they were bought and sold back, newest first. Amounts as they changed the balance.',
  async *rows(db, userId) {
    const found = pageByPage<Movement>((limit, after) => history(db, userId, { kinds: KINDS, after, limit }));
    for await (const { at, kind, coin, amount, entry } of found)
      yield { time: at, kind, coin, amount: fromUnits(amount), entry: String(entry) };
  },
};

export const miningSections: readonly DataSection[] = [miner, cycles, purchases];
