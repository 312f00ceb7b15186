// Guarded navigation: a missing address, an unknown page or the same navigation twice at once goes nowhere.
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

test('shows a message and stays when there is no address', async () => {
  await go(undefined);
  await go('');
  expect(navigate).not.toHaveBeenCalled();
  expect(read(toastAtom)?.kind).toBe('error');
});

test('reports an unknown page and does not open it', async () => {
  await go('/pages/unknown?x=1');
  expect(navigate).not.toHaveBeenCalled();
});

test('ignores the same navigation while it is in progress, but not another one', async () => {
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

test('accepts only a path and a query as an address', () => {
  expect(pathOf('/pages/a?id=1#x')).toBe('/pages/a');
  expect(pathOf('#/pages/a')).toBe('/pages/a');
  expect(pathOf('?id=1')).toBe('/');
});
