/** The tables of an account's own data as Kysely sees them. */

export interface AccountTables {
  data_exports: {
    user_id: bigint;
    /** Of the hour before the last one, and that one; the oldest first. */
    times: Date[];
  };
}
