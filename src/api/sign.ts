// Signs the parameters of a POST (contract, "Every call"): a timestamp on the server's clock and the HMAC of the canonical text.
import { canonical, DEVELOPMENT_SIGN_KEY } from '#contract/signing.ts';
import { serverNow } from '#lib/time.ts';

const encoder = new TextEncoder();
let key: Promise<CryptoKey> | undefined;

/** WebCrypto exists on https and on localhost only; elsewhere a page cannot sign, and says so by throwing. */
function signKey(): Promise<CryptoKey> {
  const secret = import.meta.env.VITE_SIGN_KEY || DEVELOPMENT_SIGN_KEY;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return (key ??= crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']));
}

export type Signed = Record<string, unknown> & { timestamp: string; sign: string };

/** The parameters with `timestamp` and `sign`; made anew for every try, because a timestamp goes stale after 5 minutes. */
export async function signed(params: Readonly<Record<string, unknown>>): Promise<Signed> {
  const stamped = { ...params, timestamp: String(serverNow()) };
  const mac = await crypto.subtle.sign('HMAC', await signKey(), encoder.encode(canonical(stamped)));
  const sign = [...new Uint8Array(mac)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return { ...stamped, sign };
}
