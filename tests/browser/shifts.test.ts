// Nothing moves by itself: on no page, for guest and member, opened cold and come to from another, while the server answers late.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { ROUTES } from '#tests/screens/scenes.ts';
import { makeUser, type Session } from '#tests/screens/user.ts';
import { client } from '#tests/support/http.ts';
import { journey as plain } from '#tests/support/journey.ts';
import { slowServer, takeShifts, watchShifts } from '#tests/support/shifts.ts';

const journey = plain.extend('session', { scope: 'file' }, async ({ app }) => makeUser(app));
/** `SHIFTS=mining,assets` looks at these pages alone. */
const wanted = process.env['SHIFTS']?.split(',');
const PLACES = Object.entries(ROUTES).filter(([name]) => wanted?.includes(name) ?? true);

/** The page has the session, and its welcome notice is read. */
const begin = (page: Page, notice: string, { token, address }: Session) =>
  page.addInitScript(
    ([version, given, owner]) => {
      if (location.origin === 'null') return;
      localStorage.setItem('agreedNotice', version);
      if (given === '') return;
      sessionStorage.setItem('token', given);
      sessionStorage.setItem('wallet', JSON.stringify({ address: owner, isConnected: true }));
    },
    [notice, token, address] as const,
  );

async function walk(page: Page, places: typeof PLACES): Promise<string[]> {
  const found: string[] = [];
  const rested = await slowServer(page);
  const look = async (how: string) => {
    await rested();
    found.push(...(await takeShifts(page)).map((told) => `${how}: ${told}`));
  };
  for (const [name, route] of places) {
    await page.goto('about:blank');
    await page.goto(`/#${route}`);
    await look(`${name}, cold`);
  }
  for (const [name, route] of places) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `#${route}`);
    await look(`${name}, from the page before`);
  }
  return found;
}

for (const who of ['guest', 'member'])
  journey(`nothing moves for a ${who}`, async ({ app, visit, session }) => {
    const { version } = (await client(app.url).call('GET /api/index', {})).data.welcome;
    const { page } = await visit();
    await begin(page, version, who === 'guest' ? { token: '', address: '' } : session);
    await watchShifts(page);
    expect(await walk(page, PLACES)).toEqual([]);
  });
