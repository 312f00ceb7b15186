// What was typed when a session expired is found by the same address alone, and once.
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

test('the same address is led back, with what was typed, and only once', () => {
  expire();
  expect(read(draft)).toBe('');
  expect(findDrafts('0xa')?.url).toBe(PLACE);
  expect(read(draft)).toBe('25');
  expect(findDrafts('0xa')).toBeUndefined();
});

test('another address finds nothing, and leaves nothing for the first', () => {
  expire();
  expect(findDrafts('0xb')).toBeUndefined();
  expect(findDrafts('0xa')).toBeUndefined();
  expect(read(draft)).toBe('');
});

test('whoever signs out or switches the account leaves nothing', () => {
  expire();
  startSession('token', { address: '0xa' });
  endSession();
  expect(findDrafts('0xa')).toBeUndefined();
});
