// A small team for tests, created over HTTP: Ann invited Bob and Cid, Bob invited Dan. Bob is verified, so he can mine and stake.
import { expect, vi } from 'vitest';
import type { Output } from '#contract';
import { DAY, type Person, ask, newcomer, skip, verify } from '#tests/support/person.ts';

export const codeOf = async ({ api }: Pick<Person, 'api'>): Promise<string> =>
  (await ask(api, 'GET /api/user/info', {})).inviteCode;

/** Signs in a new person with the invite code of `inviter`. */
const invited = async (url: string, inviter: Pick<Person, 'api'>): Promise<Person> =>
  newcomer(url, { inviteCode: await codeOf(inviter) });

export interface Team {
  ann: Person;
  bob: Person;
  cid: Person;
  dan: Person;
}

export async function teamOf(url: string): Promise<Team> {
  const ann = await newcomer(url);
  const bob = await invited(url, ann);
  const [cid, dan] = [await invited(url, ann), await invited(url, bob)];
  await verify(bob.api);
  return { ann, bob, cid, dan };
}

/** Mines for a day, stakes `amount` and skips to the first payout. Resolves once `above` has received its share. */
export async function stakes(url: string, { api }: Person, above: Person, amount: string): Promise<void> {
  await ask(api, 'POST /api/mining/claim1', {});
  await skip(url, DAY);
  await ask(api, 'POST /api/mining/claim', {});
  await ask(api, 'POST /api/stake/stake', { amount });
  await skip(url, DAY + 1);
  const paid = async () => expect((await earnings(above)).length).toBeGreaterThan(0);
  await vi.waitFor(paid, { timeout: 20_000, interval: 100 });
}

/** Newest first. */
export const earnings = async ({ api }: Person): Promise<Output<'GET /api/user/earnings'>['items']> =>
  (await ask(api, 'GET /api/user/earnings', {})).items;
