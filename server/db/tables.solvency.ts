/** The tables of the daily trees over all balances, and of the audit, as Kysely sees them. */
import type { GeneratedAlways } from 'kysely';
import type { Bytes, WithDefault } from './values.ts';

export interface SolvencyTables {
  /** The chain of hashes over the journal (server/ledger/blocks.ts). */
  ledger_blocks: {
    id: bigint;
    from_id: bigint;
    to_id: bigint;
    entries: bigint;
    hash: Bytes;
    sealed_at: Date;
  };
  books_audits: { one: number; begun_at: Date; from_id: bigint; audited_id: bigint; complete_at: Date };
  solvency_trees: {
    id: GeneratedAlways<bigint>;
    /** A date in Singapore, as text: 2026-11-21. */
    day: string;
    /** `wanted`: nothing has been done yet; `taken`: the balances are copied; `done`: the root is published. */
    state: WithDefault<'wanted' | 'taken' | 'done'>;
    /** Nonces and the order of leaves are derived from it. Null once the leaves are deleted. */
    secret: Bytes | null;
    /** The time of the balances. */
    as_of: WithDefault<Date | null>;
    leaves: WithDefault<number>;
    /** What the ledger owed users at that time, as the tree writes sums (src/proofs/sums.ts). */
    owed: WithDefault<string | null>;
    /** The number of hashed chunks. */
    hashed: WithDefault<number>;
    root: WithDefault<string | null>;
    sums: WithDefault<string | null>;
    /** The newest block of the journal at that time; null before the first one. */
    journal_to: WithDefault<bigint | null>;
    journal_hash: WithDefault<Bytes | null>;
  };
  /** Leaves in their order, several per row. */
  solvency_chunks: {
    tree: bigint;
    chunk: number;
    /** The position of its first leaf in the order of leaves. */
    first_key: Bytes;
    leaves: number;
    /** One line per leaf: address, space, sums. */
    body: string;
  };
  /** The nodes from the roots of the chunks upwards. */
  solvency_nodes: { tree: bigint; level: number; index: number; hash: Bytes; sums: string };
}
