// Web storage that is full, and one that the browser forbids: the page remembers by itself.
import { afterEach, expect, test, vi } from 'vitest';

/** `room`: whether it takes what it is given. */
function fake(room: { left: boolean }, values: Record<string, string> = {}): object {
  return Object.defineProperties(values, {
    getItem: { value: (key: string) => values[key] ?? null },
    removeItem: { value: (key: string) => void delete values[key] },
    setItem: {
      value: (key: string, value: string) => {
        if (!room.left) throw new DOMException('full', 'QuotaExceededError');
        values[key] = value;
      },
    },
  });
}

async function sessionOn(storage: object | undefined) {
  vi.resetModules();
  vi.stubGlobal('sessionStorage', storage);
  return (await import('./storage.ts')).session;
}

afterEach(() => vi.unstubAllGlobals());

test('what does not fit is remembered while the page is open, and forgotten when it is removed', async () => {
  const session = await sessionOn(fake({ left: false }, { old: '1' }));
  session.setItem('old', '2');
  session.setItem('new', '3');
  expect([session.getItem('old'), session.getItem('new')]).toEqual(['2', '3']);
  expect(session.keys().toSorted()).toEqual(['new', 'old']);
  session.removeItem('old');
  expect([session.getItem('old'), session.keys()]).toEqual([null, ['new']]);
});

test('once there is room again, the newest value counts', async () => {
  const room = { left: false };
  const session = await sessionOn(fake(room));
  session.setItem('key', 'in memory');
  room.left = true;
  session.setItem('key', 'stored');
  expect([session.getItem('key'), session.keys()]).toEqual(['stored', ['key']]);
});

test('a forbidden storage is replaced by the memory of the page', async () => {
  const session = await sessionOn(undefined);
  session.setItem('key', 'value');
  expect([session.getItem('key'), session.keys()]).toEqual(['value', ['key']]);
});
