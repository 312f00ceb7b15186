// Result verification as people use it: true results match, every forgery is named where it occurs, with their own node
// and offline.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, vi } from 'vitest';
import { again } from '#tests/draws/reference.ts';
import { drawHash } from '#draws/hash.ts';
import { raceRanking } from '#draws/race.ts';
import { raceId } from '#draws/rounds.ts';
import vectors from '#draws/vectors.json' with { type: 'json' };
import type { Ranking } from '#tests/support/games.ts';
import { operate } from '#tests/support/command.ts';
import { PATIENCE } from '#tests/support/staking-page.ts';
import { ROOT } from '#tests/support/steps.ts';
import {
  REFUSED,
  ROUTE,
  clean,
  journey,
  offlineVerdicts,
  roundAt,
  stepsThat,
  useNode,
  vectorPapers,
  verdict,
} from '#tests/support/verify-page.ts';

const offline = journey.extend('worker', 'allow');

const RANKING = '**/api/game/ranking?*';
const LIST = '**/api/mining/bet/list?*';
const OTHER = again(`0x${'ab'.repeat(32)}`);

/** A seed that was not used for the draw and leads to another result: one in 720 leads to the same one. */
function falseSeed({ txHash, round, ranking }: Ranking): string {
  let seed = OTHER;
  const result = () => raceRanking(drawHash('validator', { txHash, seed, round: raceId(round) })).join();
  while (result() === ranking.join()) seed = again(seed);
  return seed;
}

const STEPS = [
  'Seed',
  'Chain',
  'Block',
  'Block time',
  'First block that qualifies',
  'Last transaction of the block',
  "Sent by the block's own validator",
  'Final',
  'Hash of the draw',
  'Result',
];
const ALL = 'Everything matches';
const LIE = 'This draw does not match';
const OPEN = 'Not fully checked';

/** The offline page's fields. */
const data = (page: Page) => page.getByRole('textbox').first();
const statusText = (page: Page) => page.getByRole('status').innerText();
const differing = (page: Page) =>
  page
    .getByRole('listitem')
    .filter({ has: page.locator('.differs') })
    .locator('strong')
    .allInnerTexts();

offline(
  "both games match on the operator's node and on one's own",
  async ({ settled, guest, ownNode, devnet, app }) => {
    const { page } = guest;
    const { race, lottery } = settled;
    await page.goto(roundAt(race.round));
    await verdict(page, ALL);
    expect(await stepsThat(page, 'Matches')).toEqual(STEPS);
    const ranking = page.getByRole('list', { name: 'Ranking' }).getByRole('listitem');
    const coins = race.ranking.map((lane) => race.lanes[lane - 1]?.coin ?? '');
    expect((await ranking.allInnerTexts()).map((text) => text.split('\n')[1])).toEqual(coins);
    await clean(page);

    // By a worker with its own policy: the page itself may not connect there.
    const direct = page.evaluate(
      (url) =>
        fetch(url, { method: 'POST' }).then(
          () => 'allowed',
          () => 'blocked',
        ),
      ownNode.url,
    );
    guest.expectFault(/Content Security Policy|connect-src/);
    expect(await direct).toBe('blocked');

    await page.goto(roundAt(`lottery:${lottery.round}`));
    // The same page shows the race until the draw has been checked.
    const marked = async () => (await page.getByRole('main').locator('mark').allInnerTexts()).map(Number);
    await expect.poll(marked, PATIENCE).toEqual(lottery.drawn);
    await verdict(page, ALL);
    await useNode(page, ownNode.url);
    await vi.waitFor(() => expect(ownNode.asked.length).toBeGreaterThanOrEqual(5), PATIENCE);
    await verdict(page, ALL);
    expect(new Set(ownNode.asked)).toEqual(
      new Set(['eth_chainId', 'eth_getBlockByNumber', 'eth_getTransactionByHash']),
    );
    await clean(page);

    // Stored on the device, also for the worker, until the user removes it.
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    ownNode.asked.length = 0;
    await page.reload();
    await verdict(page, ALL);
    expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    expect(ownNode.asked.length).toBeGreaterThanOrEqual(5);
    await page.getByRole('button', { name: 'Use default' }).click();
    await verdict(page, ALL);
    const address = page.getByRole('textbox', { name: 'Address (JSON-RPC)' });
    expect(await address.inputValue()).toBe(devnet.provider._getConnection().url);
    await address.fill('ftp://node');
    await page.getByRole('button', { name: 'Use this node' }).click();
    await page.getByText(/^Enter an https:/).waitFor(PATIENCE);
    await address.fill('https://[fd00::1]');
    await page.getByRole('button', { name: 'Use this node' }).click();
    await page.getByText(/^That's a private network/).waitFor(PATIENCE);

    for (const round of [`race:${race.round}`, lottery.round]) {
      const ended = await operate(app.dataDir, 'verify', round);
      expect([ended.code, ended.stderr]).toEqual([0, '']);
      expect(ended.stdout.match(/^ok /gm)).toHaveLength(10);
    }
    expect(await operate(app.dataDir, 'verify', 'race:1')).toMatchObject({ code: 1 });
  },
);

describe('a forgery is named where it occurs', () => {
  journey('when the operator tells it', async ({ settled, guest, changed }) => {
    const { page } = guest;
    const lies: [lie: object, steps: string[]][] = [
      [{ seed: falseSeed(settled.race) }, ['Seed', 'Hash of the draw', 'Result']],
      [{ seedHash: OTHER }, ['Seed']],
      [{ hash: OTHER }, ['Hash of the draw']],
      [{ blockHash: OTHER }, ['Block']],
      [{ ranking: settled.race.ranking.toReversed() }, ['Result']],
    ];
    let lie = {};
    await changed(page, RANKING, (answer) => ({ ...answer, ...lie }));
    await page.goto(roundAt(settled.race.round));
    for (const [one, steps] of lies) {
      lie = one;
      await page.reload();
      await verdict(page, LIE);
      await vi.waitFor(
        async () => expect(await stepsThat(page, 'Matches')).toHaveLength(10 - steps.length),
        PATIENCE,
      );
      expect(await stepsThat(page, 'Does not match')).toEqual(steps);
    }
    await clean(page);
    const claimed = page.getByRole('listitem').filter({ hasText: 'Does not match' }).locator('dd');
    expect(await claimed.allInnerTexts()).toEqual(
      [settled.race.ranking.toReversed(), settled.race.ranking].map((lanes) => lanes.join(' ')),
    );
  });

  journey('when the chain says otherwise', async ({ settled, guest, ownNode }) => {
    const { page } = guest;
    await page.goto(roundAt(settled.lottery.round));
    await verdict(page, ALL);
    const again = async (words: string) => {
      await page.getByRole('button', { name: 'Check again' }).click();
      await verdict(page, words);
    };
    ownNode.lie(({ method }, result) =>
      method === 'eth_getTransactionByHash'
        ? { ...(result as object), from: `0x${'11'.repeat(20)}` }
        : result,
    );
    await useNode(page, ownNode.url);
    await verdict(page, LIE);
    expect(await stepsThat(page, 'Does not match')).toEqual(["Sent by the block's own validator"]);
    // Another block in place of the draw's.
    ownNode.lie(({ params }, result) =>
      Number(params[0]) === settled.lottery.blockNumber
        ? { ...(result as object), hash: OTHER, transactions: [OTHER] }
        : result,
    );
    await again(LIE);
    await vi.waitFor(
      async () =>
        expect(await stepsThat(page, 'Does not match')).toEqual(['Block', 'Last transaction of the block']),
      PATIENCE,
    );
  });

  journey('and a node that cannot tell accuses nobody', async ({ settled, guest, ownNode }) => {
    const { page } = guest;
    guest.expectFault(/127\.0\.0\.1:1\b|ERR_/);
    await page.goto(roundAt(settled.lottery.round));
    await verdict(page, ALL);
    const says = (text: string | RegExp) => page.getByRole('status').getByText(text).waitFor(PATIENCE);
    ownNode.lie(({ method }, result) => (method === 'eth_chainId' ? '0x1' : result));
    await useNode(page, ownNode.url);
    await verdict(page, OPEN);
    await says(/This node is on chain 1\. Use one on chain 1337\./);
    expect(await stepsThat(page, 'Does not match')).toEqual([]);
    const again = page.getByRole('button', { name: 'Check again' });
    ownNode.lie(({ params }, result) => (params[0] === 'finalized' ? result : null));
    await again.click();
    await says(/This node doesn't have that block/);
    ownNode.lie(() => REFUSED);
    await again.click();
    await says(/The node refused: limit reached/);
    await useNode(page, `${ownNode.url}/moved`);
    await says(/The node redirects elsewhere\./);
    // A node that an older version stored is not asked either.
    await page.evaluate(() => localStorage.setItem('verifyNode', 'https://[fd00::1]:8545'));
    await page.reload();
    await says(/That's a private network\./);
    await useNode(page, 'http://127.0.0.1:1');
    await says(/The node isn't answering\./);
    expect(await stepsThat(page, 'Matches')).toEqual(['Seed', 'Hash of the draw', 'Result']);
    await clean(page);
  });
});

journey(
  'a round is named by number or date, and one without a draw says why',
  async ({ settled, guest, changed }) => {
    const { page } = guest;
    guest.expectFault(/status of 404/);
    await page.goto(roundAt('chess:1'));
    await page.getByText(/^Enter a race number, like/).waitFor(PATIENCE);
    await clean(page);
    const field = page.getByRole('textbox', { name: 'Round' });
    await field.fill('2999-01-01');
    await field.press('Enter');
    await page.getByText('This round is not drawn yet').waitFor(PATIENCE);
    await field.fill('7');
    await page.getByRole('button', { name: 'Check this round' }).click();
    await page.getByText('This round was not drawn').waitFor(PATIENCE);
    await page.getByRole('button', { name: 'Race', exact: true }).click();
    await verdict(page, ALL);
    await page.getByText(`Race ${settled.race.round}`).waitFor();

    const none = { hash: null, txHash: null, blockNumber: null, blockHash: null, seed: null, drawn: null };
    // The latest draw is offered even if nobody has guessed since, and even if those days fill a page.
    const pages = [
      { items: [{ ...settled.lottery, ...none, round: '2999-01-01' }], nextCursor: 'older' },
      { items: [settled.lottery], nextCursor: null },
    ];
    await page.route(LIST, (route) => {
      const asked = new URL(route.request().url()).searchParams;
      if (asked.has('round')) return route.continue();
      return route.fulfill({ json: { code: 0, message: '', data: pages[asked.has('cursor') ? 1 : 0] } });
    });
    await page.goto(ROUTE);
    // The round from before would answer both questions.
    await page.getByRole('heading', { level: 2, name: ALL }).waitFor({ state: 'detached', ...PATIENCE });
    await page.getByRole('button', { name: 'Web3 Guess', exact: true }).click();
    await expect.poll(() => new URL(page.url()).hash, PATIENCE).toContain(settled.lottery.round);
    await verdict(page, ALL);

    const standing = async (fields: object, words: string) => {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await changed(page, LIST, (answer) => ({ ...answer, items: [{ ...settled.lottery, ...fields }] }));
      await page.reload();
      await page.getByText(words).first().waitFor(PATIENCE);
    };
    await page.goto(roundAt(settled.lottery.round));
    await standing({ ...none, state: 'void' }, 'This round is void');
    await standing(none, 'This round was not drawn');
    await standing({ seed: null }, "We can't check this round");
    await clean(page);
  },
);

journey(
  'the offline page agrees, from a disk and without asking anybody',
  async ({ settled, guest, app }) => {
    const { page, context } = guest;
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.url });
    await page.goto(roundAt(settled.race.round));
    await verdict(page, ALL);
    await page.getByRole('button', { name: 'Copy data' }).click();
    const paper = await vi.waitFor(async () => {
      const text = await page.evaluate(() => navigator.clipboard.readText());
      expect(text).toContain('"claim"');
      return text;
    }, PATIENCE);
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: 'Open page', exact: true }).click(),
    ]);
    await opened.waitForLoadState();
    await data(opened).fill(paper);
    expect(await statusText(opened)).toContain(`Everything matches\nrace:${settled.race.round}`);
    expect(await opened.getByRole('listitem').count()).toBe(10);
    await clean(opened);
    await data(opened).fill(paper.replace(settled.race.seed, falseSeed(settled.race)));
    expect(await statusText(opened)).toContain('This draw does not match');
    expect(await differing(opened)).toHaveLength(3);
    await data(opened).fill(paper.replace('"timestamp"', '"time"'));
    expect(await statusText(opened)).toContain('“timestamp” is missing or malformed.');
    await data(opened).fill(paper.slice(0, -1));
    expect(await statusText(opened)).toBe('This is not JSON.');
    await data(opened).fill(paper);
    await opened.getByRole('textbox', { name: 'Answers from your own node' }).fill('nothing');
    expect(await opened.getByRole('alert').textContent()).toBe('This is not JSON.');
    expect(await statusText(opened), 'the data is checked without them').toContain('Everything matches');
    await opened.close();

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Save', exact: true }).click(),
    ]);
    const file = join(ROOT, 'public/verify.html');
    expect(await readFile(await download.path(), 'utf8')).toBe(await readFile(file, 'utf8'));
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(pathToFileURL(file).href);
    await page.getByRole('combobox').selectOption('ja');
    await data(page).fill(paper);
    expect(await statusText(page)).toContain('すべて一致しています');
    await clean(page);
    await page.getByRole('combobox').selectOption('en');
    const verdicts = await offlineVerdicts(page, (await vectorPapers({ hash: OTHER })).flat());
    expect(verdicts).toEqual(
      vectors.flatMap(({ round, result }) =>
        [ALL, LIE].map((words) => `${words}\n${round} · Drawn: ${result.join(' ')}`),
      ),
    );
    expect(requests.filter((url) => !url.startsWith('file:') && !url.startsWith('data:'))).toEqual([]);
  },
);

journey('in Thai, on a wide screen', async ({ settled, visit }) => {
  const { page } = await visit({ locale: 'th-TH', viewport: { width: 1280, height: 800 } });
  await page.goto(roundAt(settled.lottery.round));
  const list = page.getByRole('main').getByRole('listitem');
  await vi.waitFor(async () => expect(await list.count()).toBe(10), PATIENCE);
  // The node has answered: no step shows a placeholder any more.
  await vi.waitFor(async () => expect(await page.locator('main .animate-shimmer').count()).toBe(0), PATIENCE);
  await clean(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});
