// Navigation is guarded: no address, no page, and no second time while the first is under way.
import { i18n } from '@lingui/core';
import { beforeEach, expect, test, vi } from 'vitest';
import { go, installNavigator, pathOf } from './navigate.ts';
import { read } from './store.ts';
import { toastAtom } from './toast.ts';

const navigate = vi.fn<(url: string, replace: boolean) => Promise<void>>();

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  navigate.mockReset().mockResolvedValue(undefined);
  installNavigator({
    isPage: (path) => path === '/' || path === '/pages/a',
    navigate,
    back: () => undefined,
  });
});

test('without an address it says so and stays', async () => {
  await go(undefined);
  await go('');
  expect(navigate).not.toHaveBeenCalled();
  expect(read(toastAtom)?.kind).toBe('error');
});

test('an unknown page is told and not opened', async () => {
  await go('/pages/unknown?x=1');
  expect(navigate).not.toHaveBeenCalled();
});

test('the same navigation is ignored while it is under way, another is not', async () => {
  let arrive = () => {};
  navigate.mockImplementationOnce(() => new Promise((resolve) => (arrive = () => resolve())));
  const first = go('/pages/a?id=1');
  await go('/pages/a?id=1');
  expect(navigate).toHaveBeenCalledTimes(1);
  await go('/pages/a?id=2');
  expect(navigate).toHaveBeenCalledTimes(2);
  arrive();
  await first;
  await go('/pages/a?id=1', { replace: true });
  expect(navigate).toHaveBeenLastCalledWith('/pages/a?id=1', true);
});

test('an address is a path, a query and nothing else', () => {
  expect(pathOf('/pages/a?id=1#x')).toBe('/pages/a');
  expect(pathOf('#/pages/a')).toBe('/pages/a');
  expect(pathOf('?id=1')).toBe('/');
});
