// Cached announcements: found first in their own language, otherwise in another one, and in none once withdrawn.
import { expect, test, vi } from 'vitest';
import { lastIn } from './content.stored.ts';

const stored = vi.hoisted(() => new Map<string, unknown>());

vi.mock('#lib/kv.ts', () => ({
  kvGet: async (key: string) => stored.get(key),
  kvSet: async (key: string, value: unknown) => void stored.set(key, value),
  kvEntries: async () => [...stored.entries()],
  kvDeleteMany: async () => undefined,
  kvDeletePrefix: async () => undefined,
}));

test('prefers the requested language, but finds another one rather than none', async () => {
  await lastIn('en', 'article 1').keep({ title: 'Lamp' });
  expect(await lastIn('th', 'article 1').recall()).toEqual({ title: 'Lamp' });
  await lastIn('th', 'article 1').keep({ title: 'โคมไฟ' });
  expect(await lastIn('th', 'article 1').recall()).toEqual({ title: 'โคมไฟ' });
  expect(await lastIn('en', 'article 1').recall()).toEqual({ title: 'Lamp' });
  expect(await lastIn('en', 'article 2').recall()).toBeUndefined();
});

test('finds a withdrawn announcement in no language, and loses nothing else', async () => {
  await lastIn('ja', 'article 3').keep({ title: 'ランプ' });
  await lastIn('en', 'article 3').forget();
  for (const lang of ['en', 'ja', 'zh-Hans'] as const)
    expect(await lastIn(lang, 'article 3').recall()).toBeUndefined();
  expect(await lastIn('en', 'article 1').recall()).toEqual({ title: 'Lamp' });
});
