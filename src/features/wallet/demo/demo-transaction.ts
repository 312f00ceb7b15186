// Parses what a page asks the demo wallet to send, so that the user sees it as text before anything is signed.

export interface SendRequest {
  to: string | null;
  /** Wei. */
  value: bigint;
  data: string;
}

export interface Transfer {
  to: string;
  /** Smallest units of the token. */
  amount: bigint;
}

/** `transfer(address,uint256)`, the only ERC-20 call that our pages make. */
const TRANSFER = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/i;

const quantity = (value: unknown): bigint =>
  typeof value === 'string' && /^0x[0-9a-f]+$/i.test(value) ? BigInt(value) : 0n;

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The transaction in eth_sendTransaction; undefined if there is none. */
export function readSend(param: unknown): SendRequest | undefined {
  if (typeof param !== 'object' || param === null) return undefined;
  const { to, value, data, input } = param as Record<string, unknown>;
  const target = text(to) ?? null;
  if (target !== null && !/^0x[0-9a-f]{40}$/i.test(target)) return undefined;
  const payload = text(data) ?? text(input) ?? '0x';
  return /^0x([0-9a-f]{2})*$/i.test(payload)
    ? { to: target, value: quantity(value), data: payload }
    : undefined;
}

export function readTransfer(data: string): Transfer | undefined {
  const [, to, amount] = TRANSFER.exec(data) ?? [];
  return to && amount ? { to: `0x${to}`, amount: BigInt(`0x${amount}`) } : undefined;
}

/** personal_sign's bytes as readable text; undefined if they are not text. */
export function readableText(hex: string): string | undefined {
  const bytes = Uint8Array.from(hex.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  try {
    const decoded = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // oxlint-disable-next-line no-control-regex -- control characters are what tells a binary from a text
    return /[\u0000-\u0008\u000e-\u001f]/.test(decoded) ? undefined : decoded;
  } catch {
    return undefined;
  }
}
