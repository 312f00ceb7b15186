/** The tables of an account's own data as Kysely sees them. */

export interface AccountTables {
  data_exports: {
    user_id: bigint;
    /** Times of the last export and of those in the hour before it, oldest first. */
    times: Date[];
  };
}
