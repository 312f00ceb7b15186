// A document still being prepared when the session ends belongs to nobody: the next account's form never gets it. One
// that cannot be prepared is reported, so that another can be chosen.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '#lib/session.ts';
import { read, write } from '#lib/store.ts';
import { pngOf } from '#tests/support/documents.ts';
import { blank, choose, draftAtom, isWanted } from './draft.ts';
import type { KycRules } from './kyc.queries.ts';
import { prepared } from './use-draft.ts';

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

const rules = { mimeTypes: ['image/png'], maxBytes: 1_000_000 } as unknown as KycRules;

test('a file that disappears before it is read is reported as unreadable', async () => {
  vi.spyOn(file, 'arrayBuffer').mockRejectedValue(new DOMException('gone', 'NotFoundError'));
  expect(await prepared(file, rules)).toBe('unreadable');
});

test('a picture that the browser fails to draw is sent as it is, without its hidden data', async () => {
  const createElement = () => {
    throw new DOMException('no memory', 'InvalidStateError');
  };
  vi.stubGlobal('document', { createElement });
  const photo = new File([new Uint8Array(pngOf('GPS 13.7563N'))], 'photo.png');
  const ready = await prepared(photo, rules);
  expect(ready).toMatchObject({ note: 'cleaned' });
  expect(typeof ready !== 'string' && (await ready.file.text()).includes('GPS')).toBe(false);
});
