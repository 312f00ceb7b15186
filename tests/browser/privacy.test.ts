// Your data and your limits: a complete export, deleted documents, a pause, and this device cleared of everything but
// the queue.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { violations } from '#tests/support/axe.ts';
import { enter } from '#tests/support/enter.ts';
import { journey } from '#tests/support/journey.ts';
import { keptKeys } from '#tests/support/stored.ts';
import { MINER, PATIENCE, dialog, startButton, startOffline, stored } from '#tests/support/outbox-page.ts';
import { ask, newcomer, verify } from '#tests/support/person.ts';
import { sheetEntriesGone } from '#tests/support/walk.ts';

const PRIVACY = '/#/pages/privacy/index';
const LIMITS = '/#/pages/limits/index';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click(PATIENCE);
const says = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor(PATIENCE);

journey('a person sees, saves and deletes what is kept about them', async ({ app, guest }) => {
  const { page, context } = guest;
  const person = await newcomer(app.url);
  await verify(person.api);
  await enter(page, person);
  await page.goto(PRIVACY);
  await says(page, /^Your documents are stored encrypted until /);
  await says(page, 'this one');
  expect(await violations(page), 'privacy').toEqual([]);

  // Without the system's file dialog, which nobody can answer here.
  await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  const coming = page.waitForEvent('download', PATIENCE);
  await press(page, 'Everything (JSON)');
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^adit-data-\d{4}-\d\d-\d\d\.json$/);
  await says(page, /^Saved: /);
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({
    sections: { account: { rows: [{ address: person.wallet.address }] } },
  });

  await press(page, 'Delete my documents');
  await dialog(page).getByText('You stay verified.').waitFor(PATIENCE);
  await press(page, 'Delete');
  await says(page, /^Your documents were deleted /);
  const { status, documents } = await ask(person.api, 'GET /api/user/kyc', {});
  expect([status, documents.kept]).toEqual(['approved', false]);
  await sheetEntriesGone(page);

  await page.goto(LIMITS);
  await press(page, '7 days');
  await press(page, 'Pause for 7 days');
  await says(page, /^Both games are paused until /);
  await dialog(page).waitFor({ state: 'detached', ...PATIENCE });
  await sheetEntriesGone(page);
  expect(await violations(page), 'limits').toEqual([]);

  await page.goto(MINER);
  await startButton(page).waitFor(PATIENCE);
  await context.setOffline(true);
  await startOffline(page);
  await page.goto(PRIVACY);
  await says(page, /^1 action is still waiting/);
  expect(await page.getByRole('button', { name: 'Everything (JSON)' }).isDisabled()).toBe(true);
  const storedAnswers = async () => (await keptKeys(page)).filter((key) => key.startsWith('last.'));
  expect(await storedAnswers()).not.toEqual([]);
  await press(page, 'Clear this device');
  await vi.waitFor(async () => expect(await storedAnswers()).toEqual([]), PATIENCE);
  expect(await stored(page)).toHaveLength(1);
  await says(page, /^1 action is still waiting/);
});
