// The stored bond survives a reload; anything else is ignored.
import { expect, test } from 'vitest';
import { readBond } from './bond.ts';

const bond = { rdns: 'io.metamask', address: '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B', chainId: 1337 };

test('reads a bond back', () => expect(readBond(JSON.stringify(bond))).toEqual(bond));

test.each([null, '', 'null', '{', '[]', '{"rdns":"a"}', JSON.stringify({ ...bond, chainId: '1337' })])(
  'does not read %s as a bond',
  (text) => expect(readBond(text)).toBeUndefined(),
);
