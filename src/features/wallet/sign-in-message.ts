// The text that a wallet signs to sign in (EIP-4361), built exactly as its ABNF asks; the server's parser reads it back.

interface SignInFacts {
  /** Host and port of this page, without scheme. */
  domain: string;
  /** Origin of this page. */
  uri: string;
  address: string;
  chainId: number;
  nonce: string;
  /** ISO-8601 on the server's clock. */
  issuedAt: string;
}

/** One line of plain English: EIP-4361 allows ASCII only, and every wallet shows it as it is. */
export const STATEMENT =
  'Sign in to Adit. This is free, moves no coins and gives nobody access to your wallet.';

/** The message without the address having a checksum is refused by parsers: give it as EIP-55. */
export const signInMessage = (facts: SignInFacts): string =>
  [
    `${facts.domain} wants you to sign in with your Ethereum account:`,
    facts.address,
    '',
    STATEMENT,
    '',
    `URI: ${facts.uri}`,
    'Version: 1',
    `Chain ID: ${facts.chainId}`,
    `Nonce: ${facts.nonce}`,
    `Issued At: ${facts.issuedAt}`,
  ].join('\n');
