/** The committed bytecode matches the committed sources, and the token does what the product promises. */
import { expect, test } from 'vitest';
import { artifact } from './artifacts.ts';
import { checkArtifacts } from './compile.ts';

test('every artifact matches its compiled source', () => {
  expect(checkArtifacts()).toEqual([]);
});

test("ADIT has permit, and feeds read like Chainlink's", () => {
  expect(artifact('AditToken').abi.getFunction('permit')?.selector).toBe('0xd505accf');
  expect(artifact('MockV3Aggregator').abi.getFunction('latestRoundData')?.selector).toBe('0xfeaf968c');
});
