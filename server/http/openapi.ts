/** The OpenAPI 3.1 document, generated from the contract: https://spec.openapis.org/oas/v3.1.0 */
import * as z from 'zod/mini';
import { callNames, callOf } from '#contract';
import type { CallName } from '#contract';
import { errorsOf, opensWithOutbox } from '#contract/call.ts';
import type { Call } from '#contract/call.ts';
import { CODES } from '#contract/codes.ts';
import type { CodeName } from '#contract/codes.ts';
import { LANGUAGES, wireLanguage } from '#contract/languages.ts';
import { Amount } from '#contract/shapes.ts';
import { exampleOf } from './examples/examples.ts';
import { fileExample } from './examples/files.ts';
import { messageText } from './language.ts';

type Json = Record<string, unknown>;

const AMOUNT = { type: 'string', pattern: '^\\d{1,20}(\\.\\d+)?$', maxLength: 39, examples: ['12.5'] };

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    // The rule is a function, which JSON Schema cannot express.
    override: ({ zodSchema, jsonSchema }) => void (zodSchema === Amount && Object.assign(jsonSchema, AMOUNT)),
  });
  return rest;
}

const envelopeOf = (code: Json, data: Json, message: string): Json => ({
  type: 'object',
  required: ['code', 'message', 'data'],
  properties: { code, message: { type: 'string', examples: [message] }, data },
});

/** Refusals of a call, grouped by their HTTP status. */
function refusalsOf(call: Call): Map<number, CodeName[]> {
  const byStatus = new Map<number, CodeName[]>();
  for (const error of errorsOf(call)) {
    const { http } = CODES[error];
    byStatus.set(http, [...(byStatus.get(http) ?? []), error]);
  }
  return new Map([...byStatus].sort(([a], [b]) => a - b));
}

const jsonBody = (schema: Json, more: Json = {}): Json => ({
  content: { 'application/json': { schema, ...more } },
});

function responsesOf(name: CallName, call: Call): Json {
  const responses: Json = {};
  for (const [status, errors] of refusalsOf(call)) {
    responses[String(status)] = {
      description: errors.map((error) => `${CODES[error].code} ${error}`).join(', '),
      ...(status === 429 && {
        headers: { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds to wait' } },
      }),
      ...jsonBody(
        envelopeOf(
          { type: 'integer', enum: errors.map((error) => CODES[error].code) },
          { type: ['object', 'null'] },
          messageText(errors[0] ?? 'internal', 'en'),
        ),
      ),
    };
  }
  if (call.form === 'events')
    responses['200'] = {
      description: 'Events',
      content: { 'text/event-stream': { schema: { type: 'string' }, example: fileExample(name) } },
    };
  else if (call.form === 'csv')
    responses['200'] = {
      description: 'CSV (RFC 4180), sent as it is made',
      headers: {
        'Content-Disposition': { schema: { type: 'string' }, description: 'Names the file' },
      },
      content: { 'text/csv': { schema: { type: 'string' }, example: fileExample(name) } },
    };
  else if (call.form === 'json')
    responses['200'] = {
      description: 'JSON (RFC 8259) without an envelope, sent as it is made',
      headers: {
        'Content-Disposition': { schema: { type: 'string' }, description: 'Names the file' },
      },
      ...jsonBody({ type: 'object' }, { example: fileExample(name) }),
    };
  else if (call.form === 'document')
    responses['200'] = { description: 'OpenAPI 3.1', ...jsonBody({ type: 'object' }) };
  else if (call.form === 'batch') {
    const envelope = envelopeOf({ const: 0 }, schemaOf(call.output, 'output'), '');
    responses['200'] = { description: 'Done', ...jsonBody(envelope, { example: fileExample(name) }) };
  } else {
    const data = schemaOf(call.output, 'output');
    const example = { example: { code: 0, message: '', data: exampleOf(name)?.data } };
    responses['200'] = {
      description: 'Done',
      ...(name.startsWith('POST') && {
        headers: {
          'Idempotent-Replay': {
            schema: { const: 'true' },
            description: 'The key was answered before; this is that answer',
          },
        },
      }),
      ...jsonBody(envelopeOf({ const: 0 }, data, ''), example),
    };
  }
  return responses;
}

/** Fields that sign an example; the signature is made up. */
const SIGNED = { timestamp: '1795262400000', sign: 'c3'.repeat(32) };

/** The parameters that sign a POST are sent along with its own. */
function bodyOf(name: CallName, call: Call): Json {
  const schema = call.body ? schemaOf(call.body, 'input') : { type: 'object', additionalProperties: false };
  const properties: Json = { ...(schema['properties'] as Json | undefined) };
  const encoding: Json = {};
  for (const [field, rule] of Object.entries(call.files ?? {})) {
    properties[field] = {
      type: 'string',
      contentMediaType: rule.mimeTypes[0],
      description: `At most ${rule.maxBytes} bytes`,
    };
    encoding[field] = { contentType: rule.mimeTypes.join(', ') };
  }
  properties['timestamp'] = {
    type: 'string',
    pattern: '^\\d{1,15}$',
    description: 'Milliseconds since the epoch',
  };
  properties['sign'] = {
    type: 'string',
    pattern: '^[0-9a-fA-F]{64}$',
    description: 'HMAC-SHA256 of the canonical parameters, hex',
  };
  const required = [...((schema['required'] as string[] | undefined) ?? []), 'timestamp', 'sign'];
  const whole = { ...schema, properties, required };
  const example = { ...(exampleOf(name)?.input as Json | undefined), ...SIGNED };
  return {
    required: true,
    content: call.files
      ? { 'multipart/form-data': { schema: whole, encoding } }
      : { 'application/json': { schema: whole, example } },
  };
}

function parametersOf(name: CallName, call: Call): Json[] {
  const query = call.query ? schemaOf(call.query, 'input') : {};
  const required = new Set((query['required'] as string[] | undefined) ?? []);
  const sent = (call.query ? exampleOf(name)?.input : undefined) as Json | undefined;
  const parameters: Json[] = Object.entries((query['properties'] as Json | undefined) ?? {}).map(
    ([field, schema]) => ({
      name: field,
      in: 'query',
      required: required.has(field),
      schema,
      ...(sent && field in sent && { example: sent[field] }),
    }),
  );
  parameters.push({ $ref: '#/components/parameters/Language' });
  if (name.startsWith('POST')) parameters.push({ $ref: '#/components/parameters/Key' });
  return parameters;
}

function securityOf(call: Call): Json[] {
  const { session } = call;
  if (session === 'none') return [];
  const required = [{ session: [] }, ...(opensWithOutbox(call) ? [{ outbox: [] }] : [])];
  return session === 'optional' ? [{}, ...required] : required;
}

/** `getAuthNonce` of `GET /api/auth/nonce`. */
const operationIdOf = (name: CallName): string =>
  name
    .replace('/api/', '')
    .replace(/^[A-Z]+/, (method) => method.toLowerCase())
    .replace(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The whole document. Created once at start, because it does not change while the server runs. */
export function openApiDocument(version: string, publicUrl: string | undefined): Json {
  const paths: Record<string, Json> = {};
  for (const name of callNames) {
    const call = callOf(name);
    const [method = '', path = ''] = name.split(' ');
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        operationId: operationIdOf(name),
        summary: call.summary,
        tags: [path.split('/')[2]],
        security: securityOf(call),
        parameters: parametersOf(name, call),
        ...(method === 'POST' && { requestBody: bodyOf(name, call) }),
        responses: responsesOf(name, call),
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Adit',
      version,
      description:
        'Amounts are decimal strings, times ISO-8601 in UTC. Every reply is an envelope of code, message and data.',
    },
    ...(publicUrl && { servers: [{ url: publicUrl }] }),
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'Token of POST /api/auth/login' },
        outbox: { type: 'http', scheme: 'bearer', description: 'outboxToken of POST /api/auth/login' },
      },
      parameters: {
        Language: {
          name: 'Accept-Language',
          in: 'header',
          schema: { type: 'string', examples: LANGUAGES.map(wireLanguage) },
        },
        Key: {
          name: 'Idempotency-Key',
          in: 'header',
          required: true,
          schema: { type: 'string', format: 'uuid' },
        },
      },
    },
  };
}
