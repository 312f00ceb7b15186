// Why connecting or signing in failed, as one kind each; the texts for users are in connect-progress.tsx.
import { ApiError } from '#api/errors.ts';
import { RPC_ERROR, rpcCode } from './eip1193.ts';

export type FaultKind =
  /** The user declined in the wallet. */
  | 'rejected'
  /** The wallet already has a request open. */
  | 'pending'
  | 'no_account'
  | 'no_answer'
  | 'disconnected'
  | 'account_switched'
  | 'chain_switched'
  | 'connect_failed'
  /** WalletConnect's own service did not answer. */
  | 'unreachable'
  | 'chain_failed'
  | 'sign_failed'
  | 'login_failed'
  /** The sign-in message was too old when it arrived. */
  | 'login_stale'
  /** The user closed the sheet. */
  | 'cancelled';

/** What was in progress. */
export type Stage = 'connect' | 'chain' | 'sign' | 'login';

export class ConnectFault extends Error {
  override name = 'ConnectFault';
  readonly kind: FaultKind;
  constructor(kind: FaultKind, cause?: unknown) {
    super(kind, { cause });
    this.kind = kind;
  }
}

const BY_STAGE: Record<Stage, FaultKind> = {
  connect: 'connect_failed',
  chain: 'chain_failed',
  sign: 'sign_failed',
  login: 'login_failed',
};

const BY_CODE = new Map<number, FaultKind>([
  [RPC_ERROR.rejected, 'rejected'],
  [RPC_ERROR.unauthorized, 'rejected'],
  [RPC_ERROR.pending, 'pending'],
  [RPC_ERROR.disconnected, 'disconnected'],
  [RPC_ERROR.chainDisconnected, 'disconnected'],
]);

function kindOf(stage: Stage, error: unknown): FaultKind {
  if (error instanceof ApiError) {
    if (error.name === 'bad_nonce' || error.name === 'stale_timestamp') return 'login_stale';
    return 'login_failed';
  }
  return BY_CODE.get(rpcCode(error) ?? 0) ?? BY_STAGE[stage];
}

/** Any thrown value as a fault; an existing fault is kept. */
export const faultOf = (stage: Stage, error: unknown): ConnectFault =>
  error instanceof ConnectFault ? error : new ConnectFault(kindOf(stage, error), error);

/** The server names an unknown invite code in its list of issues (contract, 400). */
export function isUnknownInvite(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.name !== 'invalid_request') return false;
  const { issues } = (error.data ?? {}) as { issues?: { path?: unknown }[] };
  return Array.isArray(issues) && issues.some((issue) => issue.path === 'inviteCode');
}
