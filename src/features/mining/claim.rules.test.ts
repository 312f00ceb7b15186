// What the celebration of a claim says the balance is.
import { expect, test } from 'vitest';
import { balanceAfter } from './claim.rules.ts';

const claimed = { amount: '12', before: '12.5' };

test('until a new coin list arrives, the claim is added to the balance before it', () => {
  expect(balanceAfter(claimed, null)).toBe('24.5');
  expect(balanceAfter(claimed, '12.5')).toBe('24.5');
});

test('a newer coin list counts, and the claim is not added to it again', () => {
  expect(balanceAfter(claimed, '24.5')).toBe('24.5');
  expect(balanceAfter(claimed, '25')).toBe('25');
});

test('nothing is said of a balance that is not known, until a coin list with the claim in it arrives', () => {
  const unknown = { ...claimed, before: null };
  expect(balanceAfter(unknown, null)).toBeUndefined();
  expect(balanceAfter(unknown, '0')).toBeUndefined();
  expect(balanceAfter(unknown, '24.5')).toBe('24.5');
});
