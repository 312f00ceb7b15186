// Each number of the product is changed in turn, and what the server decides and what the page previews follow: neither has a copy.
import { afterEach, describe, expect, test, vi } from 'vitest';
import type * as figures from '#rules/figures.ts';
import { moneyCases } from '#tests/support/figure-cases-money.ts';
import { aroundCases } from '#tests/support/figure-cases-around.ts';
import { gameCases } from '#tests/support/figure-cases-games.ts';
import type { Case } from '#tests/support/figure-scenes.ts';

type Name = keyof typeof figures;
const cases: Record<Name, Case> = { ...moneyCases, ...gameCases, ...aroundCases };
const FIGURES = '#rules/figures.ts';
const names = Object.keys(await vi.importActual<typeof figures>(FIGURES)) as Name[];

afterEach(() => {
  vi.doUnmock(FIGURES);
  vi.resetModules();
});

/** What is seen of a figure with modules that are loaded anew. */
async function seen(name: Name, change?: unknown): Promise<Record<string, unknown>> {
  vi.resetModules();
  if (change !== undefined)
    vi.doMock(FIGURES, async (original) => ({ ...(await original<typeof figures>()), [name]: change }));
  const one = cases[name];
  return {
    ...(one.server && { server: await one.server[0]() }),
    ...(one.page && { page: await one.page[0]() }),
  };
}

const expected = (name: Name, at: 1 | 2): Record<string, unknown> => {
  const { server, page } = cases[name];
  return { ...(server && { server: server[at] }), ...(page && { page: page[at] }) };
};

test('every number of the product has its case', () => {
  expect(Object.keys(cases).toSorted()).toEqual(names.toSorted());
});

describe.each(names.filter((name) => cases[name].elsewhere === undefined))('%s', (name) => {
  test('is what it is', async () => {
    expect(await seen(name)).toEqual(expected(name, 1));
  });
  test('is followed when it is changed', async () => {
    expect(await seen(name, cases[name].change)).toEqual(expected(name, 2));
  });
});
