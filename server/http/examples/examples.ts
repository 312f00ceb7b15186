/**
 * An example of every call for the OpenAPI document: its input and the `data` of its reply. They are kept out of the
 * contract, because the page loads the contract. A call without an example is a type error.
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

/** The example of a call; undefined for calls that reply with a file, a stream or a bare document. */
export const exampleOf = (name: CallName): { data: unknown; input?: unknown } | undefined =>
  (EXAMPLES as Partial<Record<CallName, { data: unknown; input?: unknown }>>)[name];
