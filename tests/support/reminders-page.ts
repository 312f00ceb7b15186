// Helpers for journeys with reminders: users with a running miner on a device that allows them.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { startApp } from '#tests/support/app.ts';
import { launch } from '#tests/support/browser.ts';
import { enter } from '#tests/support/enter.ts';
import { journeyWithWorker as plain } from '#tests/support/journey.ts';
import { giveOutboxToken } from '#tests/support/outbox-page.ts';
import { allow, playPush, stored } from '#tests/support/page-worker.ts';
import { type Person, ask, newcomer, verify } from '#tests/support/person.ts';
import { type Device, startPushService } from '#tests/support/push-service.ts';

export const PATIENCE = { timeout: 20_000 };

/** The reminder as the page stores it. */
interface Waiting {
  endsAt: number;
  title: string;
  body: string;
  offset: number;
}

/** With a local push service that the app sends to, in a browser that shows notifications. */
export const journey = plain
  .extend('browser', { scope: 'file' }, async ({}, { onCleanup }) => {
    const browser = await launch();
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('service', { scope: 'file' }, async ({}, { onCleanup }) => {
    const service = await startPushService();
    onCleanup(() => service.stop());
    return service;
  })
  .extend('app', { scope: 'file' }, async ({ service }, { onCleanup }) => {
    const app = await startApp({ env: { NODE_EXTRA_CA_CERTS: service.caFile } });
    onCleanup(async () => void (await app.stop()));
    return app;
  });

/** A verified user, who can start a miner. */
export async function miner(url: string): Promise<Person> {
  const person = await newcomer(url);
  await verify(person.api);
  return person;
}

/**
 * A user with a running miner, on a device that allows reminders; with the reminders stored there and what the server
 * sends to it.
 */
export async function running(url: string, page: Page, device: Device) {
  const person = await miner(url);
  await ask(person.api, 'POST /api/mining/claim1', {});
  await allow(page.context());
  await playPush(page, device.subscription);
  await enter(page, person);
  await page.addInitScript(() => localStorage.setItem('notify', 'true'));
  const reported = page.waitForResponse('**/api/push/subscription');
  await page.goto('/#/pages/asset/index');
  await expect.poll(() => stored<Waiting>(page, 'reminder'), PATIENCE).toBeTruthy();
  await reported;
  await giveOutboxToken(page, person);
  return { person, waits: (await stored<Waiting>(page, 'reminder')) as Waiting };
}

/** A day passes for everybody; the page learns it through its events. */
export const dayPasses = (page: Page) => page.getByRole('button', { name: 'Skip 24 h' }).click();
