/**
 * The HTTP contract: every call, once. The server's router, the page's client, the worker's outbox, the tests and the
 * OpenAPI document are derived from `calls`; nothing else names a path.
 */
import type * as z from 'zod/mini';
import { account } from './account.ts';
import { assets } from './assets.ts';
import { buyback } from './buyback.ts';
import type { Call } from './call.ts';
import { content } from './content.ts';
import { kyc } from './kyc.ts';
import { limits } from './limits.ts';
import { devices } from './devices.ts';
import { lottery } from './lottery.ts';
import { mining } from './mining.ts';
import { push } from './push.ts';
import { race } from './race.ts';
import { staking } from './staking.ts';
import { system } from './system.ts';
import { team } from './team.ts';
import { transparency } from './transparency.ts';
import { wallet } from './wallet.ts';

export const calls = {
  ...wallet,
  ...account,
  ...kyc,
  ...team,
  ...limits,
  ...race,
  ...assets,
  ...staking,
  ...mining,
  ...buyback,
  ...devices,
  ...lottery,
  ...content,
  ...push,
  ...transparency,
  ...system,
};

export type Calls = typeof calls;
export type CallName = keyof Calls;

type Schema<K extends CallName, P extends 'query' | 'body'> =
  Calls[K] extends Record<P, infer S extends z.ZodMiniType> ? z.infer<S> : Record<never, never>;

/** The caller's input: the query of a GET, the body of a POST (without `timestamp` and `sign`). */
export type Input<K extends CallName> = Schema<K, 'query'> & Schema<K, 'body'>;

/** `data` of a reply with code 0. */
export type Output<K extends CallName> = z.infer<Calls[K]['output']>;

/** The file fields of a multipart call. */
export type Files<K extends CallName> = Calls[K] extends { files: infer F } ? keyof F : never;

export const callNames = Object.keys(calls) as CallName[];

export type PostName = Extract<CallName, `POST ${string}`>;

/** Calls whose replies the page caches; calls with a special form are not among them. */
export type ReadName = {
  [K in Extract<CallName, `GET ${string}`>]: Calls[K] extends { form: string } ? never : K;
}[Extract<CallName, `GET ${string}`>];

export type Changes = 'all' | readonly ReadName[];

/** What every POST must declare. */
interface PostParts {
  readonly changes: Changes;
  readonly whileFrozen: 'works' | 'refused';
}

/** The `changes` of each POST. Every POST has them, and they name only reads in the contract. */
export const changes: Readonly<Record<PostName, Changes>> = Object.fromEntries(
  Object.entries(calls satisfies { readonly [K in PostName]: PostParts }).flatMap(([name, call]) =>
    'changes' in call ? [[name, call.changes]] : [],
  ),
) as Record<PostName, Changes>;

/** A call by name, including optional parts that only some calls have. */
export const callOf = (name: CallName): Call => calls[name];
