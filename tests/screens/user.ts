// The user in the pictures: verified, with a running miner, a stake, guesses, coins from the chain, and a fund history
// with everything in it.
import { expect } from 'vitest';
import type { App } from '#tests/support/app.ts';
import { client } from '#tests/support/http.ts';
import { devnetOf, fill, sendToTreasury } from '#tests/support/money.ts';
import type { Entrant } from '#tests/support/enter.ts';
import { CHAIN_ID, ask, balance, verify } from '#tests/support/person.ts';
import { betOverHttp, openRace } from '#tests/support/race-play.ts';
import { waitFor } from '#tests/support/wait.ts';
import { signIn } from '#tests/support/wallet.ts';
import { makeTeam } from './team.ts';

const LIMIT_MS = 30_000;

export async function makeUser(app: App): Promise<Entrant> {
  const { api, token, wallet } = await signIn(client(app.url), { chainId: CHAIN_ID, publicUrl: app.url });
  await verify(api);
  const member = await makeTeam(app, api);
  const devnet = await devnetOf(app);
  await fill(app.url, devnet, wallet.address, 'USDT', '250');
  await sendToTreasury(devnet, wallet, 'USDT', '250');
  devnet.close();
  await waitFor(async () => expect(Number(await balance(api, 'USDT'))).toBeGreaterThan(0), LIMIT_MS);
  await ask(api, 'POST /api/assets/swap', { from: 'USDT', to: 'BTC', amount: '60' });
  await ask(api, 'POST /api/assets/swap', { from: 'USDT', to: 'SHIB', amount: '12.5' });
  await ask(api, 'POST /api/mining/power/buy', { hashrate: '300' });
  await ask(api, 'POST /api/assets/swap', { from: 'USDT', to: 'ADIT', amount: '20' });
  await ask(api, 'POST /api/assets/swap', { from: 'ADIT', to: 'USDT', amount: '123.456' });
  await ask(api, 'POST /api/mining/power/buyback', { hashrate: '50' });
  await ask(api, 'POST /api/assets/swap', { from: 'USDT', to: 'ADIT', amount: '10' });
  await ask(api, 'POST /api/stake/stake', { amount: '251.75' });
  await ask(member, 'POST /api/stake/stake', { amount: '11.75' });
  const { round } = await openRace(app.url);
  await betOverHttp(api, round, 1, '12.25');
  await betOverHttp(api, round, 4, '20.5');
  await ask(api, 'POST /api/mining/claim1', {});
  await ask(api, 'POST /api/demo/skip', { seconds: 26 * 3600 });
  await ask(api, 'POST /api/mining/claim', {});
  await ask(api, 'POST /api/mining/buy', { method: 'usdt' });
  const guess = await ask(api, 'POST /api/mining/bet', { numbers: [4, 7, 1] });
  await ask(api, 'POST /api/mining/bet', { numbers: [0, 8, 8] });
  // So that the guesses are drawn, and the order has paid and can be redeemed, while the permanent miner starts
  // afterwards.
  await ask(api, 'POST /api/demo/skip', { seconds: 26 * 3600 });
  // A win books itself: after this, nothing is added to the history any more.
  await waitFor(() => ask(api, 'GET /api/game/ranking', { round: String(round) }), LIMIT_MS);
  const drawn = () => ask(api, 'GET /api/mining/bet/list', { round: guess.round });
  await waitFor(async () => expect((await drawn()).items).not.toEqual([]), LIMIT_MS);
  await ask(api, 'POST /api/mining/claim1', {});
  await ask(api, 'POST /api/mining/bet', { numbers: [1, 2, 3] });
  await ask(api, 'POST /api/assets/withdraw', { coin: 'USDT', amount: '40.25' });
  return { token, wallet };
}
