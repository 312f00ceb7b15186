// Verification as people do it on a phone: a photo loses its location, and a broken connection neither loses nor
// duplicates anything.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { partsOf } from '#contract/documents.ts';
import { MOST_UPLOADS } from '#server/features/kyc/kyc.uploads.rules.ts';
import { en } from '#server/http/messages/en.ts';
import { startApp } from '#tests/support/app.ts';
import { violations } from '#tests/support/axe.ts';
import { operate } from '#tests/support/command.ts';
import { pdfOf, photographOf } from '#tests/support/documents.ts';
import { enter } from '#tests/support/enter.ts';
import { journey as base } from '#tests/support/journey.ts';
import { ask, newUid, newcomer, type Person, submit, UNLIMITED } from '#tests/support/person.ts';
import { reviewOn } from '#tests/support/review.ts';
import { startLink } from '#tests/support/link.ts';
import { halfSent } from '#tests/support/uploads.ts';
import { expectAt } from '#tests/support/keyboard.ts';
import { sheetEntriesGone } from '#tests/support/walk.ts';

const FORM = '/#/pages/authentication/index';
const PATIENCE = { timeout: 20_000 };
/** Larger than what the connection buffers before anybody reads it. */
const BILL = pdfOf('bill'.padEnd(7_000_000, '.'));
const PLACE = 'GPS 13.7563N 100.5018E';

const journey = base.extend('app', { scope: 'file' }, async ({}, { onCleanup }) => {
  const app = await startApp({ env: { ...UNLIMITED, KYC_AUTO_APPROVE_SECONDS: 'off' } });
  onCleanup(async () => void (await app.stop()));
  return app;
});

/** A photo of 3000 by 1500 pixels, rotated by its EXIF orientation, with its location. */
async function photograph(page: Page): Promise<Buffer> {
  const drawn = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(3000, 1500);
    const pen = canvas.getContext('2d');
    for (let n = 0; n < 800; n += 1) {
      if (pen) pen.fillStyle = `hsl(${(n * 47) % 360} 60% 50%)`;
      pen?.fillRect((n * 379) % 3000, (n * 211) % 1500, 120, 90);
    }
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 });
    return [...new Uint8Array(await blob.arrayBuffer())];
  });
  return photographOf(Buffer.from(drawn), 6, PLACE);
}

const bill = { name: 'bill.pdf', mimeType: 'application/pdf', buffer: BILL };

async function fill(page: Page, idDocument: typeof bill): Promise<void> {
  // By keyboard: the first of the radio buttons, then the next one.
  await page.getByRole('radio', { name: 'Binance' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByLabel('Exchange UID').fill(newUid());
  await page.getByLabel('Exchange address').fill('0x52908400098527886E0F7030069857D2E4169EE7');
  await page.getByLabel('ID document: choose a file').setInputFiles(idDocument);
  await page.getByLabel('Address document: choose a file').setInputFiles(bill);
  await page.getByText(bill.name).last().waitFor(PATIENCE);
}

/** Part of the upload has been sent, but not all of it. */
async function underWay(page: Page): Promise<void> {
  const bar = page.getByRole('progressbar', { name: 'Upload' });
  const share = async () => Number(await bar.getAttribute('aria-valuenow'));
  await expect.poll(share, PATIENCE).toBeGreaterThan(0);
  expect(await share()).toBeLessThan(100);
}

const submissions = async ({ api }: Person) =>
  (await ask(api, 'GET /api/user/kyc', {})).history.filter(({ state }) => state === 'submitted');

/** Width and height from the frame header of a baseline JPEG (ITU T.81, B.2.2). */
function sizeOf(jpeg: Buffer): number[] {
  const frame = partsOf(jpeg, 'image/jpeg')?.find(({ name }) => name === 'c0');
  return frame ? [jpeg.readUInt16BE(frame.from + 7), jpeg.readUInt16BE(frame.from + 5)] : [];
}

/** What the operator gets of the only submission. */
async function received(dataDir: string): Promise<Record<string, Buffer>> {
  const number = /\d+/.exec((await operate(dataDir, 'kyc', 'list')).stdout)?.[0] ?? '';
  const folder = await mkdtemp(join(tmpdir(), 'adit-received-'));
  try {
    const ended = await operate(dataDir, 'kyc', 'show', number, '--out', folder);
    expect(ended, ended.stderr).toMatchObject({ code: 0 });
    const files = await readdir(folder);
    return Object.fromEntries(
      await Promise.all(files.map(async (name) => [name, await readFile(join(folder, name))] as const)),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

journey(
  'a photograph arrives upright, small and without its place, once, through a broken connection',
  async ({ app, visit, onTestFinished }) => {
    const link = await startLink(Number(new URL(app.url).port));
    onTestFinished(() => link.stop());
    const guest = await visit({ baseURL: `http://127.0.0.1:${link.port}` });
    const { page, context } = guest;
    // The connection is cut, and what was stopped on a line that stalls is still open at the server for a moment.
    guest.expectFault(/net::ERR_|429/);
    const person = await newcomer(app.url);
    await enter(page, person);
    await page.goto(FORM);
    const buffer = await photograph(page);
    await fill(page, { name: 'IMG_0001.JPG', mimeType: 'image/jpeg', buffer });
    await page.getByText('Hidden data removed.').waitFor(PATIENCE);
    expect(await violations(page)).toEqual([]);

    link.hold('POST /api/user/kyc');
    await page.getByRole('button', { name: 'Submit' }).click();
    await underWay(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Submit' }).waitFor(PATIENCE);
    expect(await submissions(person)).toHaveLength(0);

    // The form is still filled in after visiting another page.
    await page.goto('/#/pages/contact/index');
    await page.getByRole('heading', { level: 1, name: 'Contact Us' }).waitFor(PATIENCE);
    await page.goto(FORM);
    await page.getByText('IMG_0001.JPG').waitFor(PATIENCE);
    expect(await page.getByRole('radio', { name: 'OKX' }).isChecked()).toBe(true);

    await page.getByRole('button', { name: 'Submit' }).click();
    await underWay(page);
    await context.setOffline(true);
    link.begin('cut');
    await page.getByText("You're offline. Nothing you entered is lost.").waitFor(PATIENCE);
    link.calm();
    await context.setOffline(false);
    await page.getByText("We're checking your verification").waitFor({ timeout: 90_000 });
    await page.getByText('Your documents are stored encrypted.').waitFor(PATIENCE);
    expect(await submissions(person)).toHaveLength(1);
    expect(await violations(page)).toEqual([]);

    const files = Object.entries(await received(app.dataDir));
    const [photo, paper] = ['.jpg', '.pdf'].map((end) => files.find(([name]) => name.endsWith(end))?.[1]);
    expect(paper?.equals(BILL)).toBe(true);
    if (!photo) throw new Error('no photograph arrived');
    for (const word of [PLACE, 'Exif', 'GPS']) expect(photo.includes(word)).toBe(false);
    expect(sizeOf(photo)).toEqual([1200, 2400]);
  },
);

journey(
  'an answer that was lost on its way is found, and nothing is sent a second time',
  async ({ app, guest }) => {
    const { page } = guest;
    guest.expectFault(/ERR_FAILED/);
    const person = await newcomer(app.url);
    await enter(page, person);
    await page.goto(FORM);
    // Missing fields are listed at the button, each with a link to the field.
    await page.getByRole('button', { name: 'Submit' }).click();
    const missing = page.getByRole('group', { name: 'Not sent yet. Check these:' });
    await expectAt(missing);
    expect(await missing.getByRole('button').count()).toBe(5);
    expect(await violations(page)).toEqual([]);
    await missing.getByRole('button', { name: 'Please upload ID document' }).click();
    await expectAt(page.getByLabel('ID document: choose a file'));
    await missing.getByRole('button', { name: 'Enter the exchange UID' }).click();
    await expectAt(page.getByLabel('Exchange UID'));
    const leavesTheText = await page.getByLabel('Exchange UID').evaluate((field) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File(['cells'], 'cells.png', { type: 'image/png' }));
      clipboardData.setData('text/plain', 'u-123456');
      clipboardData.setData('text/html', '<table><td>u-123456</table>');
      return field.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    });
    expect(leavesTheText, 'the picture beside a cell of a spreadsheet is no document').toBe(true);
    await fill(page, { ...bill, name: 'passport.pdf', buffer: pdfOf('passport') });
    await missing.waitFor({ state: 'detached', ...PATIENCE });
    let sent = 0;
    await page.route('**/api/user/kyc', async (route) => {
      if (route.request().method() === 'GET') return route.fallback();
      sent += 1;
      await route.fetch();
      return route.abort();
    });
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByText("We're checking your verification").waitFor(PATIENCE);
    expect(sent).toBe(1);
    expect(await submissions(person)).toHaveLength(1);
  },
);

journey(
  'while the server has no room, the page says so, keeps the form, and sends it by itself',
  async ({ app, guest }) => {
    const { page } = guest;
    guest.expectFault(/429/);
    const person = await newcomer(app.url);
    // Another tab of the account is sending.
    const other = await halfSent(app.url, person.token);
    await enter(page, person);
    await page.goto(FORM);
    await fill(page, { ...bill, name: 'passport.pdf', buffer: pdfOf('passport') });
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByText("We're busy right now. Nothing you entered is lost.").waitFor(PATIENCE);
    expect(await violations(page)).toEqual([]);
    other.drop();
    await page.getByText("We're checking your verification").waitFor(PATIENCE);
    expect(await submissions(person)).toHaveLength(1);
  },
);

journey('after too many tries the page says why and keeps the form', async ({ app, guest }) => {
  const { page } = guest;
  guest.expectFault(/429/);
  const person = await newcomer(app.url);
  for (let left = MOST_UPLOADS; left > 0; left -= 1)
    expect((await submit(person.api, {}, { idDocument: { bytes: Buffer.from('text') } })).code).toBe(1103);
  await enter(page, person);
  await page.goto(FORM);
  await fill(page, { ...bill, name: 'passport.pdf', buffer: pdfOf('passport') });
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByText(en.too_many_requests_uploads).waitFor(PATIENCE);
  await page.getByRole('button', { name: 'Submit' }).waitFor(PATIENCE);
  await page.getByText('passport.pdf').waitFor(PATIENCE);
  expect(await submissions(person)).toHaveLength(0);
});

journey(
  'starting the miner while documents are checked, or after they were refused, says which it is',
  async ({ app, guest }) => {
    // A page that is asking anew lets the server answer the start.
    guest.expectFault(/status of 403/);
    const { page } = guest;
    const person = await newcomer(app.url);
    expect((await submit(person.api)).code).toBe(0);
    await enter(page, person);
    await page.goto('/#/pages/mining/index');
    const start = page.getByRole('main').getByRole('button', { name: 'Start', exact: true });
    await start.click(PATIENCE);
    const checked = page.getByRole('dialog', { name: "We're checking your documents" });
    await checked.getByText("Once they're approved, you can start your miner here.").waitFor(PATIENCE);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await checked.waitFor({ state: 'detached' });
    await sheetEntriesGone(page);

    await reviewOn(app.dataDir).decide(person.wallet.address, 'reject', 'blurred <b>here</b> & there');
    await page.reload();
    await start.click(PATIENCE);
    const refused = page.getByRole('dialog', { name: "Your verification wasn't accepted" });
    await refused.getByRole('button', { name: 'See why and try again' }).click(PATIENCE);
    // Word for word: it is no markup.
    await page.getByText('Reason: blurred <b>here</b> & there', { exact: true }).waitFor(PATIENCE);
    // What wasn't the reason for the refusal stays filled in.
    const exchanges = page.getByRole('radiogroup', { name: 'Crypto exchange' });
    await exchanges
      .getByRole('radio', { name: 'Binance', checked: true })
      .waitFor({ state: 'attached', ...PATIENCE });
  },
);
