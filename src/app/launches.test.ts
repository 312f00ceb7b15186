// Launching the installed app opens the page named by its shortcut, and nothing else.
import { expect, test, vi } from 'vitest';
import { installNavigator } from '#lib/navigate.ts';
import { openPopup, popupAtom } from '#lib/popups.ts';
import { read } from '#lib/store.ts';
import { followLaunches, pageOf } from './launches.ts';

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

test('closes the sheet that would cover the page, unless the launch names none, or the one that is shown', () => {
  const navigate = vi.fn(async () => undefined);
  installNavigator({ isPage: () => true, navigate, back: () => undefined });
  let launch: (launch: { targetURL: string }) => void = () => undefined;
  vi.stubGlobal('location', { origin: 'https://adit.example', hash: '#/pages/asset/index' });
  vi.stubGlobal('launchQueue', { setConsumer: (consumer: typeof launch) => (launch = consumer) });
  followLaunches();
  openPopup('account', {});
  for (const here of ['', '#/pages/asset/index']) launch({ targetURL: `https://adit.example/${here}` });
  expect(read(popupAtom)?.name).toBe('account');
  launch({ targetURL: 'https://adit.example/#/pages/airdrop/index?code=AUTUMN-26' });
  expect(read(popupAtom)).toBeNull();
  expect(navigate).toHaveBeenLastCalledWith('/pages/airdrop/index?code=AUTUMN-26', false);
  vi.unstubAllGlobals();
});
