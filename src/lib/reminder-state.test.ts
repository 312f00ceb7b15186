// The state shown is accurate: reminders are on only where they are wanted, allowed and possible.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ReminderFacts, reminderStateOf } from './reminder-state.ts';

const facts = fc.record<ReminderFacts>({
  supported: fc.boolean(),
  permission: fc.constantFrom('granted', 'denied', 'default'),
  intent: fc.boolean(),
  push: fc.constantFrom('active', 'none', 'unknown'),
  installFirst: fc.boolean(),
});

test('says on only when reminders are possible, allowed and wanted, and the server can reach the device', () => {
  fc.assert(
    fc.property(facts, (given) => {
      const { supported, permission, intent, push } = given;
      const on = supported && permission === 'granted' && intent && push === 'active';
      expect(reminderStateOf(given) === 'on').toBe(on);
    }),
  );
});

const given: ReminderFacts = {
  supported: true,
  permission: 'granted',
  intent: true,
  push: 'active',
  installFirst: false,
};
const stateOf = (changes: Partial<ReminderFacts>) => reminderStateOf({ ...given, ...changes });

describe('says', () => {
  test('that the app must be open when there is no push', () => {
    expect(stateOf({ push: 'none' })).toBe('open');
    expect(stateOf({ push: 'unknown' })).toBe('finding');
  });
  test('that nothing is on before the user wants it, or while the browser has not asked for permission', () => {
    expect(stateOf({ intent: false })).toBe('off');
    expect(stateOf({ permission: 'default' })).toBe('off');
  });
  test('that the browser blocks reminders, whatever the user wants', () => {
    expect(stateOf({ permission: 'denied' })).toBe('blocked');
    expect(stateOf({ permission: 'denied', intent: false })).toBe('blocked');
  });
  test('that an iPhone needs the app on its home screen first', () => {
    expect(stateOf({ supported: false, installFirst: true })).toBe('install');
    expect(stateOf({ supported: false })).toBe('unsupported');
  });
});
