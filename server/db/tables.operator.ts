/** The operator's log as Kysely sees it; rows are added, never changed. Also the pictures that the operator has uploaded. */
import type { GeneratedAlways } from 'kysely';

export interface OperatorTables {
  operator_commands: {
    id: GeneratedAlways<bigint>;
    at: Date;
    /** The operating system's user. */
    os_user: string;
    /** The name given with `--as`. */
    as_name: string | null;
    command: string;
    /** JSON: the command's words, its options, and name, size and SHA-256 of each file. */
    args: string;
    options: string;
    files: string;
  };
  operator_outcomes: {
    command_id: bigint;
    at: Date;
    outcome: 'done' | 'refused' | 'failed';
    /** The first line of the answer to the operator. */
    answer: string;
  };
  pictures: { name: string; mime: string; bytes: Uint8Array; added_at: Date };
}
