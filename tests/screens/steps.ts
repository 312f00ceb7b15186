// Actions over HTTP for the users in the pictures: calls that must succeed, and waiting for what happens on its own.
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallName, Input } from '#contract';
import type { Client } from '#tests/support/http.ts';
import { submit } from '#tests/support/person.ts';

const LIMIT_MS = 30_000;

export async function until(done: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + LIMIT_MS;
  while (!(await done())) {
    if (Date.now() > deadline) throw new Error('the user of the pictures could not be made');
    await sleep(200);
  }
}

export async function act<K extends CallName>(api: Client, name: K, input: Input<K>): Promise<void> {
  const { code, message } = await api.call(name, input);
  if (code !== 0) throw new Error(`${name}: ${code} ${message}`);
}

export async function getVerified(api: Client): Promise<void> {
  await submit(api);
  await until(async () => (await api.call('GET /api/user/kyc', {})).data.status === 'approved');
}
