// The server's parser reads the message back, whatever the facts are.
import { Wallet, getAddress } from 'ethers';
import fc from 'fast-check';
import { SiweMessage } from 'siwe';
import { describe, expect, test } from 'vitest';
import { hexOfText } from './eip1193.ts';
import { STATEMENT, signInMessage } from './sign-in-message.ts';

const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => getAddress(`0x${Buffer.from(bytes).toString('hex')}`));
const alphanumeric = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
const host = fc.oneof(fc.constantFrom('localhost', '127.0.0.1'), fc.domain());
const facts = fc.record({
  host: fc.tuple(host, fc.option(fc.integer({ min: 1, max: 65_535 }))),
  scheme: fc.constantFrom('http', 'https'),
  address,
  chainId: fc.integer({ min: 1, max: 2 ** 31 }),
  nonce: fc.array(alphanumeric, { minLength: 8, maxLength: 40 }).map((letters) => letters.join('')),
  issuedAt: fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
});

const built = ({
  host: [name, port],
  scheme,
  issuedAt,
  ...rest
}: typeof facts extends fc.Arbitrary<infer F> ? F : never) => {
  const domain = port === null ? name : `${name}:${port}`;
  return { ...rest, domain, uri: `${scheme}://${domain}`, issuedAt: issuedAt.toISOString() };
};

describe('sign-in message', () => {
  test('follows EIP-4361: the parser reads every fact back and writes the same text', () => {
    fc.assert(
      fc.property(facts.map(built), (given) => {
        const text = signInMessage(given);
        const read = new SiweMessage(text);
        expect(read.prepareMessage()).toBe(text);
        expect(read).toMatchObject({ ...given, version: '1', statement: STATEMENT });
      }),
    );
  });

  test('has a statement that EIP-4361 allows: one line of ASCII', () => {
    expect(STATEMENT).toMatch(/^[ -~]+$/);
  });

  test('is signed the same as text and as the hex that wallets get', async () => {
    const wallet = Wallet.createRandom();
    const text = signInMessage({
      domain: 'localhost:8080',
      uri: 'http://localhost:8080',
      address: wallet.address,
      chainId: 1337,
      nonce: 'abcdefgh12345678',
      issuedAt: '2026-11-21T10:00:00.000Z',
    });
    const bytes = Buffer.from(hexOfText(text).slice(2), 'hex');
    expect(bytes.toString()).toBe(text);
    expect(await wallet.signMessage(bytes)).toBe(await wallet.signMessage(text));
  });
});
