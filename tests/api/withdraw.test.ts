/** Payouts as the whole server runs them: live events, health and the operator's command when somebody else uses the hot wallet. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Wallet } from 'ethers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { toUnits } from '#rules/amounts.ts';
import { type App, startApp } from '#tests/support/app.ts';
import * as bank from '#tests/support/bank.ts';
import { operate } from '#tests/support/command.ts';
import { client } from '#tests/support/http.ts';
import { type Devnet, devnetOf } from '#tests/support/money.ts';
import { type Person, UNLIMITED, ask } from '#tests/support/person.ts';

let app: App;
let devnet: Devnet;
let ann: Person;

beforeAll(async () => {
  app = await startApp({ withoutPage: true, env: { ...UNLIMITED, KYC_AUTO_APPROVE_SECONDS: '0' } });
  devnet = await devnetOf(app);
  [ann] = (await bank.richPeople(app.url, devnet, [{ USDT: '100' }])) as [Person];
});
afterAll(async () => {
  devnet?.close();
  await app?.stop();
});

const withdraw = (address: string) =>
  ask(ann.api, 'POST /api/assets/withdraw', { coin: 'USDT', amount: '20', address });
const health = () => ask(client(app.url), 'GET /api/health', {});

/** Topics that an account's stream of events tells. */
async function listen(token: string) {
  const ending = new AbortController();
  const response = await fetch(`${app.url}/api/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: ending.signal,
  });
  const topics: string[] = [];
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const part of response.body ?? [])
      topics.push(
        ...[...decoder.decode(part as Uint8Array).matchAll(/^event: (.+)$/gm)].map(([, topic = '']) => topic),
      );
  })().catch(() => undefined);
  return {
    topics,
    async end() {
      ending.abort();
      await reading;
    },
  };
}

test('every state of a withdrawal is told to its account’s open pages', async () => {
  const { token } = ann;
  const stream = await listen(token);
  const to = bank.newAddress();
  await withdraw(to);
  await bank.reaches(ann.api, to, 'confirmed');
  // Debited and sent may be gathered into one; confirmed comes seconds later.
  await vi.waitFor(() => expect(stream.topics.length).toBeGreaterThanOrEqual(2), { timeout: 5000 });
  expect(new Set(stream.topics)).toEqual(new Set(['balance']));
  await stream.end();
});

test('a transaction of somebody else from the hot wallet halts payouts, which health tells and the operator resumes', async () => {
  const passport = JSON.parse(readFileSync(join(app.dataDir, 'chain/devnet.json'), 'utf8')) as {
    keys: { treasury: string };
  };
  const thief = new Wallet(passport.keys.treasury, devnet.provider);
  const sent = await thief.sendTransaction({
    to: bank.newAddress(),
    value: 1n,
    gasPrice: 0n,
    gasLimit: 21_000n,
  });
  await sent.wait();
  const to = bank.newAddress();
  await withdraw(to);
  await vi.waitFor(async () => expect((await health()).payouts).toEqual({ ok: false, open: 1 }), {
    timeout: 15_000,
  });
  await vi.waitFor(async () => expect((await health()).chain.alerts).toBe(1), { timeout: 5000 });
  expect((await health()).ok).toBe(false);
  expect((await operate(app.dataDir, 'payouts', 'list')).stdout).toMatch(/^halted\t.*somebody else/);

  const refused = await operate(app.dataDir, 'payouts', 'resume');
  expect(refused.code).toBe(1);
  const nonce = /`payouts resume (\d+)`/.exec(refused.stderr)?.[1] ?? '';
  expect((await operate(app.dataDir, 'payouts', 'resume', nonce)).code).toBe(0);
  await bank.reaches(ann.api, to, 'confirmed');
  const { withdrawFee } = await bank.assetOf(ann.api, 'USDT');
  expect(await bank.held(devnet, 'USDT', to)).toBe(toUnits('20') - toUnits(withdrawFee));
  await vi.waitFor(
    async () => expect(await health()).toMatchObject({ ok: true, payouts: { ok: true, open: 0 } }),
    {
      timeout: 5000,
    },
  );
  expect((await operate(app.dataDir, 'ledger', 'check')).code).toBe(0);
});
