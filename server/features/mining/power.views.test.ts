// An account's hashrate as shown: by source, and limited to the team levels in use.
import { describe, expect, test } from 'vitest';
import { toUnits } from '#rules/amounts.ts';
import { powerView } from './power.views.ts';

describe('the view', () => {
  const team = [toUnits('1200'), toUnits('2400'), toUnits('1200')] as const;
  const facts = { gifted: toUnits('1200'), purchased: toUnits('300'), team };

  test('has gifted, purchased and bonus hashrate by level, and the total', () => {
    expect(powerView(facts, 3)).toEqual({
      power: '1752',
      gifted: '1200',
      purchased: '300',
      bonus: { direct: '120', indirect: '120', third: '12' },
      price: '0.01',
      resalePrice: '0.008',
    });
  });

  test('leaves out the levels that are switched off', () => {
    expect(powerView(facts, 1)).toMatchObject({
      power: '1620',
      bonus: { direct: '120', indirect: '0', third: '0' },
    });
  });
});
