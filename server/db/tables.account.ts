/** The tables of an account's own data, as Kysely sees them. */

export interface AccountTables {
  devices: {
    id: string;
    user_id: bigint;
    public_key: Uint8Array;
    name: string;
    scope: 'full' | 'claim';
    created_at: Date;
    last_used_at: Date;
  };
  pairings: {
    user_id: bigint;
    code: string;
    expires_at: Date;
    device_id: string | null;
    public_key: Uint8Array | null;
    name: string | null;
  };
  deleted_accounts: {
    user_id: bigint;
    deleted_at: Date;
    /** HMAC-SHA256; see server/lib/marks.ts. */
    address_mark: Uint8Array;
    uid_mark: Uint8Array | null;
  };
  pairing_tries: { network: string; at: Date };
  data_exports: {
    user_id: bigint;
    /** Times of the last export and of those in the hour before it, oldest first. */
    times: Date[];
  };
}
