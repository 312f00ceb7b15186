/**
 * An example of every call for the OpenAPI document: its input, and `data` of its reply. They are not part of the contract, because the
 * page loads that. The types make them complete: a call without an example does not compile.
 */
import type { CallName } from '#contract';
import type { EnvelopeCall, Examples } from './example.ts';
import { GAMES } from './games.ts';
import { MINER } from './miner.ts';
import { MONEY } from './money.ts';
import { PEOPLE } from './people.ts';
import { TEXTS } from './texts.ts';
import { OPENNESS } from './transparency.ts';

const EXAMPLES: Examples<EnvelopeCall> = { ...PEOPLE, ...MINER, ...MONEY, ...GAMES, ...TEXTS, ...OPENNESS };

/** The example of a call; undefined for calls that answer with a file, a stream or a bare document. */
export const exampleOf = (name: CallName): { data: unknown; input?: unknown } | undefined =>
  (EXAMPLES as Partial<Record<CallName, { data: unknown; input?: unknown }>>)[name];
