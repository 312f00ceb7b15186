// Compares what was acknowledged with what the ledger holds: nothing acknowledged is missing, and nothing is there twice.
import { sql } from 'kysely';
import type { Db } from '#server/db/client.ts';
import type { Fleet } from './fleet.ts';
import type { Load, Mark } from './load.ts';

/** Entries may become visible after ones with higher numbers, so this many before the newest are read again. */
const OVERLAP = 2000n;

export class Books {
  lost = 0;
  doubled = 0;
  readonly problems: string[] = [];
  readonly #counts = new Map<Mark, number>();
  readonly #seen = new Set<string>();
  /** What was there before the load began. */
  #before = new Map<Mark, number>();
  #newest = 0n;
  readonly #fleet: Fleet;

  constructor(fleet: Fleet) {
    this.#fleet = fleet;
  }

  #count(id: string, mark: Mark): void {
    if (this.#seen.has(id)) return;
    this.#seen.add(id);
    this.#counts.set(mark, (this.#counts.get(mark) ?? 0) + 1);
  }

  /** Reads what calls have left behind since the last read: one mark for each effect. */
  async #read(db: Db): Promise<void> {
    const from = this.#newest - OVERLAP;
    const { rows } = await sql<{ id: bigint; who: string; kind: string; coin: string; amount: bigint }>`
      select j.id, lower(u.address) as who, j.kind, p.coin, p.amount
      from ledger_journal j join ledger_postings p on p.journal_id = j.id
        join ledger_accounts a on a.id = p.account_id join users u on u.id = a.user_id
      where j.id > ${from} and (j.kind in ('mining', 'unstake')
        or (j.kind in ('stake', 'exchange', 'race_bet', 'hashrate_purchase') and p.amount < 0))`.execute(db);
    for (const { id, who, kind, coin, amount } of rows) {
      if (id > this.#newest) this.#newest = id;
      this.#count(`${id} ${who}`, kind === 'mining' ? `${who} mining` : `${who} ${kind} ${coin} ${amount}`);
    }
    const guesses = await sql<{ id: string; who: string; number: number }>`
      select g.round || ' ' || g.user_id || ' ' || g.n as id, lower(u.address) as who, g.number
      from lottery_guesses g join users u on u.id = g.user_id`.execute(db);
    for (const { id, who, number } of guesses.rows) this.#count(id, `${who} guess ${number}`);
  }

  /** Records what is there before anybody acts. */
  async open(): Promise<void> {
    await this.#fleet.read((db) => this.#read(db));
    this.#before = new Map(this.#counts);
  }

  /** Compares; the load may continue meanwhile. */
  async compare(load: Load): Promise<void> {
    const least = tally(load.acknowledged.values());
    await this.#fleet.read((db) => this.#read(db));
    const most = tally([...load.acknowledged.values(), ...load.open.values()]);
    [this.lost, this.doubled] = [0, 0];
    for (const mark of new Set([...least.keys(), ...this.#counts.keys()])) {
      if (!load.acts(mark)) continue;
      const found = (this.#counts.get(mark) ?? 0) - (this.#before.get(mark) ?? 0);
      const missing = (least.get(mark) ?? 0) - found;
      const extra = found - (most.get(mark) ?? 0);
      if (missing > 0) this.#report('lost', missing, mark);
      if (extra > 0) this.#report('doubled', extra, mark);
    }
  }

  #report(what: 'lost' | 'doubled', count: number, mark: Mark): void {
    this[what] += count;
    const problem = `${what}: ${mark}`;
    if (!this.problems.includes(problem)) this.problems.push(problem);
  }
}

function tally(acts: Iterable<{ readonly mark: Mark }>): Map<Mark, number> {
  const counts = new Map<Mark, number>();
  for (const { mark } of acts) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  return counts;
}
