// A launch of the installed app leads to the page that its shortcut names, and nowhere else.
import { expect, test } from 'vitest';
import { pageOf } from './launches.ts';

test('a launch names a page by the part of its address that the router reads', () => {
  const of = (target: string | null | undefined) => pageOf(target, 'https://adit.example');
  expect(of('https://adit.example/#/pages/mining/index')).toBe('/pages/mining/index');
  expect(of('https://adit.example/#/pages/notice/details?id=3')).toBe('/pages/notice/details?id=3');
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
