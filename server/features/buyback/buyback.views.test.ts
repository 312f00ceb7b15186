// A row in the list of repurchases shows when, what and for how much, but not who.
import { expect, test } from 'vitest';
import { itemView } from './buyback.views.ts';

test('a repurchase has decimal strings and does not name the person', () => {
  const at = new Date('2026-11-21T12:00:00Z');
  const row = { id: 7n, at, kind: 'token', amount: 5n * 10n ** 18n, paid: 5n * 10n ** 16n } as const;
  expect(itemView(row)).toEqual({
    id: '7',
    time: at.toISOString(),
    kind: 'token',
    amount: '5',
    paid: '0.05',
  });
});
