// What a bet can bring, in words.
import { i18n } from '@lingui/core';
import { beforeAll, expect, test } from 'vitest';
import { openSigned } from '#ui/figure.ts';
import { chanceText, gainText } from './race.words.ts';

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

const open = (amount: string) => openSigned(amount, 'en');

test('a gain is a range with one symbol, or one figure where both ends read the same', () => {
  const say = (least: string, most: string, write = open) => gainText({ least, most }, write);
  expect(say('-20', '70')).toBe('−20 to +70 ADIT');
  expect(say('40', '40')).toBe('+40 ADIT');
  expect(say('1.00001', '1.00002', (amount) => openSigned(amount, 'en', 2))).toBe('+1 ADIT');
  expect(say('-20', '70', () => '•••• ADIT')).toBe('•••• ADIT');
});

test('the chance counts the lanes of the bet', () => {
  const lanes = [1, 2, 3, 4, 5, 6].map((lane) => ({ lane, coin: 'BTC' }));
  const bets = [2, 5].map((lane) => ({ lane, amount: '1' }));
  expect(chanceText(bets, { lanes }, 'en')).toBe('2 in 6');
});
