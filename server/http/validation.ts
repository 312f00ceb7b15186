/** Whether input is what the contract asks for: its text can be stored, and its schema matches. Pure. */
import * as z from 'zod/mini';
import { Empty } from '#contract/shapes.ts';

/**
 * zod/mini has no messages of its own. Issue reasons are for developers, in English; people read the reply's message.
 */
z.config(z.locales.en());

export interface Issue {
  readonly path: string;
  readonly reason: string;
}

/** Contract inputs are at most 4 levels deep; anything deeper is refused before a recursive function walks it. */
const MAX_DEPTH = 16;

const join = (path: string, key: string) => (path === '' ? key : `${path}.${key}`);

/**
 * Text that can be neither signed nor stored: lone surrogates have no UTF-8, and PostgreSQL does not accept NUL.
 * Returns the first issue; nesting too deeply is one as well.
 */
export function unfitText(value: unknown, path = '', depth = 0): Issue | undefined {
  if (typeof value === 'string') {
    return value.isWellFormed() && !value.includes('\0')
      ? undefined
      : { path, reason: 'not well-formed text' };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth === MAX_DEPTH) return { path, reason: 'nested too deeply' };
  for (const [key, inner] of Object.entries(value)) {
    const issue = unfitText(key, path, depth) ?? unfitText(inner, join(path, key), depth + 1);
    if (issue) return issue;
  }
  return undefined;
}

/** Checks a value against a schema of the contract; a call without a schema accepts no fields. */
export function check(
  schema: z.ZodMiniType | undefined,
  value: unknown,
): { value: unknown } | { issues: Issue[] } {
  const result = (schema ?? Empty).safeParse(value);
  if (result.success) return { value: result.data };
  return {
    issues: result.error.issues.flatMap((issue) => {
      const path = issue.path.map(String).join('.');
      if (issue.code !== 'unrecognized_keys') return [{ path, reason: issue.message }];
      return issue.keys.map((key) => ({ path: join(path, key), reason: 'unknown field' }));
    }),
  };
}
