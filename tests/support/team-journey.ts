// A journey with a team of several levels, and the team page of the account at its top.
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
  /** Opens Ann's team page; `query` selects the view. */
  .extend('on', ({ guest: { page }, team }) => async (query = ''): Promise<Page> => {
    await enter(page, team.ann);
    await page.goto(ROUTE + query);
    await page.getByText(team.code, { exact: true }).waitFor(PATIENCE);
    return page;
  });

/** With the service worker, so that the app works offline. */
export const offline = journey.extend('worker', 'allow');
