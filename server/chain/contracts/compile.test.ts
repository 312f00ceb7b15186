/** The committed bytecode is what the committed sources say, and the token does what the product promises of it. */
import { expect, test } from 'vitest';
import { artifact } from './artifacts.ts';
import { checkArtifacts } from './compile.ts';

test('every artifact is what its source compiles to', () => {
  expect(checkArtifacts()).toEqual([]);
});

test('ADIT has permit, feeds read like Chainlink', () => {
  expect(artifact('AditToken').abi.getFunction('permit')?.selector).toBe('0xd505accf');
  expect(artifact('MockV3Aggregator').abi.getFunction('latestRoundData')?.selector).toBe('0xfeaf968c');
});
