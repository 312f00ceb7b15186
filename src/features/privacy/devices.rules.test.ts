// Codes in two groups, links that the page understands, and which device is a phone.
import { expect, test } from 'vitest';
import { PAIR_PARAM, grouped, isPhone, pairLink } from './devices.rules.ts';

test('a code is shown in two groups of three digits', () => {
  expect(grouped('482913')).toBe('482 913');
  expect(grouped('000007')).toBe('000 007');
});

test('the link opens this page with the code, which no server is sent', () => {
  const { origin, search, hash } = new URL(pairLink('https://adit.example', '048291'));
  expect([origin, search]).toEqual(['https://adit.example', '']);
  const [path, query] = hash.split('?');
  expect(path).toBe('#/pages/privacy/index');
  expect(new URLSearchParams(query).get(PAIR_PARAM)).toBe('048291');
});

test('phones and tablets are told from computers', () => {
  expect(['Chrome · Android', 'Safari · iPhone', 'Safari · iPad'].map(isPhone)).toEqual([true, true, true]);
  expect(['Firefox · Linux', 'Safari · Mac', 'Browser'].map(isPhone)).toEqual([false, false, false]);
});
