/**
 * What a process counts about itself, and the form in which others contribute numbers; server/http/metrics.ts serves
 * all of it. Labels have only a few values, which come from this code: never an account, address, key or URL.
 */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

export function newRegistry() {
  const registry = new Registry<typeof Registry.OPENMETRICS_CONTENT_TYPE>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  return registry;
}

/** Per process: a second server in the same process, as in tests, counts here too. */
export const counted = newRegistry();
const registers = [counted];

/** In seconds. */
const SHORT = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
const LONG = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** `call` is a name of the contract, or `page` for everything else; `code` is a name of the contract's codes. */
export const calls = new Histogram({
  ...{ name: 'adit_call_seconds', help: 'Calls by name and code, and how long they took', registers },
  labelNames: ['call', 'code'],
  buckets: LONG,
});
export const callsUnderWay = new Gauge({
  ...{ name: 'adit_calls_under_way', help: 'Calls whose handlers are running', registers },
});
export const limited = new Counter({
  ...{ name: 'adit_rate_limited_total', help: 'Requests refused by a limit', registers },
  labelNames: ['limit'],
});

export const statements = new Histogram({
  ...{ name: 'adit_database_statement_seconds', help: 'How long SQL statements took', registers },
  buckets: SHORT,
});
export const connectionWait = new Histogram({
  ...{
    name: 'adit_database_wait_seconds',
    help: 'How long work waited for a database connection',
    registers,
  },
  buckets: SHORT,
});
export const connectionsUsed = new Gauge({
  ...{ name: 'adit_database_connections_used', help: 'Database connections in use', registers },
});
export const connectionsAwaited = new Gauge({
  ...{ name: 'adit_database_connections_awaited', help: 'Work that waits for a connection', registers },
});
export const retries = new Counter({
  ...{ name: 'adit_database_retries_total', help: 'Transactions and statements run once more', registers },
});

export const jobs = new Histogram({
  ...{ name: 'adit_job_seconds', help: 'Jobs by kind and outcome, and how long they took', registers },
  labelNames: ['kind', 'outcome'],
  buckets: LONG,
});
export const choreFailures = new Counter({
  ...{ name: 'adit_chore_failures_total', help: 'Repeated work that failed', registers },
  labelNames: ['chore'],
});

/** `outcome`: `ok`, or `failed`, when the node did not answer or not in JSON-RPC; a batch counts under its first method. */
export const nodeCalls = new Histogram({
  ...{ name: 'adit_node_seconds', help: 'Requests to the chain node by method and outcome', registers },
  labelNames: ['method', 'outcome'],
  buckets: LONG,
});
export const reorgs = new Counter({
  ...{ name: 'adit_chain_reorgs_total', help: 'Re-orgs deeper than finality', registers },
});
export const credited = new Counter({
  ...{ name: 'adit_deposits_credited_total', help: 'Deposits credited', registers },
  labelNames: ['coin'],
});

export const reminders = new Counter({
  ...{ name: 'adit_reminders_total', help: 'What became of reminders by Web Push', registers },
  labelNames: ['outcome'],
});

type Sample = readonly [value: number, labels?: Readonly<Record<string, string>>];

/** A number that is read on request. */
export interface Reading {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
  /** Read at most this often; every 5 s by default. */
  readonly everyMs?: number;
  /** No sample means that the number is unknown; so does a failure. */
  readonly read: () => readonly Sample[] | Promise<readonly Sample[]>;
}
