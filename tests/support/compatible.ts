// What an older page or server notices of a later release: how two OpenAPI documents differ, and how a table change
// affects servers that do not know about it. Each breaking difference is listed.
import { statementsOf } from '#server/db/script.ts';

interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly maximum?: number;
  readonly minimum?: number;
  readonly maxItems?: number;
  readonly minItems?: number;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface Operation {
  readonly parameters: readonly { name?: string; in?: string; required?: boolean; schema?: Schema }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content & { readonly description: string }>>;
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const choices = (schema: Schema): readonly Schema[] => {
  const { anyOf, oneOf, type, ...rest } = schema;
  const some = anyOf ?? oneOf;
  if (some) return some.flatMap(choices);
  if (Array.isArray(type)) return type.map((one: string) => ({ ...rest, type: one }));
  return [schema];
};

const valuesOf = (schema: Schema): readonly unknown[] | undefined =>
  schema.enum ?? ('const' in schema ? [schema.const] : undefined);

const kindOf = ({ type }: Schema): string => String(type ?? 'anything');

const AT_MOST = ['maxLength', 'maximum', 'maxItems'] as const;
const AT_LEAST = ['minLength', 'minimum', 'minItems'] as const;

/**
 * Why not all values of `some` are values of `all`. Fields that only `some` has matter only if `all` refuses unknown
 * ones.
 */
function beyond(some: Schema, all: Schema, path: string): string[] {
  const wider = choices(all);
  return choices(some).flatMap((one) => {
    const tried = wider.map((other) => beyondOne(one, other, path));
    const alike = wider.findIndex(({ type }) => type === one.type);
    return tried.some((faults) => faults.length === 0) ? [] : (tried[alike] ?? [`${path} is ${kindOf(one)}`]);
  });
}

function beyondOne(some: Schema, all: Schema, path: string): string[] {
  if (all.type !== undefined && some.type !== all.type) return [`${path} is ${kindOf(some)}`];
  const faults: string[] = [];
  const known = valuesOf(all);
  const values = valuesOf(some);
  if (known) {
    if (!values) faults.push(`${path} is any ${kindOf(some)}`);
    for (const value of values ?? []) if (!known.includes(value)) faults.push(`${path} is ${String(value)}`);
  }
  if (all.pattern !== undefined && !values && some.pattern !== all.pattern)
    faults.push(`${path} has another pattern`);
  for (const name of AT_MOST)
    if (all[name] !== undefined && !values && !((some[name] ?? Infinity) <= all[name]))
      faults.push(`${path} exceeds ${name} ${all[name]}`);
  for (const name of AT_LEAST)
    if (all[name] !== undefined && !values && !((some[name] ?? -Infinity) >= all[name]))
      faults.push(`${path} is below ${name} ${all[name]}`);
  for (const field of all.required ?? [])
    if (!some.required?.includes(field)) faults.push(`${path}.${field} may be missing`);
  for (const [field, schema] of Object.entries(some.properties ?? {})) {
    const other = all.properties?.[field];
    if (other) faults.push(...beyond(schema, other, `${path}.${field}`));
    else if (all.additionalProperties === false && all.properties) faults.push(`${path}.${field} is unknown`);
  }
  if (some.items && all.items) faults.push(...beyond(some.items, all.items, `${path}[]`));
  if (typeof some.additionalProperties === 'object' && typeof all.additionalProperties === 'object')
    faults.push(...beyond(some.additionalProperties, all.additionalProperties, `${path}[*]`));
  return faults;
}

/** Replies may have more fields than a page knows. */
function open(schema: Schema): Schema {
  const { additionalProperties: rest, properties, items, anyOf, oneOf } = schema;
  return {
    ...schema,
    additionalProperties: typeof rest === 'object' ? open(rest) : true,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, open(each)])),
    }),
    ...(items && { items: open(items) }),
    ...(anyOf && { anyOf: anyOf.map(open) }),
    ...(oneOf && { oneOf: oneOf.map(open) }),
  };
}

const schemaIn = ({ content }: Content): Schema => Object.values(content ?? {})[0]?.schema ?? {};

/** What a call takes, of query or body, as one object. */
function inputOf({ parameters, requestBody }: Operation): Schema {
  if (requestBody) return schemaIn(requestBody);
  const query = parameters.filter((each) => each.in === 'query');
  return {
    type: 'object',
    properties: Object.fromEntries(query.map(({ name = '', schema = {} }) => [name, schema])),
    required: query.flatMap(({ name = '', required }) => (required ? [name] : [])),
    additionalProperties: false,
  };
}

/** Codes by the names of refusals, with their status: `insufficient_balance` → `409 1301`. */
const codesOf = ({ responses }: Operation): Map<string, string> =>
  new Map(
    Object.entries(responses).flatMap(([status, { description }]) =>
      Array.from(
        description.matchAll(/(\d+) (\w+)/g),
        ([, code, name = '']) => [name, `${status} ${code}`] as const,
      ),
    ),
  );

/**
 * What a page built for `before` would trip over with a server of `after`: calls that are gone, input that is now
 * refused, replies that lack something or contain something new where the page expects only what it knows, refusals
 * under another code.
 */
export function breaks(before: OpenApi, after: OpenApi): string[] {
  return Object.entries(before.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, old]) => {
      const name = `${method.toUpperCase()} ${path}`;
      const now = after.paths[path]?.[method];
      if (!now) return [`${name} is gone`];
      const [codes, reply] = [codesOf(now), now.responses['200'] ?? { description: '' }];
      return [
        ...beyond(inputOf(old), inputOf(now), 'input').map((fault) => `${name} refuses: ${fault}`),
        ...beyond(schemaIn(reply), open(schemaIn(old.responses['200'] ?? {})), 'reply').map(
          (fault) => `${name} answers: ${fault}`,
        ),
        ...[...codesOf(old)].flatMap(([error, code]) =>
          (codes.get(error) ?? code) === code
            ? []
            : [`${name} refuses with ${codes.get(error)}, not ${code}, ${error}`],
        ),
      ];
    }),
  );
}

/**
 * Statements with which servers that do not know about them keep working: they only add, and accept every row that
 * was accepted before.
 */
const ADDS =
  /^(create (unlogged )?table|create index|create (or replace )?function|create sequence|insert into|comment on) /;

/**
 * Triggers that older servers do not notice: they run after the servers' statement, and neither change nor refuse any
 * of its rows.
 */
const KEEPS =
  /^create trigger \w+ after (insert|update|delete)( of [\w, ]+)? on \w+ (referencing .* for each statement|for each row) /;

/** Commas outside parentheses separate the actions of an `alter table`. */
const actionsOf = (statement: string): string[] =>
  statement.replace(/^alter table \w+ /, '').split(/, (?=(?:add|alter|drop|rename|set|enable|disable)\b)/);

/** The column that an action adds, if older servers can still insert rows. */
function addedBy(action: string): string | undefined {
  const [, name, rest = ''] =
    /^add (?:column )?(?!constraint\b|check\b|unique\b|foreign\b|primary\b)(\w+) (.*)/.exec(action) ?? [];
  return rest.includes('not null') && !/\b(default|generated)\b/.test(rest) ? undefined : name;
}

/**
 * The statements of a version that are not mere additions. Updates may fill columns that the same file adds;
 * constraints, unique indexes and triggers may be those of its own tables. Triggers that read what a statement has
 * changed, to keep a table of the file, may be anywhere.
 */
export function narrowing(text: string): string[] {
  const statements = statementsOf(text).map((statement) =>
    statement.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim().toLowerCase(),
  );
  const tables = new Set(
    statements.flatMap((each) => /^create (?:unlogged )?table (\w+)/.exec(each)?.[1] ?? []),
  );
  const columns = new Set(
    statements
      .filter((each) => each.startsWith('alter table '))
      .flatMap((each) => actionsOf(each).map(addedBy)),
  );
  const isAddition = (statement: string): boolean => {
    if (ADDS.test(statement)) return true;
    if (tables.size > 0 && KEEPS.test(statement)) return true;
    const table = /^(?:alter table|create (?:unique index|trigger) .*? on) (\w+)/.exec(statement)?.[1];
    if (table !== undefined && tables.has(table)) return true;
    if (statement.startsWith('alter table '))
      return actionsOf(statement).every((action) => addedBy(action) !== undefined);
    const set = /\bupdate \w+ (?:\w+ )?set (.*)/.exec(statement)?.[1]?.split(/ (?:from|where) /)[0];
    return set !== undefined && set.split(', ').every((part) => columns.has(/^(\w+) =/.exec(part)?.[1]));
  };
  return statements.filter((statement) => !isAddition(statement));
}
