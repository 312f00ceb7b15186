// The text that a wallet signs to sign in (EIP-4361), built exactly by its ABNF; the server's parser reads it back.

interface SignInFacts {
  /** This page's host and port, without scheme. */
  domain: string;
  /** This page's origin. */
  uri: string;
  address: string;
  chainId: number;
  nonce: string;
  /** ISO-8601 on the server's clock. */
  issuedAt: string;
}

/** One line of plain English: EIP-4361 allows only ASCII, and every wallet shows it unchanged. */
export const STATEMENT =
  'Sign in to Adit. This is free, moves no coins and gives nobody access to your wallet.';

/** Parsers refuse the message unless the address has its checksum: pass it as EIP-55. */
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
