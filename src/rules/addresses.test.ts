// Addresses are the same in any case, and shortened in the middle for others.
import { expect, test } from 'vitest';
import { maskAccount, maskAddress, sameAddress } from './addresses.ts';

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

test('an address is the same in any case, and differs from any other, or none', () => {
  expect(sameAddress(ADDRESS, ADDRESS.toLowerCase())).toBe(true);
  expect(sameAddress(ADDRESS.toLowerCase(), ADDRESS)).toBe(true);
  expect(sameAddress(ADDRESS, ADDRESS.replace('E7', 'E8'))).toBe(false);
  for (const none of [null, undefined]) expect(sameAddress(ADDRESS, none)).toBe(false);
});

test('others see both ends of an address, and of a deleted account only that it was deleted', () => {
  expect(maskAddress(ADDRESS)).toBe('0x5290…9EE7');
  expect(maskAccount(ADDRESS)).toBe('0x5290…9EE7');
  expect(maskAccount(`0xde1e7ED${'0'.repeat(31)}1f`)).toBe('deleted');
});
