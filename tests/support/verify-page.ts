// Helpers for journeys that verify results: a settled race and lottery round, and a user's own node that may lie.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import type { Output } from '#contract';
import type { Claim } from '#draws/claim.ts';
import { gather } from '#draws/questions.ts';
import vectors from '#draws/vectors.json' with { type: 'json' };
import { worldOf } from '#tests/draws/node.ts';
import { violations } from '#tests/support/axe.ts';
import { fund } from '#tests/support/bank.ts';
import { skipTo, timeAt } from '#tests/support/clock.ts';
import { closeAfter, nextRace, placed, settledRace, type Ranking } from '#tests/support/games.ts';
import { client } from '#tests/support/http.ts';
import { DAY, ask, newcomer, skip, verify } from '#tests/support/person.ts';
import { PATIENCE, journey as plain } from '#tests/support/staking-page.ts';

export const ROUTE = '/#/pages/main/result';
export const roundAt = (round: string | number): string => `${ROUTE}?round=${round}`;

type LotteryRound = Output<'GET /api/mining/bet/list'>['items'][number];
type Result = Record<string, unknown> | string | null;

/** Returned by `lie`: the node answers with an error. */
export const REFUSED = 'refused';

interface Asked {
  method: string;
  params: unknown[];
}

/**
 * A proxy in front of the devnet on its own port. It forwards the devnet's answers, or what the test makes of them, and
 * redirects `/moved` to itself.
 */
interface OwnNode {
  url: string;
  asked: string[];
  /** Sets a function that changes the devnet's answers. */
  lie: (change: (asked: Asked, result: Result) => Result) => void;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

export const journey = plain
  /** One person plays a race and a lottery round; both are settled. */
  .extend('settled', { scope: 'file' }, async ({ app, devnet }) => {
    const player = await newcomer(app.url);
    await Promise.all([fund(devnet, [[player, { USDT: '10', ADIT: '50' }]]), verify(player.api)]);
    await ask(player.api, 'POST /api/mining/claim1', {});
    await skip(app.url, DAY);
    const { api } = await newcomer(app.url, { wallet: player.wallet });
    await ask(api, 'POST /api/mining/claim', {});
    await ask(api, 'POST /api/mining/buy', { method: 'usdt' });
    const { round } = await ask(api, 'POST /api/mining/bet', { numbers: [4, 7, 1] });
    const race = await nextRace(app.url);
    expect(await placed({ ...player, api }, race, [1, '2'], [4, '3'])).toMatchObject({ code: 0 });
    const ranking: Ranking = await settledRace(app.url, race);
    await skipTo(app.url, closeAfter(await timeAt(app.url)));
    const lottery: LotteryRound = await vi.waitFor(
      async () => {
        const { items } = await ask(client(app.url), 'GET /api/mining/bet/list', { round });
        return items[0] ?? expect.fail('not settled');
      },
      { timeout: 20_000, interval: 200 },
    );
    return { race: ranking, lottery };
  })
  .extend('ownNode', async ({ devnet }, { onCleanup }): Promise<OwnNode> => {
    let change: (asked: Asked, result: Result) => Result = (_, result) => result;
    const asked: string[] = [];
    const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type' };
      if (request.method !== 'POST') return void response.writeHead(204, headers).end();
      if (request.url === '/moved') return void response.writeHead(307, { ...headers, location: '/' }).end();
      const { id, method, params } = JSON.parse(await bodyOf(request)) as Asked & { id: string };
      asked.push(method);
      const result = change({ method, params }, (await devnet.provider.send(method, params)) as Result);
      const reply = result === REFUSED ? { error: { code: -32_005, message: 'limit reached' } } : { result };
      response
        .writeHead(200, { ...headers, 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, ...reply }));
    };
    const server = createServer((request, response) => {
      answer(request, response).catch(() => response.writeHead(502).end());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onCleanup(() => {
      server.close();
      server.closeAllConnections();
    });
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      asked,
      lie: (one) => {
        change = one;
      },
    };
  });

/** Waits until the verdict is on the page. */
export const verdict = (page: Page, words: string | RegExp) =>
  page.getByRole('heading', { level: 2, name: words }).waitFor(PATIENCE);

/** Names of the steps that the page shows in a state. */
export const stepsThat = async (page: Page, state: string): Promise<string[]> => {
  const rows = await page
    .getByRole('listitem')
    .filter({ has: page.getByText(state, { exact: true }) })
    .allInnerTexts();
  return rows.map((text) => text.split('\n')[0] ?? '');
};

/** Enters a node's address and makes the page use it. */
export async function useNode(page: Page, url: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Address (JSON-RPC)' }).fill(url);
  await page.getByRole('button', { name: 'Use this node' }).click();
}

/** Expects no axe violations. Scrolls to the top first, because the demo bar covers what is below it. */
export async function clean(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0));
  expect(await violations(page)).toEqual([]);
}

/** For each golden vector, data and node answers as a user pastes them: first the true data, then the data changed by `lie`. */
export const vectorPapers = (lie: Partial<Claim>): Promise<[data: string, answers: string][][]> =>
  Promise.all(
    vectors.map(async (vector) => {
      const { claim, ask: askNode } = worldOf(vector);
      const { answers } = await gather(claim, askNode);
      return [claim, { ...claim, ...lie }].map((one): [string, string] => [
        JSON.stringify(one),
        JSON.stringify(answers),
      ]);
    }),
  );

/** The open offline page's verdict on each pair. */
export const offlineVerdicts = (page: Page, papers: [data: string, answers: string][]) =>
  page.evaluate((all) => {
    const [first, last] = document.querySelectorAll('textarea');
    return all.map(([data, answers]) => {
      if (!first || !last) return 'no fields';
      first.value = data;
      last.value = answers;
      last.dispatchEvent(new Event('input'));
      return document.querySelector('[role=status]')?.textContent;
    });
  }, papers);
