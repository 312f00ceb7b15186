// The interface of a wallet's provider (EIP-1193), and the errors that we tell apart.
import { hexDigits } from '#lib/ids.ts';

export interface Request {
  method: string;
  params?: readonly unknown[] | Record<string, unknown>;
}

export interface ProviderEvents {
  accountsChanged: (accounts: string[]) => void;
  chainChanged: (chainId: string) => void;
  connect: (info: { chainId: string }) => void;
  disconnect: (error: unknown) => void;
}

export interface Provider {
  request(request: Request): Promise<unknown>;
  on?<E extends keyof ProviderEvents>(event: E, listener: ProviderEvents[E]): unknown;
  removeListener?<E extends keyof ProviderEvents>(event: E, listener: ProviderEvents[E]): unknown;
}

/** EIP-1193 "Provider Errors", EIP-3326 (4902) and EIP-1474 (-32002). */
export const RPC_ERROR = {
  rejected: 4001,
  unauthorized: 4100,
  unsupported: 4200,
  disconnected: 4900,
  chainDisconnected: 4901,
  unknownChain: 4902,
  pending: -32002,
  invalidParams: -32602,
  internal: -32603,
} as const;

export class RpcError extends Error {
  override name = 'RpcError';
  readonly code: number;
  readonly data: unknown;
  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/**
 * The code of a wallet's error; some wallets wrap the real one in `data.originalError` (MetaMask mobile) or `cause`.
 */
export function rpcCode(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, data, cause } = error as {
    code?: unknown;
    data?: { originalError?: unknown };
    cause?: unknown;
  };
  const inner = rpcCode(data?.originalError) ?? rpcCode(cause);
  return (
    inner ?? (typeof code === 'number' ? code : code === 'ACTION_REJECTED' ? RPC_ERROR.rejected : undefined)
  );
}

/** Accounts from a wallet's answer: anything other than a list of strings counts as none. */
export const readAccounts = (answer: unknown): string[] =>
  Array.isArray(answer) ? answer.filter((one): one is string => typeof one === 'string') : [];

/** "0x539", "1337" and 1337 are the same chain; NaN for anything else. */
export const readChainId = (answer: unknown): number =>
  typeof answer === 'number' || typeof answer === 'string' ? Number(answer) : Number.NaN;

export const hexChainId = (chainId: number): string => `0x${chainId.toString(16)}`;

/** UTF-8 as 0x-prefixed hex, as personal_sign expects it. */
export const hexOfText = (text: string): string => `0x${hexDigits(new TextEncoder().encode(text))}`;
