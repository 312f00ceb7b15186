// Why the wallet did not send, as one kind each. Wallets agree on few codes (EIP-1193, EIP-1474) and put the rest into
// messages, often several wrappers deep.
import { type WalletFaultKind, WalletFault } from '#lib/connected-wallet.ts';
import { RPC_ERROR, rpcCode } from './eip1193.ts';

/** WalletConnect's own code for a user who declined. */
export const WALLETCONNECT_REJECTED = 5000;

const BY_CODE = new Map<number, WalletFaultKind>([
  [RPC_ERROR.rejected, 'rejected'],
  [WALLETCONNECT_REJECTED, 'rejected'],
  [RPC_ERROR.pending, 'pending'],
  [RPC_ERROR.unauthorized, 'disconnected'],
  [RPC_ERROR.disconnected, 'disconnected'],
  [RPC_ERROR.chainDisconnected, 'wrong_chain'],
  [RPC_ERROR.unknownChain, 'wrong_chain'],
]);

const BY_WORDS: readonly [RegExp, WalletFaultKind][] = [
  [/insufficient funds|gas required exceeds allowance|not enough funds/i, 'no_gas'],
  [
    /chain ?id.{0,80}(mismatch|(does not|doesn't|must) match)|invalid chain ?id|wrong (chain|network)/i,
    'wrong_chain',
  ],
  [/user (rejected|denied|cancell?ed)|rejected by (the )?user|request rejected/i, 'rejected'],
  [/already (pending|processing)/i, 'pending'],
];

/** All messages of an error and of what it wraps. */
function words(error: unknown, depth = 0): string[] {
  if (typeof error === 'string') return [error];
  if (typeof error !== 'object' || error === null || depth > 4) return [];
  const {
    message,
    details,
    shortMessage,
    data,
    cause,
    error: inner,
    originalError,
  } = error as Record<string, unknown>;
  return [message, details, shortMessage, data, cause, inner, originalError].flatMap((part) =>
    words(part, depth + 1),
  );
}

/** Any thrown value as a WalletFault; `otherwise` is its kind if neither code nor message says more. */
export function walletFault(error: unknown, otherwise: WalletFaultKind = 'failed'): WalletFault {
  if (error instanceof WalletFault) return error;
  const text = words(error).join('\n');
  const recognised = BY_WORDS.find(([pattern]) => pattern.test(text))?.[1];
  return new WalletFault(BY_CODE.get(rpcCode(error) ?? 0) ?? recognised ?? otherwise, error);
}
