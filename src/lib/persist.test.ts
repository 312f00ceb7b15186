// When the browser is asked to keep what is stored, which may cost the person a question.
import { expect, test, vi } from 'vitest';
import { keepForGood } from './persist.ts';

test('the browser is asked to keep it all for good once, and again when the app was installed, unless it has promised', async () => {
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
