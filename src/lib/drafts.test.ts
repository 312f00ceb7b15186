// A draft left when a session expired is restored for the same address only, and only once.
import { atom } from 'jotai';
import { beforeEach, expect, test } from 'vitest';
import { findDrafts, keepDraft, leaveDrafts } from './drafts.ts';
import { endSession, onSessionEnd, startSession } from './session.ts';
import { read, write } from './store.ts';

const draft = atom('');
keepDraft(draft);
onSessionEnd(() => write(draft, ''));

const PLACE = '/pages/main/index?lane=2';

beforeEach(() => {
  startSession('token', { address: '0xa' });
  write(draft, '25');
});

function expire(): void {
  leaveDrafts(PLACE);
  endSession('expired');
}

test('the same address returns to its page and finds its drafts, but only once', () => {
  expire();
  expect(read(draft)).toBe('');
  expect(findDrafts('0xa')?.url).toBe(PLACE);
  expect(read(draft)).toBe('25');
  expect(findDrafts('0xa')).toBeUndefined();
});

test('another address finds no drafts, and the first address finds none after it', () => {
  expire();
  expect(findDrafts('0xb')).toBeUndefined();
  expect(findDrafts('0xa')).toBeUndefined();
  expect(read(draft)).toBe('');
});

test('signing out or switching accounts leaves no drafts', () => {
  expire();
  startSession('token', { address: '0xa' });
  endSession();
  expect(findDrafts('0xa')).toBeUndefined();
});
