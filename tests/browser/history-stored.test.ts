// Fund history as people save it: as a file, and cached on the device for offline use. Also checks the page with axe.
import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { violations } from '#tests/support/axe.ts';
import * as bank from '#tests/support/bank.ts';
import { enter } from '#tests/support/enter.ts';
import { details, journey as plain, PATIENCE, ROUTE, row, scrollTo } from '#tests/support/history-page.ts';
import { newcomer } from '#tests/support/person.ts';
import { atRest } from '#tests/support/seen.ts';
import { workerReady } from '#tests/support/staking-page.ts';
import { everything } from '#tests/support/stored.ts';
import { toasted } from '#tests/support/walk.ts';

const journey = plain.extend('worker', 'allow');

journey('exports everything, or what the filter shows, exactly', async ({ on, ann }) => {
  const page = await on('?category=exchange&coin=BTC');
  // Without the system's file dialog, which nobody can answer here.
  await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  const save = async (button: string | RegExp): Promise<string[][]> => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const coming = page.waitForEvent('download', PATIENCE);
    await details(page).getByRole('button', { name: button }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toMatch(/^adit-fund-history-\d{4}-\d\d-\d\d\.csv$/);
    await details(page)
      .getByText(/rows were saved\./)
      .waitFor(PATIENCE);
    await details(page).getByRole('button', { name: 'Done' }).click();
    const text = await readFile(await file.path(), 'utf8');
    return text
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(','));
  };
  const some = await save('Export only: Swap, BTC');
  const everything = await save('Export everything');
  const [head = []] = everything;
  const column = (lines: string[][], name: string) => lines.slice(1).map((line) => line[head.indexOf(name)]);
  const all = await bank.history(ann.api);
  expect(column(everything, 'entry')).toEqual(all.map(({ entry }) => entry));
  expect(column(everything, 'amount')).toEqual(all.map(({ amount }) => amount));
  const filtered = all.filter(({ category: kind, coin }) => kind === 'exchange' && coin === 'BTC');
  expect(column(some, 'amount')).toEqual(filtered.map(({ amount }) => amount));
});

journey(
  'a large export goes to the disk as it comes, can be stopped, and says when it failed',
  async ({ on, guest }) => {
    guest.expectFault(/ERR_FAILED|503/);
    const page = await on();
    await page.evaluate(() => {
      const disk = ((window as unknown as { disk: string[] }).disk = []) as string[];
      const file = {
        write: async (part: Uint8Array) => void disk.push(new TextDecoder().decode(part)),
        close: async () => void disk.push('closed'),
        abort: async () => void disk.push('aborted'),
      };
      const picker = async () => ({ createWritable: async () => file });
      Object.assign(window, { showSaveFilePicker: picker });
    });
    const disk = () => page.evaluate(() => (window as unknown as { disk: string[] }).disk);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await details(page).getByRole('button', { name: 'Export everything' }).click();
    await details(page)
      .getByText(/rows were saved\./)
      .waitFor(PATIENCE);
    expect((await disk()).at(-1)).toBe('closed');
    expect((await disk()).join('')).toMatch(/^\W?time,category/);
    expect(await violations(page)).toEqual([]);
    await details(page).getByRole('button', { name: 'Done' }).click();

    // The server stalls: the user cancels.
    await page.route('**/api/assets/export*', () => undefined);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await details(page).getByRole('button', { name: 'Export everything' }).click();
    await details(page).getByText('0 rows so far').waitFor();
    await details(page).getByRole('button', { name: 'Cancel' }).click();
    await details(page).getByRole('button', { name: 'Export everything' }).waitFor();
    expect((await disk()).at(-1)).toBe('aborted');

    await page.unroute('**/api/assets/export*');
    await page.route('**/api/assets/export*', (route) => route.abort());
    await details(page).getByRole('button', { name: 'Export everything' }).click();
    await details(page)
      .getByText(/We can't reach the server.*Couldn't save the file\./)
      .waitFor(PATIENCE);
    await page.unroute('**/api/assets/export*');
    await details(page).getByRole('button', { name: 'Export everything' }).click();
    await details(page)
      .getByText(/rows were saved\./)
      .waitFor(PATIENCE);
  },
);

journey('the last pages can be read without a network, by this account alone', async ({ on, guest, app }) => {
  const { context } = guest;
  const page = await on();
  await scrollTo(page, async () => (await page.evaluate(() => document.body.scrollHeight)) > 4400);
  await workerReady(page);
  // What is shown is cached.
  const shown = Number(await row(page).last().locator('xpath=ancestor::li[1]').getAttribute('aria-posinset'));
  await expect
    .poll(async () => {
      const [, text = ''] = (await everything(page)).find(([place]) => place.includes('history {}')) ?? [];
      return text.match(/"entry":/g)?.length ?? 0;
    }, PATIENCE)
    .toBeGreaterThanOrEqual(shown);
  const other = await newcomer(app.url);
  await context.setOffline(true);
  await page.reload();
  await page.getByText(/^Offline\. As of /).waitFor(PATIENCE);
  await row(page, /^USDT → BTC/)
    .first()
    .waitFor(PATIENCE);
  expect(await page.evaluate(() => document.body.scrollHeight)).toBeGreaterThan(4100);
  await row(page, /^USDT → BTC/)
    .first()
    .click();
  await details(page).getByText('Ledger entry').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await toasted(page, 'Exporting needs a connection.');
  expect(await violations(page)).toEqual([]);

  const tab = await context.newPage();
  await enter(tab, other);
  await tab.goto(ROUTE);
  await tab.getByText("You're offline", { exact: true }).first().waitFor(PATIENCE);
  expect(await row(tab).count()).toBe(0);

  await context.setOffline(false);
  await page.getByText(/^Offline\. As of /).waitFor({ state: 'detached', ...PATIENCE });
});

journey('axe finds nothing on the list, at either width', async ({ visit, ann }) => {
  for (const viewport of [
    { width: 375, height: 812 },
    { width: 1280, height: 800 },
  ]) {
    const { page } = await visit({ viewport });
    await enter(page, ann);
    await page.goto(ROUTE);
    await row(page).first().waitFor(PATIENCE);
    expect(await violations(page), `${viewport.width}`).toEqual([]);
    await page.evaluate(() => window.scrollTo(0, 3000));
    await atRest(page);
    expect(await violations(page), `${viewport.width}, scrolled`).toEqual([]);
  }
});
