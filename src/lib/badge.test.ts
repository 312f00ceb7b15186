// The badge on the app icon: the sum of everything waiting, cleared at zero, and never the cause of an error.
import { beforeEach, expect, test, vi } from 'vitest';

const stored = vi.hoisted(() => ({ badge: undefined as unknown, forbidden: false }));

vi.mock('./kv.ts', () => ({
  kvUpdate: async (_key: string, change: (old: unknown) => unknown) => {
    await Promise.resolve();
    if (stored.forbidden) throw new Error('no storage');
    stored.badge = change(stored.badge);
  },
}));

const shown: (number | 'none')[] = [];
const icon = {
  setAppBadge: async (count: number) => void shown.push(count),
  clearAppBadge: async () => void shown.push('none'),
};

/** Imports the module as a freshly opened page does: it knows only what is stored. */
async function opened() {
  vi.resetModules();
  return (await import('./badge.ts')).setBadge;
}

beforeEach(() => {
  stored.badge = undefined;
  stored.forbidden = false;
  shown.length = 0;
  vi.stubGlobal('navigator', icon);
});

test('adds up its parts, whether the page or the worker set them', async () => {
  await (
    await opened()
  )('claim', 1);
  await (
    await opened()
  )('queue', 2);
  const setBadge = await opened();
  await setBadge('claim', 0);
  await setBadge('queue', 0);
  expect(shown).toEqual([1, 3, 2, 'none']);
});

test('works without storage and on devices whose icons cannot show a badge', async () => {
  stored.forbidden = true;
  const setBadge = await opened();
  await setBadge('queue', 2);
  await setBadge('claim', 1);
  expect(shown).toEqual([2, 3]);
  vi.stubGlobal('navigator', {});
  await setBadge('claim', 1);
  vi.stubGlobal('navigator', { ...icon, setAppBadge: () => Promise.reject(new Error('not allowed')) });
  await setBadge('claim', 1);
});
