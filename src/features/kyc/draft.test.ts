// A document still being prepared when the session ends belongs to nobody: the next account's form never gets it.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '#lib/session.ts';
import { read, write } from '#lib/store.ts';
import { blank, choose, draftAtom, isWanted } from './draft.ts';

const file = new File(['x'], 'passport.png');

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  startSession('secret', {});
  write(draftAtom, blank({ exchange: 'okx' }));
});
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

test('only the file chosen last for a field counts, until it is removed', () => {
  choose('idDocument', new File(['y'], 'first.png'));
  choose('idDocument', file);
  expect([isWanted('idDocument', file), isWanted('addressDocument', file)]).toEqual([true, false]);
  choose('idDocument', undefined);
  expect(isWanted('idDocument', file)).toBe(false);
});

test('the end of the session clears form and choice', () => {
  choose('idDocument', file);
  endSession();
  startSession('another', {});
  expect(read(draftAtom)).toBeNull();
  expect(isWanted('idDocument', file)).toBe(false);
});
