// A journey in a team of several levels, and the page of the one at its top.
import type { Page } from 'playwright-core';
import { enter } from '#tests/support/enter.ts';
import { journey as plain } from '#tests/support/journey.ts';
import { codeOf, stakes, teamOf } from '#tests/support/team-page.ts';

export const ROUTE = '/#/pages/invite/index';
export const PATIENCE = { timeout: 20_000 };

export const journey = plain
  .extend('team', { scope: 'file' }, async ({ app }) => {
    const team = await teamOf(app.url);
    await stakes(app.url, team.bob, team.ann, '10');
    return { ...team, code: await codeOf(team.ann) };
  })
  /** Ann's page, at a view. */
  .extend('on', ({ guest: { page }, team }) => async (query = ''): Promise<Page> => {
    await enter(page, team.ann);
    await page.goto(ROUTE + query);
    await page.getByText(team.code, { exact: true }).waitFor(PATIENCE);
    return page;
  });

/** On a device that keeps the app. */
export const offline = journey.extend('worker', 'allow');
