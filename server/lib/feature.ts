/**
 * What a feature contributes to the server. Each `feature.ts` has one function that creates the feature;
 * `server/compose.ts` lists them.
 */
import type { Handlers } from '#server/http/handlers.ts';
import type { Chore, Work } from '#server/jobs/runner.ts';
import type { Proof } from '#server/ledger/proof.ts';
import type { Command } from '#server/operator/protocol.ts';
import type { Reading } from './metrics.ts';
import type { DataSection } from './sections.ts';

export interface Feature {
  /** The calls it serves. */
  readonly handlers?: Partial<Handlers>;
  /** Its jobs, by the kind under which they are enqueued. */
  readonly jobs?: Readonly<Record<string, Work>>;
  readonly chores?: readonly Chore[];
  /** Commands for the operator. */
  readonly commands?: readonly Command[];
  /** Its numbers in /metrics. */
  readonly gauges?: readonly Reading[];
  /** Proofs for the journal entries that it books. */
  readonly proofs?: readonly Proof[];
  /** The data that it stores about an account. */
  readonly sections?: readonly DataSection[];
  /** What other features may use through compose.ts, because features never import each other. */
  readonly provides?: object;
  /** Runs once, before the server listens. */
  start?(): Promise<unknown>;
  /** Stops work that runs outside requests and jobs. */
  stop?(): Promise<unknown>;
}

type HandlersOf<F> = F extends { readonly handlers: infer H } ? (handlers: H) => void : never;
/** The handlers of all features as one type: an intersection, so a call without a handler is a type error. */
type Served<F> = HandlersOf<F> extends (all: infer All) => void ? All : never;

/** The contributions of all features, in list order. */
export function merge<const F extends readonly Feature[]>(features: F) {
  const all: readonly Feature[] = features;
  return {
    handlers: Object.assign({}, ...all.map(({ handlers }) => handlers)) as Served<F[number]>,
    jobs: Object.assign({}, ...all.map(({ jobs }) => jobs)) as Record<string, Work>,
    chores: all.flatMap(({ chores = [] }) => chores),
    commands: all.flatMap(({ commands = [] }) => commands),
    gauges: all.flatMap(({ gauges = [] }) => gauges),
    proofs: all.flatMap(({ proofs = [] }) => proofs),
    sections: all.flatMap(({ sections = [] }) => sections),
    async start(): Promise<void> {
      for (const feature of all) await feature.start?.();
    },
    async stop(): Promise<void> {
      await Promise.all(all.map(async (feature) => feature.stop?.()));
    },
  };
}
