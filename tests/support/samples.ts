/** A valid input and output of every call, for tests that cover the whole contract. */
import type * as z from 'zod/mini';
import type { CallName, Input } from '#contract';
import { Amount } from '#contract/shapes.ts';
import { exampleOf } from '#server/http/examples/examples.ts';

/** Inputs for the GET calls that need one. */
const GET_INPUTS: Partial<Record<CallName, Record<string, unknown>>> = {
  'GET /api/article/detail': { id: '1' },
  'GET /api/auth/invite': { code: 'AB12CD34' },
  'GET /api/auth/challenge': { deviceId: 'h3Vt0nQpX8sKz1WbYc6dRg' },
  'GET /api/user/earnings/receipt': { entry: '1' },
  'GET /api/stake/payments': { id: '1' },
};

/** A valid input for a call. For a POST it is the example from the API documentation. */
export const inputOf = <K extends CallName>(name: K) =>
  ((name.startsWith('POST ') ? exampleOf(name)?.input : GET_INPUTS[name]) ?? {}) as Input<K> &
    Record<string, unknown>;

/** A valid output for a call without `form`: the example from the API documentation. */
export const outputOf = (name: CallName): unknown => exampleOf(name)?.data;

/** Paths of the amounts in a schema, for example `bets`, `0`, `amount`. */
export function amountPaths(schema: z.ZodMiniType | undefined, path: readonly string[] = []): string[][] {
  if (!schema) return [];
  if ((schema as unknown) === Amount) return [[...path]];
  const def = (schema as unknown as { _zod: { def: z.core.$ZodTypeDef } })._zod.def as {
    type: string;
    shape?: Record<string, z.ZodMiniType>;
    innerType?: z.ZodMiniType;
    element?: z.ZodMiniType;
  };
  if (def.shape)
    return Object.entries(def.shape).flatMap(([key, inner]) => amountPaths(inner, [...path, key]));
  if (def.element) return amountPaths(def.element, [...path, '0']);
  return def.innerType ? amountPaths(def.innerType, path) : [];
}

/** A copy of `value` with `replacement` at the path. */
export function withAt(value: unknown, [key, ...rest]: readonly string[], replacement: unknown): unknown {
  if (key === undefined) return replacement;
  const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as Record<string, unknown>) };
  (copy as Record<string, unknown>)[key] = withAt((value as Record<string, unknown>)[key], rest, replacement);
  return copy;
}
