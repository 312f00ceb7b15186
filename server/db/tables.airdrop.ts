/** The tables of coupons as Kysely sees them. */
import type { Generated, GeneratedAlways } from 'kysely';
import type { Units, WithDefault } from './values.ts';

export interface AirdropTables {
  coupons: {
    id: GeneratedAlways<bigint>;
    code: string;
    coin: string | null;
    amount: Units | null;
    hashrate: Units | null;
    uses_limit: number | null;
    used: Generated<number>;
    expires_at: Date | null;
    made_at: Date;
    made_by: string;
    closed_at: WithDefault<Date | null>;
    note: string | null;
  };
  coupon_uses: {
    coupon_id: bigint;
    user_id: bigint;
    id: GeneratedAlways<bigint>;
    at: Date;
    journal_id: bigint | null;
  };
  coupon_tries: { who: string; at: Date };
}
