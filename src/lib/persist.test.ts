// When the browser is asked for persistent storage, which may show the user a prompt.
import { expect, test, vi } from 'vitest';
import { keepForGood } from './persist.ts';

test('asks for persistent storage once, and again after the app is installed, unless it was already granted', async () => {
  let promised = false;
  const persist = vi.fn(async () => promised);
  vi.stubGlobal('navigator', { storage: { persisted: async () => promised, persist } });
  await keepForGood('queued');
  await keepForGood('queued');
  expect(persist).toHaveBeenCalledTimes(1);
  await keepForGood('installed');
  expect(persist).toHaveBeenCalledTimes(2);
  promised = true;
  await keepForGood('installed');
  expect(persist).toHaveBeenCalledTimes(2);
  vi.stubGlobal('navigator', {});
  await keepForGood('installed');
});
