/** What staking refuses, over HTTP: amounts that cannot be staked, and malformed input. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectInEveryLanguage, expectMalformed } from '#tests/support/answers.ts';
import * as bank from '#tests/support/bank.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import { UNLIMITED, type Person, balance, newcomer } from '#tests/support/person.ts';
import * as sums from '#tests/support/sums.ts';

const LIST = 'GET /api/stake/list';
const STAKE = 'POST /api/stake/stake';
const UNSTAKE = 'POST /api/stake/unstake';

let app: LocalApp;
let ann: Person;
let poor: Person;

beforeAll(async () => {
  app = await openApp(UNLIMITED);
  [ann, poor] = await Promise.all([newcomer(app.url), newcomer(app.url)]);
  await bank.fund(app.chain, [[ann, { ADIT: '1000' }]]);
});
afterAll(() => app?.stop());

const tryStake = ({ api }: Person, amount: string) => api.call(STAKE, { amount });

test('amounts too small, too fine and too large are refused, in this order', async () => {
  for (const amount of ['0', '9.999999999999999999', '10.0000000000000000001'])
    for (const person of [ann, poor])
      expect([amount, await tryStake(person, amount)]).toMatchObject([amount, { status: 400, code: 1302 }]);
  expect(await tryStake(poor, '10')).toMatchObject({
    status: 409,
    code: 1301,
    data: { coin: 'ADIT', balance: '0', amount: '10' },
  });
  const [held, amount] = [
    await balance(ann.api),
    sums.plus((await balance(ann.api)) ?? '', '0.000000000000000001'),
  ];
  expect(await tryStake(ann, amount)).toMatchObject({
    code: 1301,
    data: { coin: 'ADIT', balance: held, amount },
  });
  expect([1301, 1302]).toContain((await tryStake(ann, '9'.repeat(20))).code);
  await expectInEveryLanguage(poor.api, STAKE, { amount: '9' }, 1302);
  await expectInEveryLanguage(poor.api, STAKE, { amount: '10' }, 1301);
});

test('malformed input is refused', async () => {
  const amounts = [10, '', ' 10', '-10', '+10', '1e1', '10.', '.5', '１０', null, ['10'], '9'.repeat(21)];
  await expectMalformed(ann.api, STAKE, [
    ...amounts.map((amount) => ({ amount })),
    {},
    { amount: '10', rate: '1' },
  ]);
  const ids = [1, '', '-1', 'x', '1.0', ' 1', null, ['1'], '1'.repeat(19)];
  await expectMalformed(ann.api, UNSTAKE, [...ids.map((id) => ({ id })), {}, { id: '1', amount: '1' }]);
  await expectMalformed(ann.api, LIST, [
    { limit: '0' },
    { limit: '101' },
    { limit: 'ten' },
    { cursor: 'no cursor of this list' },
    { id: 'x' },
    { state: 'active' },
  ]);
});
