/** Valid inputs for every call, and valid outputs generated from the contract's schemas, for tests that cover the whole contract. */
import * as z from 'zod/mini';
import { callOf } from '#contract';
import type { CallName, Input } from '#contract';
import { Amount } from '#contract/shapes.ts';
import { exampleOf } from '#server/http/examples/examples.ts';

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

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

/** At least one of these texts is valid for any string in the contract. */
const TEXTS = [
  '1',
  'ADIT',
  ADDRESS,
  `0x${'0f'.repeat(32)}`,
  '2026-11-21T12:00:00.000Z',
  '2026-11-21',
  'https://a.example/',
];

interface JsonSchema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  prefixItems?: JsonSchema[];
  items?: JsonSchema;
  minItems?: number;
  minimum?: number;
  properties?: Record<string, JsonSchema>;
}

function made(schema: JsonSchema, texts: string): unknown {
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return made(schema.anyOf[0] ?? {}, texts);
  if (schema.prefixItems) return schema.prefixItems.map((item) => made(item, texts));
  if (schema.type === 'array')
    return Array.from({ length: schema.minItems ?? 1 }, () => made(schema.items ?? {}, texts));
  if (schema.type === 'object') {
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, inner]) => [key, made(inner, texts)]),
    );
  }
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(schema.minimum ?? 0, 0);
  if (schema.type === 'boolean') return true;
  return schema.type === 'null' ? null : texts;
}

/** Replaces texts that the schema refuses with ones that it accepts. */
function fitted(schema: z.ZodMiniType, value: unknown): unknown {
  for (let tries = 0; tries < 200; tries += 1) {
    const result = schema.safeParse(value);
    if (result.success) return value;
    const path = result.error.issues[0]?.path ?? [];
    const holder = path
      .slice(0, -1)
      .reduce((inner, key) => (inner as Record<PropertyKey, unknown>)[key], value) as Record<
      PropertyKey,
      unknown
    >;
    const last = path.at(-1) as PropertyKey;
    holder[last] = TEXTS[(TEXTS.indexOf(String(holder[last])) + 1) % TEXTS.length];
  }
  throw new Error(`no sample fits: ${JSON.stringify(schema.safeParse(value).error?.issues)}`);
}

/** A valid output for a call. */
export function outputOf(name: CallName): unknown {
  const { output } = callOf(name);
  return fitted(output, made(z.toJSONSchema(output, { io: 'output' }) as JsonSchema, TEXTS[0] ?? ''));
}

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
