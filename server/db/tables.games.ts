/** The tables of both games as Kysely sees them: draws, limits of play, lottery and race. */
import type { Generated } from 'kysely';
import type { Bytes, Units, WithDefault } from './values.ts';

export interface GameTables {
  /** Both games' draws (server/chain/draws/draws.ts). */
  draws: {
    id: string;
    game: 'race' | 'lottery';
    draws_at: Date;
    rule: 'validator' | 'plain';
    seed_hash: string;
    sealed_seed: Bytes;
    wanted: Generated<boolean>;
    state: WithDefault<'waiting' | 'drawn' | 'void' | 'idle'>;
    attempts: Generated<number>;
    tried_at: WithDefault<Date | null>;
    reason: WithDefault<string | null>;
    from_block: WithDefault<bigint | null>;
    block_number: WithDefault<bigint | null>;
    block_hash: WithDefault<string | null>;
    tx_hash: WithDefault<string | null>;
    seed: WithDefault<string | null>;
    hash: WithDefault<string | null>;
    finished_at: WithDefault<Date | null>;
  };
  play_limits: {
    user_id: bigint;
    daily_limit: WithDefault<Units | null>;
    pending_limit: WithDefault<Units | null>;
    pending_at: WithDefault<Date | null>;
    paused_until: WithDefault<Date | null>;
    /** A date in Singapore, as text: 2026-11-21. */
    day: string;
    spent: Generated<Units>;
  };
  /** `round` is a date in Singapore, as text: 2026-11-21. */
  lottery_rounds: {
    round: string;
    closes_at: Date;
    state: WithDefault<'open' | 'closed' | 'settled' | 'void'>;
    carried: Units | null;
    carried_issued: WithDefault<Units | null>;
    issued: Generated<Units>;
    paid: Generated<Units>;
    guesses: Generated<number>;
    miners: Generated<number>;
    drawn: WithDefault<number | null>;
    winners: Generated<number>;
    share: Generated<Units>;
    settled_to: Generated<bigint>;
    batches: Generated<number>;
    rolled: WithDefault<Units | null>;
    finished_at: WithDefault<Date | null>;
  };
  lottery_guesses: {
    round: string;
    user_id: bigint;
    n: number;
    number: number;
    paid: Units;
    placed_at: Date;
  };
  /** Arrays are in lane order; the ranking lists the lanes in order of arrival, "316245". */
  race_rounds: {
    round: bigint;
    state: WithDefault<'open' | 'settling' | 'returning' | 'settled' | 'void'>;
    stakes: Generated<Units[]>;
    total: Generated<Units>;
    rates: Generated<Units[]>;
    ranking: WithDefault<string | null>;
    champion: WithDefault<number | null>;
    settled_user: Generated<bigint>;
    batches: Generated<number>;
    paid: Generated<Units>;
    team: Generated<Units>;
    leaders: Generated<bigint[]>;
    finished_at: WithDefault<Date | null>;
  };
  race_entries: {
    user_id: bigint;
    round: bigint;
    stakes: Units[];
    total: Units;
    bets: number;
    ancestor1: bigint | null;
    ancestor2: bigint | null;
    ancestor3: bigint | null;
    placed_at: Date;
  };
  race_batches: {
    round: bigint;
    batch: number;
    from_user: bigint;
    to_user: bigint;
    paid_at: Date;
    /** The teams above have counted this bet. */
    counted: boolean;
  };
}
