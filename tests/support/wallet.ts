/** A wallet for tests: writes the EIP-4361 message, signs it and signs in. */
import { Wallet } from 'ethers';
import type { HDNodeWallet } from 'ethers';
import { SiweMessage } from 'siwe';
import type { Output } from '#contract';
import type { Answer, Client } from '#tests/support/http.ts';

export interface SignInOptions {
  /** By default a new one. */
  readonly wallet?: Wallet | HDNodeWallet;
  readonly chainId: number;
  /** The server's PUBLIC_URL; domain and URI of the message come from it. */
  readonly publicUrl: string;
  readonly inviteCode?: string;
  readonly issuedAt?: Date;
  /** Overrides fields of the message, to send wrong ones. */
  readonly fields?: Partial<SiweMessage>;
  /** Changes the message after signing. */
  readonly alter?: (message: string) => string;
}

/** The text that a wallet signs (EIP-4361, "Message Format"). */
export function signInMessage(address: string, nonce: string, options: SignInOptions): string {
  const { host, origin } = new URL(options.publicUrl);
  return new SiweMessage({
    domain: host,
    address,
    statement: 'Sign in to Adit. This costs nothing and moves nothing.',
    uri: origin,
    version: '1',
    chainId: options.chainId,
    nonce,
    issuedAt: (options.issuedAt ?? new Date()).toISOString(),
    ...options.fields,
  }).prepareMessage();
}

/** Runs the whole sign-in: nonce, message, signature, login. Returns the server's answer, even a refusal. */
export async function trySignIn(api: Client, options: SignInOptions) {
  const wallet = options.wallet ?? Wallet.createRandom();
  const { data } = await api.call('GET /api/auth/nonce', {});
  const message = signInMessage(wallet.address, data.nonce, options);
  const signature = await wallet.signMessage(message);
  const input = {
    message: options.alter?.(message) ?? message,
    signature,
    ...(options.inviteCode !== undefined && { inviteCode: options.inviteCode }),
  };
  const answer: Answer<Output<'POST /api/auth/login'>> = await api.call('POST /api/auth/login', input);
  return { wallet, input, answer };
}

/** Signs in, or throws if refused. The result's `api` uses the new session. */
export async function signIn(api: Client, options: SignInOptions) {
  const { wallet, answer } = await trySignIn(api, options);
  if (answer.code !== 0) throw new Error(`sign-in refused: ${answer.code} ${answer.message}`);
  return { wallet, ...answer.data, api: api.as(answer.data.token) };
}
