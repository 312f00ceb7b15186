/** The tables of reminders as Kysely sees them. */
import type { Generated, GeneratedAlways } from 'kysely';
import type { Bytes, WithDefault } from './values.ts';

export interface PushTables {
  push_subscriptions: {
    id: GeneratedAlways<bigint>;
    user_id: bigint;
    token_hash: Bytes;
    endpoint: string;
    p256dh: Bytes;
    auth: Bytes;
    lang: string;
    quiet_from: string | null;
    quiet_to: string | null;
    time_zone: string | null;
    created_at: Date;
  };
  push_deliveries: {
    subscription_id: bigint;
    cycle_ends_at: Date;
    due_at: Date;
    attempts: Generated<number>;
    /** By the machine's clock. */
    leased_until: WithDefault<Date | null>;
  };
  push_outcomes: { hour: Date; outcome: string; count: bigint };
}
