/**
 * An example of every call for the OpenAPI document: what is sent and `data` of the reply. Apart from the contract, which the page
 * carries along. The types make it whole: a call without an example does not compile.
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

/** The example of a call; none for those that answer with a file, a stream or a bare document. */
export const exampleOf = (name: CallName): { data: unknown; input?: unknown } | undefined =>
  (EXAMPLES as Partial<Record<CallName, { data: unknown; input?: unknown }>>)[name];
