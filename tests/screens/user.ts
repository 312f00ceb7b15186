// Whom the pictures show: somebody verified with a running miner, coins from the chain, and a fund history with everything in it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallName, Input } from '#contract';
import type { App } from '#tests/support/app.ts';
import { type Client, client } from '#tests/support/http.ts';
import { devnetOf, fill, sendToTreasury } from '#tests/support/money.ts';
import { submit } from '#tests/support/person.ts';
import { signIn } from '#tests/support/wallet.ts';

export interface Session {
  token: string;
  address: string;
}

const CHAIN_ID = 1337;
const LIMIT_MS = 30_000;

async function until(done: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + LIMIT_MS;
  while (!(await done())) {
    if (Date.now() > deadline) throw new Error('the user of the pictures could not be made');
    await sleep(200);
  }
}

async function act<K extends CallName>(api: Client, name: K, input: Input<K>): Promise<void> {
  const { code, message } = await api.call(name, input);
  if (code !== 0) throw new Error(`${name}: ${code} ${message}`);
}

export async function makeUser(app: App): Promise<Session> {
  const { api, token, wallet } = await signIn(client(app.url), { chainId: CHAIN_ID, publicUrl: app.url });
  await submit(api);
  await until(async () => (await api.call('GET /api/user/kyc', {})).data.status === 'approved');
  await act(api, 'POST /api/mining/claim1', {});
  const devnet = await devnetOf(app);
  await fill(app.url, devnet, wallet.address, 'USDT', '250');
  await sendToTreasury(devnet, wallet, 'USDT', '250');
  devnet.close();
  await until(async () => {
    const { data } = await api.call('GET /api/assets/list', {});
    return data.items.some(({ coin, balance }) => coin === 'USDT' && balance !== '0');
  });
  await act(api, 'POST /api/assets/swap', { from: 'USDT', to: 'BTC', amount: '60' });
  await act(api, 'POST /api/assets/swap', { from: 'USDT', to: 'SHIB', amount: '12.5' });
  await act(api, 'POST /api/assets/withdraw', { coin: 'USDT', amount: '40' });
  return { token, address: wallet.address };
}
