// For tests/rules.test.ts: numbers of miner, hashrate, team, staking and exchange, each with another value.
import {
  type Case,
  HOUR,
  LIMITS,
  NOON,
  exchangeLeft,
  later,
  miner,
  miningConfig,
  order,
  hashrate,
  quote,
  race,
  refusedUntil,
  staking,
  text,
  units,
} from './figure-scenes.ts';

async function budget() {
  const { budgetOf } = await import('#rules/buyback.ts');
  return budgetOf({ opening: 100n, balance: 100n, paid: 0n, paidToAccount: 0n });
}

export const moneyCases = {
  SINGAPORE_HOURS: {
    change: 9,
    server: [refusedUntil, '2026-11-21T16:00:00.000Z', '2026-11-21T15:00:00.000Z'],
    page: [
      async () => {
        const { allowanceAt } = await import('#api/limits.rules.ts');
        return allowanceAt({ ...LIMITS, asOf: later(8).toISOString() }, later(11.5).getTime())?.left;
      },
      '45',
      '50',
    ],
  },
  CHART_DAYS: {
    change: 7,
    page: [async () => (await import('#lib/chart-days.ts')).daysOf([], NOON.getTime()).length, 30, 7],
  },
  CYCLE_HOURS: {
    change: 12,
    server: [
      async () => {
        const { view, config } = await miner(later(12), true);
        return [view.state, view.outputPerHour, config.cycleSeconds, config.trialHours];
      },
      ['running', '0.5', 86_400, 24],
      ['pending_claim', '1', 43_200, 12],
    ],
    page: [
      async () => {
        const { view, config } = await miner(later(6), true);
        const { cycleOf, produced, stateAt } = await import('#features/mining/mining.rules.ts');
        const cycle = cycleOf(view, config);
        if (!cycle) return null;
        const half = later(12).getTime();
        return [stateAt(view, cycle, half), await text(produced(cycle, later(6).getTime()))];
      },
      ['running', '3'],
      ['pending_claim', '6'],
    ],
  },
  WELCOME_HASHRATE: {
    change: '600',
    server: [async () => (await miningConfig()).trialHashrate, '1200', '600'],
  },
  OUTPUT_PER_HASHRATE: {
    change: '0.02',
    server: [async () => (await miner(NOON, true)).view.outputPerHour, '0.5', '1'],
    page: [
      async () => {
        const { dailyOf } = await import('#features/mining/hashrate.rules.ts');
        return dailyOf(await units('1200'), await miningConfig()).output;
      },
      '12',
      '24',
    ],
  },
  TOKEN_VALUE: {
    change: '0.02',
    server: [
      async () => {
        const { COINS, seedPrice } = await import('#server/chain/coins.ts');
        return COINS.slice(0, 1).map((coin) => String(seedPrice(coin)));
      },
      ['10000000000000000'],
      ['20000000000000000'],
    ],
    page: [
      async () => {
        const { dailyOf } = await import('#features/mining/hashrate.rules.ts');
        const { isEmpty } = await import('#features/buyback/buyback.rules.ts');
        return [dailyOf(await units('1200'), await miningConfig()).value, isEmpty('0.015')];
      },
      ['0.12', false],
      ['0.24', true],
    ],
  },
  PERMANENT_PRICE: {
    change: '20',
    server: [async () => (await miningConfig()).permanentPrice, '10', '20'],
    page: [
      async () => {
        const { purchaseOf } = await import('#features/mining/mining.rules.ts');
        return purchaseOf('15', (await miningConfig()).permanentPrice).affordable;
      },
      true,
      false,
    ],
  },
  HASHRATE_PRICE: {
    change: '0.02',
    server: [
      async () => {
        const { priceOf, resaleValueOf } = await import('#rules/hashrate.ts');
        const hashrate = await units('100');
        return [await text(priceOf(hashrate)), await text(resaleValueOf(hashrate))];
      },
      ['1', '0.8'],
      ['2', '1.6'],
    ],
    page: [
      async () => {
        const { buyPlan, daysToBreakEven, sellPlan } = await import('#features/mining/hashrate.rules.ts');
        const [own, config] = [await hashrate(), await miningConfig()];
        const days = daysToBreakEven(config.hashratePrice, config);
        return [buyPlan('100', own, '9', config)?.cost, sellPlan('100', own, config)?.received, String(days)];
      },
      ['1', '0.8', '100'],
      ['2', '1.6', '200'],
    ],
  },
  HASHRATE_STEP: {
    change: '50',
    server: [
      async () => String((await import('#rules/hashrate.ts')).readPurchase('150')),
      'null',
      '150000000000000000000',
    ],
    page: [
      async () => {
        const { buyProblem } = await import('#features/mining/hashrate.rules.ts');
        return buyProblem('150', '10', '0.01', (await miningConfig()).hashrateStep);
      },
      'step',
      null,
    ],
  },
  RESALE_SHARE: {
    change: '0.5',
    server: [
      async () => text((await import('#rules/hashrate.ts')).resaleValueOf(await units('100'))),
      '0.8',
      '0.5',
    ],
    page: [
      async () => {
        const { sellPlan } = await import('#features/mining/hashrate.rules.ts');
        return sellPlan('100', await hashrate(), await miningConfig())?.loss;
      },
      '0.2',
      '0.5',
    ],
  },
  MOST_HASHRATE: {
    change: '100',
    server: [async () => (await import('#rules/hashrate.ts')).mayOwn(await units('200')), true, false],
  },
  MINING_REFERRAL: {
    change: ['0.2', '0.05', '0.01'],
    server: [async () => (await miner(NOON, false)).view.hashrateBonus, '10', '20'],
    page: [
      async () => {
        const { bonusLevels } = await import('#features/mining/hashrate.rules.ts');
        return bonusLevels(await miningConfig(), undefined)[0]?.share;
      },
      0.1,
      0.2,
    ],
  },
  STAKING_REFERRAL: {
    change: ['0.3', '0.1', '0.05'],
    server: [
      async () => {
        const { commissions, ratesOf } = await import('#rules/team.ts');
        return text(commissions(await units('1'), ratesOf('staking'))[0]);
      },
      '0.15',
      '0.3',
    ],
  },
  RACE_REFERRAL: {
    change: ['0.02', '0.005', '0.003'],
    server: [
      async () => {
        const { liability } = await import('#rules/race.ts');
        const { ratesOf } = await import('#rules/team.ts');
        return text(liability([await units('100')], ratesOf('race')));
      },
      '401.8',
      '402.8',
    ],
    page: [
      async () => {
        const { raceReferral } = await import('#features/team/team.rules.ts');
        return raceReferral({ race: true }, await race())?.[0];
      },
      '0.01',
      '0.02',
    ],
  },
  LEVEL_MEMBERS: {
    change: [2, 10, 50],
    server: [async () => (await import('#server/features/team/team.views.ts')).levelsView(1).level, 1, 0],
  },
  NEW_MEMBER_DAYS: {
    change: 3,
    page: [
      async () => {
        const { isNew } = await import('#features/team/team.rules.ts');
        return isNew({ joinedAt: NOON.toISOString() }, later(5 * 24).getTime());
      },
      true,
      false,
    ],
  },
  STAKE_MINIMUM: {
    change: '20',
    server: [async () => (await import('#rules/staking.ts')).readStake('15') !== null, true, false],
    page: [
      async () => {
        const { amountProblem } = await import('#features/staking/staking.rules.ts');
        return amountProblem('15', { balance: '100', min: (await staking()).minAmount });
      },
      null,
      'small',
    ],
  },
  STAKE_PERIOD_HOURS: {
    change: 12,
    server: [async () => (await order()).nextOutputAt, later(24).toISOString(), later(12).toISOString()],
    page: [
      async () => {
        const { periodAt } = await import('#features/staking/staking.rules.ts');
        return periodAt(await order(), later(6).getTime())?.share;
      },
      0.25,
      0.5,
    ],
  },
  STAKE_HOLD_HOURS: {
    change: 48,
    server: [
      async () => [(await staking()).holdHours, (await order()).unlocksAt],
      [24, later(24).toISOString()],
      [48, later(48).toISOString()],
    ],
    page: [
      async () => {
        const { heldFor } = await import('#features/staking/staking.rules.ts');
        return heldFor(await order(), NOON.getTime());
      },
      24 * HOUR,
      48 * HOUR,
    ],
  },
  STAKING_RATE: {
    change: '0.002',
    server: [async () => (await staking()).dailyRate, '0.001', '0.002'],
    page: [
      async () => {
        const { outputOf } = await import('#features/staking/staking.rules.ts');
        return outputOf('1000', (await staking()).dailyRate);
      },
      '1',
      '2',
    ],
  },
  EXCHANGE_FEE: {
    change: '0.01',
    server: [async () => quote(), { received: '99.7', fee: '0.3' }, { received: '99', fee: '1' }],
  },
  FEED_DEVIATION: {
    change: '0.02',
    server: [
      async () => {
        const { COINS } = await import('#server/chain/coins.ts');
        const price = COINS.find(({ symbol }) => symbol === 'XRP')?.price;
        return price && 'feed' in price && price.deviation;
      },
      '0.005',
      '0.02',
    ],
  },
  PEG_TOLERANCE: {
    change: '0.05',
    server: [
      async () => {
        const { keepsPeg } = await import('#server/chain/prices/prices.rules.ts');
        const peg = await units('1');
        const prices = await Promise.all(['0.98', '0.99', '1.01', '1.02'].map(units));
        return prices.map((price) => keepsPeg({ price, at: NOON }, peg));
      },
      [false, true, true, false],
      [true, true, true, true],
    ],
  },
  HEAD_SECONDS: {
    change: 60,
    server: [
      async () => {
        const { isLive } = await import('#server/chain/prices/prices.rules.ts');
        return [14, 15, 59].map((age) => isLive(NOON.getTime() / 1000 - age, NOON));
      },
      [true, false, false],
      [true, true, true],
    ],
  },
  EXCHANGE_ACCOUNT_DAY: {
    change: '500',
    server: [async () => exchangeLeft(), ['10000', '3'], ['500', '3']],
  },
  EXCHANGE_TOTAL_HOUR: {
    change: '600',
    server: [async () => exchangeLeft(), ['10000', '3'], ['600', '0']],
  },
  STAKERS_SHARE: {
    change: '0.25',
    server: [
      async () => {
        const { exchangeLines } = await import('#server/features/assets/exchange.lines.ts');
        const sold = { user: 1n, from: 'ADIT', to: 'USDT', amount: 400n } as const;
        const part = { repurchased: 400n, paid: 9n };
        const lines = exchangeLines({ ...sold, ...part, gross: 9n, received: 8n, fee: 1n, rate: 1n });
        return lines.filter(({ coin }) => coin === 'ADIT').map(({ amount }) => Number(amount));
      },
      [-400, 200, 200],
      [-400, 100, 300],
    ],
    page: [
      async () => {
        const { institutionShare } = await import('#features/buyback/buyback.rules.ts');
        return institutionShare({ institution: '0', stakers: '0' });
      },
      0.5,
      0.75,
    ],
  },
  UNAPPROVED_IN_ALL: {
    change: 2,
    server: [
      async () => {
        const { needsApproval } = await import('#rules/withdraw.ts');
        return [2n, 10n].map((everybody) => needsApproval(1n, { account: 0n, everybody }));
      },
      [false, true],
      [true, true],
    ],
  },
  APPROVAL_PART: {
    change: 5n,
    server: [
      async () => {
        const { approvalOf } = await import('#rules/withdraw.ts');
        const threshold = approvalOf([{ symbol: 'USDT', dailyWithdraw: '10000' }], undefined, undefined);
        return threshold === 'off' ? 'off' : text(threshold.get('USDT') ?? 0n);
      },
      '1000',
      '2000',
    ],
  },
  DAILY_BUDGET: { change: '0.2', server: [async () => (await budget()).left, 10n, 20n] },
  BUDGET_OF_ACCOUNT: { change: '0.5', server: [async () => (await budget()).share, 2n, 5n] },
  RUNWAY_DAYS: {
    change: 14,
    server: [async () => (await import('#rules/buyback.ts')).averagedFrom(NOON), '2026-11-15', '2026-11-08'],
  },
} satisfies Record<string, Case>;
