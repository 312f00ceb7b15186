// Collects an account's amounts from the API and finds those that a page shows on screen or reveals to a screen reader.
import type { Page } from 'playwright-core';
import { type Client, client } from '#tests/support/http.ts';
import { ask } from '#tests/support/person.ts';

/** Fields whose value is a number but not an amount. */
const NO_AMOUNTS = new Set(['id', 'entry', 'round']);

function amountsIn(data: unknown): string[] {
  if (typeof data === 'string') return /^-?\d+(\.\d+)?$/.test(data) ? [data.replace('-', '')] : [];
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([key, value]) => (NO_AMOUNTS.has(key) ? [] : amountsIn(value)));
}

/** Four or more significant digits do not match another amount by chance. */
const isTelling = (figure: string): boolean => figure.replace('.', '').replace(/^0+/, '').length >= 4;

export interface Figures {
  own: ReadonlySet<string>;
  /** Public figures. They may equal the account's own, for example if only one account has bet. */
  everybodys: ReadonlySet<string>;
}

export async function figuresOf(url: string, api: Client): Promise<Figures> {
  const guest = client(url);
  const own = await Promise.all([
    ask(api, 'GET /api/assets/list', {}),
    ask(api, 'GET /api/assets/records', { limit: '100' }),
    ask(api, 'GET /api/mining/index', {}),
    ask(api, 'GET /api/mining/power', {}),
    ask(api, 'GET /api/stake/index', {}),
    ask(api, 'GET /api/stake/list', {}),
    ask(api, 'GET /api/stake/outputs', {}),
    ask(api, 'GET /api/user/invites', {}),
    ask(api, 'GET /api/user/earnings', {}),
    ask(api, 'GET /api/user/earnings/days', {}),
    ask(api, 'GET /api/user/limits', {}),
    ask(api, 'GET /api/game/record', {}),
  ]);
  const rules = await Promise.all([
    ask(guest, 'GET /api/assets/list', {}),
    ask(guest, 'GET /api/mining/config', {}),
  ]);
  const everybodys = await Promise.all([
    ask(guest, 'GET /api/mining/buyback/list', {}),
    ask(guest, 'GET /api/game/ranking', {}),
    ask(guest, 'GET /api/mining/bet/list', {}),
    ask(guest, 'GET /api/transparency', {}),
    ask(guest, 'GET /api/index', {}),
  ]);
  const telling = (all: readonly unknown[]) =>
    new Set(all.flatMap((data) => amountsIn(data)).filter(isTelling));
  return { own: telling(own).difference(telling(rules)), everybodys: telling(everybodys) };
}

/** Whether a number on the page shows this figure. The page may cut decimals off. */
const shows = (number: string, figure: string): boolean =>
  number.includes('.') ? figure.startsWith(number) : figure.split('.')[0] === number;

/** Numbers on the page that match one of these figures, in visible or hidden text and in accessible names. */
export async function figuresOn(page: Page, figures: ReadonlySet<string>): Promise<string[]> {
  const texts = await page.evaluate(() =>
    [...document.body.querySelectorAll('*')].flatMap((element) => [
      ...[...element.childNodes].flatMap((node) => (node.nodeType === 3 ? [node.textContent ?? ''] : [])),
      ...['aria-label', 'aria-valuetext', 'aria-description', 'title', 'alt', 'placeholder'].map(
        (name) => element.getAttribute(name) ?? '',
      ),
    ]),
  );
  const numbers = texts.flatMap((text) => text.match(/(?<![\w.,])\d[\d,]*(\.\d+)?(?![\w])/g) ?? []);
  // Four digits without a comma are part of an address or a year.
  const amounts = numbers.filter((number) => !/^\d{4}$/.test(number));
  const plain = [...new Set(amounts.map((number) => number.replaceAll(',', '')))].filter(isTelling);
  return plain.filter((number) => [...figures].some((figure) => shows(number, figure)));
}
