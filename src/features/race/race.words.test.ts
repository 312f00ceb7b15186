// What a bet can win and has won, as text.
import { i18n } from '@lingui/core';
import { beforeAll, expect, test } from 'vitest';
import { openSigned } from '#ui/figure.ts';
import { verdictOf } from './notices.rules.ts';
import type { RaceRecord } from './race.rules.ts';
import { chanceText, gainText, noticeText, raceTime } from './race.words.ts';

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

test.each([
  ['settled', '100', '70', 'you won 70 ADIT.'],
  ['settled', '10', '-20', 'it paid back 10 of your 30 ADIT.'],
  ['settled', '30', '0', 'it paid back 30 of your 30 ADIT.'],
  ['settled', '0', '-30', 'none of your lanes won. You lost 30 ADIT.'],
  ['void', '30', '0', 'void. Your 30 ADIT is back.'],
] as const)('the notice about a race that is %s and paid %s for 30', (state, payout, profit, words) => {
  const outcome = { state, stake: '30', payout, profit };
  const race: RaceRecord = { ...outcome, round: 5_849_201, bets: [], champion: null, ranking: null };
  const verdict = verdictOf(race);
  if (!verdict) throw new Error('a finished race has a verdict');
  expect(noticeText(race, verdict, 'en')).toBe(`Race at ${raceTime(race.round, 'en')}: ${words}`);
});
