// Launching the installed app opens the page named by its shortcut, and nothing else.
import { expect, test } from 'vitest';
import { pageOf } from './launches.ts';

test('finds a launch’s page in the part of its address that the router reads', () => {
  const of = (target: string | null | undefined) => pageOf(target, 'https://adit.example');
  expect(of('https://adit.example/#/pages/mining/index')).toBe('/pages/mining/index');
  expect(of('https://adit.example/#/pages/notice/details?id=3')).toBe('/pages/notice/details?id=3');
  expect(of('https://adit.example/?text=https%3A%2F%2Fadit.example%2F%3Fcode%3DAB12CD34')).toBe('/');
  for (const none of [
    null,
    undefined,
    '',
    'nonsense',
    'https://adit.example/',
    'https://adit.example/#x',
    'https://other.example/#/pages/mining/index',
  ])
    expect(of(none)).toBeUndefined();
});
