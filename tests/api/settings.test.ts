/**
 * What an operator changes while servers run: effective here immediately, in every other process soon, and refusals
 * are one line.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '#server/db/client.ts';
import { systemClock } from '#server/jobs/clock.ts';
import { ask as askServer } from '#server/operator/client.ts';
import { settingCommands } from '#server/config/settings.commands.ts';
import { writeSetting, writeTerm } from '#server/config/settings.repository.ts';
import { type Settings, openSettings } from '#server/config/settings.ts';
import { expectInEveryLanguage } from '#tests/support/answers.ts';
import * as bank from '#tests/support/bank.ts';
import { emptyPlace, onPostgres, quiet, removeClusterAtEnd } from '#tests/support/databases.ts';
import { memoryLog } from '#tests/support/devnet.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import { DAY, UNLIMITED, type Person, ask, newcomer, skip, verify } from '#tests/support/person.ts';
import { plus } from '#tests/support/sums.ts';

removeClusterAtEnd();

onPostgres((open) => {
  let settings: Settings;
  const log = memoryLog();
  const run = async (name: string, ...words: string[]) => {
    const command = settingCommands({ settings, clock: systemClock }).find((one) => one.name === name);
    return (await command?.run(words, 'olga'))?.text ?? '';
  };
  beforeAll(async () => {
    settings = await openSettings({ database: open(), env: { RACE: 'off' }, log });
  });

  test('a setting changes at once, is logged with who changed it, and can be reset', async () => {
    expect(settings.now().config).toMatchObject({ raceOpen: false, teamLevels: 3 });
    expect(await run('setting set', 'team_levels', '1')).toMatch(/^TEAM_LEVELS is 1 here now/);
    await run('setting set', 'RACE', 'on');
    expect(settings.now().config).toMatchObject({ raceOpen: true, teamLevels: 1 });
    expect(await run('setting list')).toMatch(/^TEAM_LEVELS\t1\toperator \(olga, 20/m);
    expect(await run('setting reset', 'RACE')).toBe('RACE is off again (environment)');
    expect(await run('setting reset', 'TEAM_LEVELS')).toBe('TEAM_LEVELS is 3 again (default)');
    expect(settings.now().config).toMatchObject({ raceOpen: false, teamLevels: 3 });
    await expect(run('setting reset', 'RACE')).rejects.toThrow(/^RACE was not changed by an operator$/);
  });

  test.each([
    [['RACE', 'perhaps'], /^RACE is malformed/],
    [['RACE'], /^give a value: setting set RACE VALUE$/],
    [['PORT', '1'], /^PORT is read at the start/],
    [['WARP', '9'], /^WARP is not a setting;/],
    [[], /^give the name of a setting/],
    [['WITHDRAW_DAILY_LIMITS', 'USTD=1'], /^WITHDRAW_DAILY_LIMITS names USTD/],
  ])('%j is refused and changes nothing', async (words, why) => {
    const before = settings.now();
    await expect(run('setting set', ...words)).rejects.toThrow(why);
    expect(settings.now()).toBe(before);
  });

  test('a stored value that cannot be read is ignored with a warning, and the rest applies', async () => {
    const now = { at: new Date(), by: 'a later version' };
    await settings.change(async (db) => {
      await writeSetting(db, 'RACE', { ...now, value: 'on thursdays' });
      await writeSetting(db, 'LOTTERY', { ...now, value: 'off' });
      await writeTerm(db, 'USDT', 'withdraw-fee', { ...now, value: 'some' });
    });
    expect(settings.now().config).toMatchObject({ raceOpen: false, lotteryOpen: false });
    expect(log.lines.filter((line) => line.includes('is ignored'))).toHaveLength(2);
    await settings.change((db) => db.deleteFrom('operator_settings').execute());
  });

  test('listeners on the same database see a change', async () => {
    const other = await openSettings({ database: open(), env: {}, log: quiet });
    await run('setting set', 'STAKING_DAILY_RATE', '0.002');
    await vi.waitFor(() => expect(other.now().config.stakingDailyRate).toBe(2n * 10n ** 15n));
    await run('setting reset', 'STAKING_DAILY_RATE');
  });
});

test('another process on PostgreSQL is notified of a change at once, and sees it later if the notification is lost', async () => {
  const { databaseUrl, remove } = await emptyPlace('postgres');
  const [here, there] = [
    await openDatabase({ databaseUrl, log: quiet }),
    await openDatabase({ databaseUrl, log: quiet }),
  ];
  const [first, second] = [
    await openSettings({ database: here, env: {}, log: quiet }),
    await openSettings({ database: there, env: {}, log: quiet }),
  ];
  const deaf = { ...there, listen: async () => async () => undefined };
  const third = await openSettings({ database: deaf, env: {}, log: quiet });
  const at = new Date();
  await first.change((db) => writeSetting(db, 'LOTTERY', { value: 'off', at, by: 'olga' }));
  expect(first.now().config.lotteryOpen).toBe(false);
  await vi.waitFor(() => expect(second.now().config.lotteryOpen).toBe(false));
  expect(third.now().config.lotteryOpen).toBe(true);
  await third.refresh();
  expect(third.now().config.lotteryOpen).toBe(false);
  await Promise.all([here.close(), there.close()]);
  await remove();
});

describe('a running server', () => {
  let app: LocalApp;
  let person: Person;
  const operate = async (...args: string[]) => {
    const reply = await askServer(app.dataDir, { args, by: 'olga' });
    expect(reply, args.join(' ')).toMatchObject({ ok: true });
    return reply.text;
  };
  const refusal = async (...args: string[]) => {
    const reply = await askServer(app.dataDir, { args, by: 'olga' });
    expect(reply).toMatchObject({ ok: false });
    expect(reply.text).not.toContain('\n');
    return reply.text;
  };
  const features = async () => (await ask(person.api, 'GET /api/index', {})).features;
  const asset = async (coin: string) =>
    (await ask(person.api, 'GET /api/assets/list', {})).items.find((one) => one.coin === coin);

  beforeAll(async () => {
    app = await openApp({ ...UNLIMITED, TEAM_LEVELS: '2', KYC_AUTO_APPROVE_SECONDS: '0' });
    person = await newcomer(app.url);
  });
  afterAll(() => app?.stop());

  test('closes and opens what an operator says, for pages and for calls', async () => {
    const all = { exchange: true, staking: true, lottery: true, race: true, teamLevels: 2 };
    expect(await features()).toEqual(all);
    for (const name of ['EXCHANGE', 'STAKING', 'LOTTERY', 'RACE'])
      await operate('setting', 'set', name, 'off');
    await operate('setting', 'set', 'TEAM_LEVELS', '1');
    const none = { exchange: false, staking: false, lottery: false, race: false, teamLevels: 1 };
    expect(await features()).toEqual(none);
    expect((await ask(person.api, 'GET /api/assets/list', {})).exchangeOpen).toBe(false);
    const { round } = await ask(person.api, 'GET /api/game/opening', {});
    const calls = [
      await person.api.call('POST /api/assets/swap', {
        from: 'ADIT',
        to: 'USDT',
        amount: '1',
        quoteOnly: true,
      }),
      await person.api.call('POST /api/stake/stake', { amount: '10' }),
      await person.api.call('POST /api/mining/bet', { numbers: [1, 2, 3] }),
      await person.api.call('POST /api/game/coining', { round, bets: [{ lane: 1, amount: '1' }] }),
      await person.api.call('GET /api/user/invites', { level: '2' }),
    ];
    expect(calls.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    await expectInEveryLanguage(person.api, 'POST /api/mining/bet', { numbers: [1, 2, 3] }, 403);
    for (const name of ['EXCHANGE', 'STAKING', 'LOTTERY', 'RACE', 'TEAM_LEVELS'])
      await operate('setting', 'reset', name);
    expect(await features()).toEqual(all);
    expect((await person.api.call('POST /api/stake/stake', { amount: '10' })).code).toBe(1301);
  });

  test('applies rates and amounts from the next cycle, order or bet on', async () => {
    await operate('setting', 'set', 'STAKING_DAILY_RATE', '0.0015');
    await operate('setting', 'set', 'RACE_REFERRAL', 'off');
    await operate('setting', 'set', 'WITHDRAW_DAILY_LIMITS', 'USDT=5');
    expect((await ask(person.api, 'GET /api/stake/index', {})).dailyRate).toBe('0.0015');
    expect((await ask(person.api, 'GET /api/game/config', {})).referral).toEqual(['0', '0', '0']);
    expect((await asset('USDT'))?.withdrawLeft).toBe('5');
    for (const name of ['STAKING_DAILY_RATE', 'RACE_REFERRAL', 'WITHDRAW_DAILY_LIMITS'])
      await operate('setting', 'reset', name);
    expect((await ask(person.api, 'GET /api/game/config', {})).referral).toEqual(['0.01', '0.005', '0']);
  });

  test('changes fees, limits and switches of a coin', async () => {
    const closed = ['--deposits', 'off', '--withdrawals', 'off', '--exchange', 'off'];
    await operate(
      'coin',
      'set',
      'btc',
      '--min-withdraw',
      '0.2',
      '--withdraw-fee',
      '0.1',
      '--daily',
      '3',
      ...closed,
    );
    expect(await asset('BTC')).toMatchObject({
      ...{ minWithdraw: '0.2', withdrawFee: '0.1', withdrawLeft: '3' },
      ...{ depositable: false, withdrawable: false },
    });
    const swap = { from: 'USDT', to: 'BTC', amount: '1', quoteOnly: true };
    expect((await person.api.call('POST /api/assets/swap', swap)).status).toBe(403);
    expect((await person.api.call('POST /api/assets/withdraw', { coin: 'BTC', amount: '1' })).code).toBe(403);
    expect(await asset('ETH')).toMatchObject({ depositable: true, withdrawable: true });
    await operate('coin', 'reset', 'BTC', 'exchange');
    expect((await person.api.call('POST /api/assets/swap', swap)).code).toBe(0);
    await operate('coin', 'reset', 'BTC');
    expect(await asset('BTC')).toMatchObject({
      minWithdraw: '0.0005',
      depositable: true,
      withdrawable: true,
    });
  });

  test('keeps promises made before a change', async () => {
    await verify(person.api);
    await ask(person.api, 'POST /api/mining/claim1', {});
    await skip(app.url, DAY);
    await ask(person.api, 'POST /api/mining/claim', {});
    await operate('setting', 'set', 'STAKING_DAILY_RATE', '0.01');
    await ask(person.api, 'POST /api/stake/stake', { amount: '10' });
    await operate('setting', 'reset', 'STAKING_DAILY_RATE');
    await operate('setting', 'set', 'STAKING', 'off');
    await skip(app.url, DAY);
    const index = await ask(person.api, 'GET /api/stake/index', {});
    expect(index).toMatchObject({ open: false, dailyRate: '0.001', cumulativeOutput: '0.1' });
    const [order] = (await ask(person.api, 'GET /api/stake/list', {})).items;
    expect(await ask(person.api, 'POST /api/stake/unstake', { id: order?.id ?? '' })).toMatchObject({
      amount: '10',
    });
    await operate('setting', 'reset', 'STAKING');
  });

  test('credits deposits of a coin whose deposits are closed', async () => {
    await operate('coin', 'set', 'USDT', '--deposits', 'off');
    expect((await asset('USDT'))?.depositable).toBe(false);
    await bank.fund(app.chain, [[person, { USDT: '7' }]]);
    expect((await asset('USDT'))?.balance).toBe('7');
    await operate('coin', 'reset', 'USDT');
  });

  test.each([
    [['coin', 'set', 'DOGE', '--daily', '1'], /listed coin/],
    [['coin', 'set', 'BTC'], /^give what changes/],
    [['coin', 'set', 'BTC', '--daily', '-5'], /amount/],
    [['coin', 'set', 'BTC', '--withdraw-fee', '1'], /more than its fee/],
    [['coin', 'contract', 'BTC', '0x12'], /devnet/],
    [['feed', 'set', 'BTC', '0x12'], /devnet/],
  ])('refuses %j in one line', async (words, why) => {
    expect(await refusal(...words)).toMatch(why);
  });

  test('issues to a fund and refunds a withdrawal, both with log entries', async () => {
    await operate('fund', 'issue', 'race_bank', 'ADIT', '250', 'for', 'a test');
    expect(await operate('audit', '--command', 'fund')).toContain('fund issue race_bank ADIT 250 for a test');
    await refusal('fund', 'take', 'race_bank', 'ADIT', '99999999', 'too much');
    await operate('setting', 'set', 'WITHDRAW_APPROVAL', 'USDT=1');
    await bank.fund(app.chain, [[person, { USDT: '20' }]]);
    const before = (await asset('USDT'))?.balance ?? '';
    const { id } = await ask(person.api, 'POST /api/assets/withdraw', { coin: 'USDT', amount: '20' });
    expect(plus((await asset('USDT'))?.balance ?? '', '20')).toBe(before);
    await operate('payouts', 'reject', id, 'not now');
    expect((await asset('USDT'))?.balance).toBe(before);
    await operate('setting', 'reset', 'WITHDRAW_APPROVAL');
  });

  test('keeps changes over a restart', async () => {
    await operate('setting', 'set', 'RACE', 'off');
    await operate('coin', 'set', 'ETH', '--withdraw-fee', '0.002');
    await app.restart({ TEAM_LEVELS: '3' });
    person = await newcomer(app.url);
    expect(await features()).toMatchObject({ race: false, teamLevels: 3 });
    expect(await asset('ETH')).toMatchObject({ withdrawFee: '0.002' });
  });
});
