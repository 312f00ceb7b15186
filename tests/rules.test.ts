// Each figure of the product is changed in turn, and the server's decisions and the page's previews must follow:
// neither has its own copy.
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

/** The observable values of a figure, from freshly loaded modules. */
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
  test('has its value', async () => {
    expect(await seen(name)).toEqual(expected(name, 1));
  });
  test('is followed when it changes', async () => {
    expect(await seen(name, cases[name].change)).toEqual(expected(name, 2));
  });
});
