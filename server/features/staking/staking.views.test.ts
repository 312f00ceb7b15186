// How stake orders are shown.
import { expect, test } from 'vitest';
import { paysAt } from '#rules/staking.ts';
import { toUnits } from '#rules/amounts.ts';
import { orderView } from './staking.views.ts';

const NOON = new Date('2026-11-21T12:00:00Z');

test('an order shows what it has paid, when it pays next, and how it ended', () => {
  const order = {
    id: 7n,
    amount: toUnits('100'),
    output: toUnits('0.1'),
    stakedAt: NOON,
    redeemedAt: null,
    periods: 3n,
  };
  expect(orderView(order)).toEqual({
    id: '7',
    amount: '100',
    stakedAt: '2026-11-21T12:00:00.000Z',
    unlocksAt: '2026-11-22T12:00:00.000Z',
    nextOutputAt: '2026-11-25T12:00:00.000Z',
    output: '0.3',
    periodOutput: '0.1',
    redeemedAt: null,
    state: 'active',
  });
  expect(orderView({ ...order, redeemedAt: paysAt(NOON, 3) })).toMatchObject({
    nextOutputAt: null,
    output: '0.3',
    redeemedAt: '2026-11-24T12:00:00.000Z',
    state: 'redeemed',
  });
});
