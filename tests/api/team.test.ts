/** A team on a running server: counted at once, paid from, told with receipts, and whole after a restart. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { maskAddress } from '#rules/addresses.ts';
import { operate } from '#tests/support/command.ts';
import type { Client } from '#tests/support/http.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import { DAY, type Person, UNLIMITED, ask, newcomer, skip, verify } from '#tests/support/person.ts';

const [INVITES, LEVELS, EARNINGS, RECEIPT] = [
  'GET /api/user/invites',
  'GET /api/user/levels',
  'GET /api/user/earnings',
  'GET /api/user/earnings/receipt',
] as const;

let app: LocalApp;
let ann: Person;
let ben: Person;
let cid: Person;

const come = (inviter?: Person) => newcomer(app.url, inviter && { inviteCode: inviter.user.inviteCode });
const teamCheck = () => operate(app.dataDir, 'team', 'check');
const masked = ({ wallet }: Person) => maskAddress(wallet.address);

beforeAll(async () => {
  app = await openApp({ ...UNLIMITED, KYC_AUTO_APPROVE_SECONDS: '0' });
  ann = await come();
  ben = await come(ann);
  cid = await come(ben);
});
afterAll(() => app?.stop());

test('members and counters are there at once, and so is the level', async () => {
  const { summary, items } = await ask(ann.api, INVITES, {});
  expect(summary).toMatchObject({
    directReferrals: 1,
    teamMembers: 2,
    membersByLevel: [1, 1, 0],
    subTeamHashrate: '2400',
  });
  expect(items).toMatchObject([
    { address: masked(cid), level: 2, valid: false, hashrate: '1200', totalStaking: '0' },
    { address: masked(ben), level: 1, valid: false },
  ]);
  expect(await ask(ann.api, LEVELS, {})).toMatchObject({ level: 0, validUsers: 0, progress: 0 });

  await verify(ben.api);
  expect((await ask(ann.api, INVITES, {})).summary.validUsers).toBe(1);
  expect(await ask(ann.api, LEVELS, {})).toMatchObject({
    level: 1,
    next: { level: 2, requiredValidUsers: 10 },
  });
  expect((await ask(ann.api, 'GET /api/user/info', {})).level).toBe(1);
  expect((await newcomer(app.url, { wallet: ann.wallet })).user.level).toBe(1);
});

test('a code that comes later counts for nobody: one’s own, another’s, that of a member', async () => {
  const before = await ask(ann.api, INVITES, {});
  for (const [person, inviter] of [
    [ann, ann],
    [ann, ben],
    [ann, cid],
    [cid, ann],
    [ben, cid],
  ] as const)
    await newcomer(app.url, { wallet: person.wallet, inviteCode: inviter.user.inviteCode });
  expect(await ask(ann.api, INVITES, {})).toEqual(before);
  expect((await ask(cid.api, INVITES, {})).items).toEqual([]);
  expect((await ask(ann.api, 'GET /api/user/info', {})).invitedBy).toBeNull();
});

test('a member’s stake counts at once and pays the levels above, with a receipt', async () => {
  await ask(ben.api, 'POST /api/mining/claim1', {});
  await skip(app.url, DAY);
  await ask(ben.api, 'POST /api/mining/claim', {});
  const order = await ask(ben.api, 'POST /api/stake/stake', { amount: '12' });
  const staked = await ask(ann.api, INVITES, {});
  expect(staked.summary).toMatchObject({ subTeamPerformance: '12', totalEarnings: '0' });
  expect(staked.items[1]).toMatchObject({ address: masked(ben), totalStaking: '12' });

  await skip(app.url, DAY + 60);
  const { items } = await ask(ann.api, EARNINGS, {});
  expect(items).toMatchObject([{ source: 'staking', coin: 'ADIT', amount: '0.0018' }]);
  const entry = items[0]?.entry ?? '';
  expect((await ask(ann.api, RECEIPT, { entry })).items).toEqual([
    {
      address: masked(ben),
      level: 1,
      base: '0.012',
      time: order.nextOutputAt,
      rate: '0.15',
      amount: '0.0018',
    },
  ]);
  expect((await ask(ann.api, INVITES, {})).summary.totalEarnings).toBe('0.0018');
  expect((await ben.api.call(RECEIPT, { entry })).code).toBe(404);

  await ask(ben.api, 'POST /api/stake/unstake', { id: order.id });
  expect((await ask(ann.api, INVITES, {})).summary.subTeamPerformance).toBe('0');
});

test('what was counted is counted after a restart, once', async () => {
  const bonus = async (api: Client) => (await ask(api, 'GET /api/mining/index', {})).hashrateBonus;
  await verify(cid.api);
  await app.restart({ TEAM_LEVELS: '1' });
  await vi.waitFor(async () => expect(await bonus(ben.api)).toBe('120'), 10_000);
  expect(await teamCheck()).toMatchObject({
    code: 0,
    stdout: '2 teams: every counter is what a recount gives\n',
  });
});

test('levels that are switched off are neither listed nor counted', async () => {
  expect(await ask(ann.api, INVITES, {})).toMatchObject({
    summary: { directReferrals: 1, teamMembers: 1, membersByLevel: [1], subTeamHashrate: '1200' },
    items: [{ address: masked(ben) }],
  });
  expect((await ann.api.call(INVITES, { level: '1' })).code).toBe(0);
  const refused = await ann.api.call(INVITES, { level: '2' }, { language: 'ja' });
  expect(refused).toMatchObject({ status: 403, code: 403, data: null });
  expect(refused.message).toMatch(/[ぁ-ん]/);
});
