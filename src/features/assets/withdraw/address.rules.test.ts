// The page checks an address as the server does: format, checksum, and addresses that nobody can withdraw from.
import { getAddress } from 'ethers/address';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressOfLink, addressProblem, cleanAddress, isMixed, tokenAt } from './address.rules.ts';

const TREASURY = '0x52908400098527886E0F7030069857D2E4169EE7';
const TOKEN = '0x55d398326f99059fF775485246999027B3197955';
const OTHER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const known = {
  treasury: TREASURY,
  coins: [
    { coin: 'TON', contract: null },
    { coin: 'USDT', contract: TOKEN },
  ],
};
const judge = (address: string) => addressProblem(address, known, getAddress);

const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => `0x${bytes.toHex()}`);

describe('an address', () => {
  test.each([
    ['', 'empty'],
    ['0x', 'shape'],
    ['5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'shape'],
    [`${OTHER}0`, 'shape'],
    [OTHER.replace('5a', '5g'), 'shape'],
    ['0X5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'shape'],
    ['vitalik.eth', 'shape'],
    [OTHER.replace('aA', 'AA'), 'checksum'],
    [`0x${'0'.repeat(40)}`, 'unowned'],
    [`0x${'0'.repeat(36)}dEaD`, 'unowned'],
    [TOKEN, 'token'],
    [TOKEN.toLowerCase(), 'token'],
    [TREASURY, 'treasury'],
    [TREASURY.toLowerCase(), 'treasury'],
    [OTHER, null],
    [OTHER.toLowerCase(), null],
    [`0x${OTHER.slice(2).toUpperCase()}`, null],
  ])('%s: %s', (text, problem) => {
    expect(judge(text)).toBe(problem);
  });

  test('is accepted in its checksummed form and in one case, whatever its bytes are', () => {
    fc.assert(
      fc.property(address, (lower) => {
        for (const form of [lower, getAddress(lower), `0x${lower.slice(2).toUpperCase()}`])
          expect([null, 'unowned']).toContain(judge(form));
      }),
    );
  });

  test('is refused with one letter in the other case, unless only one case is left', () => {
    fc.assert(
      fc.property(address, fc.nat(39), (lower, at) => {
        const right = getAddress(lower);
        const letter = right[at + 2] ?? '';
        const turned = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
        fc.pre(turned !== letter);
        const wrong = right.slice(0, at + 2) + turned + right.slice(at + 3);
        expect(judge(wrong)).toBe(isMixed(wrong) ? 'checksum' : null);
      }),
    );
  });

  test('needs no hash function in one case', () => {
    const never = () => {
      throw new Error('asked');
    };
    expect(addressProblem(OTHER.toLowerCase(), known, never)).toBeNull();
  });
});

test('is read without surrounding spaces and invisible characters', () => {
  expect(cleanAddress(` \u200b${OTHER.slice(0, 20)}\n${OTHER.slice(20)}\t`)).toBe(OTHER);
});

test('a token contract is named by its coin', () => {
  expect(tokenAt(TOKEN.toLowerCase(), known)).toBe('USDT');
  expect(tokenAt(OTHER, known)).toBeUndefined();
});

describe('a payment link', () => {
  test.each([
    `ethereum:${OTHER}`,
    `ethereum:pay-${OTHER}`,
    `ethereum:${OTHER}@56`,
    `ethereum:${OTHER}@0x38`,
    `ETHEREUM:${OTHER}@56?value=2.014e18&gas=10`,
    `ethereum:${OTHER}?value=1`,
    ` ethereum:${OTHER.slice(0, 20)}\n${OTHER.slice(20)} `,
  ])('of this chain is its recipient: %s', (link) => {
    expect(addressOfLink(link, 56)).toBe(OTHER);
    expect(judge(addressOfLink(link, 56))).toBeNull();
  });

  test.each([
    [`ethereum:${OTHER}@1`, 'network'],
    [`ethereum:${OTHER}@560?value=1`, 'network'],
    // The first address is the token's; the second could be anybody's.
    [`ethereum:${TOKEN}@56/transfer?address=${OTHER}&uint256=1`, 'link'],
    [`ethereum:${OTHER}0@56`, 'link'],
    ['ethereum:vitalik.eth', 'link'],
    [`bitcoin:${OTHER}`, 'shape'],
    [`${OTHER}@56`, 'shape'],
  ])('of anything else stays as it is, with its own reason: %s', (link, problem) => {
    expect(addressOfLink(link, 56)).toBe(link);
    expect(judge(link)).toBe(problem);
  });

  test('is judged by its address', () => {
    expect(judge(addressOfLink(`ethereum:${TREASURY}@56`, 56))).toBe('treasury');
    expect(judge(addressOfLink(`ethereum:${OTHER.replace('aA', 'AA')}`, 56))).toBe('checksum');
  });
});
