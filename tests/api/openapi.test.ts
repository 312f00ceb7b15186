/** The OpenAPI document is complete and agrees with the contract. */
import { expect, test } from 'vitest';
import { callNames, callOf } from '#contract';
import type { CallName, Output } from '#contract';
import { checkProof, proves } from '#proofs/proof.ts';
import type { Database } from '#server/db/client.ts';
import { exampleOf } from '#server/http/examples/examples.ts';
import { fileExample } from '#server/http/examples/files.ts';
import { fakeApp } from '#tests/support/fake-app.ts';

interface Operation {
  operationId: string;
  security: object[];
  parameters: { name?: string; in?: string; $ref?: string }[];
  requestBody?: {
    content: Record<
      string,
      {
        schema: {
          required: string[];
          properties: Record<string, { pattern?: string }>;
          additionalProperties?: boolean;
        };
      }
    >;
  };
  responses: Record<string, { description: string; content?: Record<string, { example?: unknown }> }>;
}

const noDatabase = { kind: 'pglite', listen: async () => async () => undefined } as unknown as Database;
const { app } = fakeApp(noDatabase);
const reply = await app.inject({ method: 'GET', url: '/api/openapi.json' });
const document = reply.json() as {
  openapi: string;
  code?: number;
  paths: Record<string, Record<string, Operation>>;
  components: object;
};
const operationOf = (name: string): Operation => {
  const [method = '', path = ''] = name.split(' ');
  return document.paths[path]?.[method.toLowerCase()] as Operation;
};

test('it is a plain document of version 3.1', () => {
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(document.openapi).toBe('3.1.0');
  expect(document.code).toBeUndefined();
});

test('it has every call once, each with its own name', () => {
  const operations = callNames.map(operationOf);
  expect(operations.every(Boolean)).toBe(true);
  expect(Object.values(document.paths).flatMap(Object.keys)).toHaveLength(callNames.length);
  expect(new Set(operations.map((operation) => operation.operationId)).size).toBe(callNames.length);
});

test('every reference can be resolved', () => {
  for (const [, path = ''] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const target = path
      .split('/')
      .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], document);
    expect([path, target === undefined]).toEqual([path, false]);
  }
});

test.each(callNames)('%s documents session, signature, key and refusals', (name) => {
  const operation = operationOf(name);
  const call = callOf(name);
  expect(operation.security.length === 0).toBe(call.session === 'none');
  for (const error of call.errors) expect(JSON.stringify(operation.responses)).toContain(error);
  // Devices that may only view and claim are refused all other changes.
  const claims = !name.startsWith('POST ') || call.session !== 'required' || call.byClaimer === true;
  if (!claims) expect(operation.responses['403']?.description).toContain('forbidden');
  if (!name.startsWith('POST')) return;
  expect(operation.parameters).toContainEqual({ $ref: '#/components/parameters/Key' });
  const [type, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  expect(type).toBe(call.files ? 'multipart/form-data' : 'application/json');
  expect(body?.schema.required).toEqual(expect.arrayContaining(['timestamp', 'sign']));
  expect(body?.schema.additionalProperties).toBe(false);
});

test('responses without an envelope are described', () => {
  const typesOf = (name: string) => Object.keys(operationOf(name).responses['200']?.content ?? {});
  expect(typesOf('GET /api/assets/export')).toEqual(['text/csv']);
  expect(typesOf('GET /api/user/export')).toEqual(['application/json']);
  expect(JSON.stringify(operationOf('GET /api/user/export').responses['200'])).toContain(
    'Content-Disposition',
  );
  expect(typesOf('GET /api/events')).toEqual(['text/event-stream']);
  expect(operationOf('GET /api/assets/export').parameters.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['category', 'coin', 'from', 'to', 'search']),
  );
});

test('amounts have their pattern', () => {
  const { properties } =
    operationOf('POST /api/stake/stake').requestBody?.content['application/json']?.schema ?? {};
  expect(properties?.['amount']?.pattern).toBe('^\\d{1,20}(\\.\\d+)?$');
});

/** The example of a success, which has one type. */
const shownOf = (name: CallName) =>
  Object.values(operationOf(name).responses['200']?.content ?? {}).map(({ example }) => example);

const enveloped = callNames.filter((name) => !callOf(name).form);

test.each(enveloped)('the example of %s is valid input and output of the call', (name) => {
  const call = callOf(name);
  const example = exampleOf(name);
  expect(call.output.safeParse(example?.data).error?.issues ?? []).toEqual([]);
  const asked = call.query ?? call.body;
  expect(asked?.safeParse(example?.input ?? {}).error?.issues ?? []).toEqual([]);
  expect(shownOf(name)).toEqual([{ code: 0, message: '', data: example?.data }]);
});

const files = callNames.filter((name) => callOf(name).form && callOf(name).form !== 'document');

test.each(files)('the example of %s, which is no envelope, is in its own response', (name) => {
  expect(fileExample(name)).toBeTruthy();
  expect(shownOf(name)).toEqual([fileExample(name)]);
});

test('a signed example has its parameters, a list its query', () => {
  const { requestBody } = operationOf('POST /api/stake/stake');
  const { example } = (requestBody?.content['application/json'] ?? {}) as { example?: object };
  expect(Object.keys(example ?? {}).toSorted()).toEqual(['amount', 'sign', 'timestamp']);
  expect(operationOf('GET /api/user/invites').parameters).toContainEqual(
    expect.objectContaining({ name: 'level', example: '1' }),
  );
});

test('the proof of the examples fits the root of the examples', () => {
  const dataOf = <K extends CallName>(name: K) => exampleOf(name)?.data as Output<K>;
  const proof = dataOf('GET /api/transparency/proof');
  const { tree } = dataOf('GET /api/transparency');
  expect(tree && proves(checkProof(proof, tree, proof.leaf.address))).toBe(true);
});
