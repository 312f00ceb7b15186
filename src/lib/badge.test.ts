// The icon's number: the sum of what waits, cleared when nothing does, and never a failure.
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

/** As a page that has just been opened: nothing is known but what is stored. */
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

test('sums its parts, whoever has set them', async () => {
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

test('works without storage, and where no icon carries a number', async () => {
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
