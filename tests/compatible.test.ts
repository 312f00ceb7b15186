// This release can be rolled out alongside the previous one: open pages of that release keep working with these
// servers, and its servers keep working with these tables. What cannot coexist is listed in DEPLOYING.md,
// "Upgrading".
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { VERSION } from '#contract/version.ts';
import { openApiDocument } from '#server/http/openapi.ts';
import { type OpenApi, breaks, narrowing } from '#tests/support/compatible.ts';
import {
  hasPrevious,
  previousContract,
  previousFile,
  previousFiles,
} from '#tests/support/previous-release.ts';
import { ROOT } from '#tests/support/steps.ts';

const SCHEMA = 'server/db/schema';
const now = openApiDocument(VERSION, undefined) as unknown as OpenApi;

/** Breaking changes of this release, and why no open page of the previous one trips over them. */
const ACCEPTED: Readonly<Record<string, string>> = {};

test.runIf(hasPrevious)(
  'this release takes every call of the previous release’s page and answers it as that page expects',
  () => {
    expect(breaks(previousContract() as OpenApi, now).filter((name) => !(name in ACCEPTED))).toEqual([]);
  },
);

interface Loose {
  [name: string]: Loose | undefined;
}

/** The document with one operation changed. */
function changed(edit: (operation: Loose) => unknown, path: string, method: string): OpenApi {
  const copy: unknown = structuredClone(now);
  edit((copy as Loose)['paths']?.[path]?.[method] ?? {});
  return copy as OpenApi;
}

/** Of a document that has them all. */
const at = (from: Loose, ...names: string[]): Loose =>
  names.reduce<Loose>((place, name) => place[name] ?? {}, from);
const bodyOf = (operation: Loose) => at(operation, 'requestBody', 'content', 'application/json', 'schema');
const replyOf = (operation: Loose) =>
  at(operation, 'responses', '200', 'content', 'application/json', 'schema', 'properties', 'data');

describe('named are', () => {
  const cases: [string, string, string, (operation: Loose) => unknown][] = [
    [
      'POST /api/stake/stake refuses: input.amount is unknown',
      '/api/stake/stake',
      'post',
      (operation) => delete bodyOf(operation)['properties']?.['amount'],
    ],
    [
      'POST /api/stake/stake refuses: input.term may be missing',
      '/api/stake/stake',
      'post',
      (operation) => (bodyOf(operation)['required'] as unknown as string[]).push('term'),
    ],
    [
      'POST /api/mining/buy refuses: input.method is invite',
      '/api/mining/buy',
      'post',
      (operation) => (at(bodyOf(operation), 'properties', 'method', 'enum') as unknown as string[]).pop(),
    ],
    [
      'GET /api/stake/index answers: reply.data.totalStaked may be missing',
      '/api/stake/index',
      'get',
      (operation) => (replyOf(operation)['required'] as unknown as string[]).shift(),
    ],
    [
      'GET /api/stake/index answers: reply.data.totalStaked is number',
      '/api/stake/index',
      'get',
      (operation) =>
        Object.assign(replyOf(operation)['properties'] ?? {}, { totalStaked: { type: 'number' } }),
    ],
  ];
  test.each(cases)('%s', (name, path, method, edit) => {
    expect(breaks(now, changed(edit, path, method))).toContain(name);
  });

  test('a call that is gone, and a refusal under another code', () => {
    const { ['/api/stake/stake']: _, ...paths } = now.paths;
    expect(breaks(now, { paths })).toEqual(['POST /api/stake/stake is gone']);
    const renumbered = changed(
      ({ responses }) => {
        for (const each of Object.values(responses ?? {}) as unknown as { description: string }[])
          each.description = each.description.replace(/\d+ (?=insufficient_balance)/, '1999 ');
      },
      '/api/stake/stake',
      'post',
    );
    expect(breaks(now, renumbered)).toEqual([
      expect.stringMatching(/refuses with \d+ 1999, not .* insufficient_balance$/),
    ]);
  });

  test('neither a new call nor a new field of a reply', () => {
    const { ['/api/stake/stake']: _, ...paths } = now.paths;
    expect(breaks({ paths }, now)).toEqual([]);
    expect(
      breaks(
        now,
        changed(
          (operation) => Object.assign(replyOf(operation)['properties'] ?? {}, { more: { type: 'string' } }),
          '/api/stake/index',
          'get',
        ),
      ),
    ).toEqual([]);
  });
});

describe.runIf(hasPrevious)('the tables', () => {
  const deploying = readFileSync(join(ROOT, 'server/DEPLOYING.md'), 'utf8');
  const before = previousFiles(SCHEMA);

  test('of the previous release were made by files that are unchanged', () => {
    for (const file of before) expect(readFileSync(join(ROOT, file), 'utf8'), file).toBe(previousFile(file));
  });

  test('only grow, so that the previous release’s servers go on, or DEPLOYING.md says what to stop first', () => {
    const added = readdirSync(join(ROOT, SCHEMA)).filter((name) => !before.includes(`${SCHEMA}/${name}`));
    const faults = added
      .filter((name) => !deploying.includes(name))
      .flatMap((name) =>
        narrowing(readFileSync(join(ROOT, SCHEMA, name), 'utf8')).map((statement) => `${name}: ${statement}`),
      );
    expect(faults).toEqual([]);
  });

  test.each([
    'alter table a drop column b',
    'alter table a rename column b to c',
    'alter table a alter column b set not null',
    'alter table a add b int not null',
    'alter table a add constraint c check (b > 0)',
    'create unique index c on a (b)',
    'create trigger t before insert on a execute function f()',
    'create trigger t after insert on a referencing new table as n for each statement execute function f()',
    'update a set b = 1',
    'drop table a',
  ])('are narrowed by %s', (statement) => {
    expect(narrowing(`${statement};`)).toEqual([statement]);
  });

  test('grow by new tables with what belongs to them, and by columns that older servers need not fill', () => {
    const text = `create table a (b int); create unique index c on a (b); alter table a add check (b > 0);
      alter table d add e int not null default 0, add f text; update d set e = 1, f = 'x' where e = 0; create index on d (f);
      create trigger t after update on d referencing new table as n for each statement execute function f();
      create trigger u after update of b on d for each row when (old.b <> new.b) execute function f();`;
    expect(narrowing(text)).toEqual([]);
  });
});
