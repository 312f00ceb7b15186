// Everything that can go wrong with a call, as one error class: the server's refusals by their codes, transport faults
// by the specification's codes (section 8): request timeout 5, abort 600003, upload network error 602001.
import { t } from '@lingui/core/macro';
import { CODES, codeName, type CodeName } from '#contract/codes.ts';
import { hasNetwork } from '#lib/online.ts';

export const TRANSPORT = {
  timeout: 5,
  aborted: 600003,
  offline: 600001,
  server: 600002,
  upload: 602001,
} as const;
export type TransportName = keyof typeof TRANSPORT;

type Name = CodeName | TransportName | 'repeated' | 'unknown';

/** A call that failed. `name` is the contract's name of the code, or that of the transport fault. */
export class ApiError extends Error {
  override readonly name: Name;
  readonly code: number;
  readonly data: unknown;
  /** The wait that the server asked for with `Retry-After`, in milliseconds. */
  retryAfterMs = 0;

  constructor(name: Name, code: number, message: string, data: unknown = null) {
    super(message);
    this.name = name;
    this.code = code;
    this.data = data;
  }

  /** It is unknown what the server did: the same intent may be resent with its key. */
  get transport(): boolean {
    return this.name in TRANSPORT;
  }
}

/** Errors that may disappear without anyone changing anything: transport faults and the server's own. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof ApiError && error.name !== 'aborted' && (error.transport || TEMPORARY.has(error.name));

const TEMPORARY = new Set<ApiError['name']>(['internal', 'unavailable', 'too_many_requests']);

/** A reply with a code other than 0; `message` is the server's, in the reader's language. */
export const refusal = (code: number, message: string, data: unknown): ApiError =>
  new ApiError(codeName(code) ?? 'unknown', code, message || t`Something went wrong. Nothing changed.`, data);

export function transportError(name: TransportName): ApiError {
  const messages: Record<TransportName, string> = {
    timeout: t`The server took too long. Try again.`,
    aborted: t`Stopped.`,
    offline: hasNetwork()
      ? t`We can't reach the server. Try again in a moment.`
      : t`No connection. Nothing is lost; try again when you're back online.`,
    server: t`The server had a problem. Try again in a moment.`,
    upload: t`Upload failed: the connection was lost. Try again.`,
  };
  return new ApiError(name, TRANSPORT[name], messages[name]);
}

/**
 * An earlier try, whose answer was lost, had gone through, or had been answered in whatever way: this one, meant as a
 * new intent, did nothing.
 */
export const repeated = (done: boolean): ApiError =>
  new ApiError(
    'repeated',
    CODES.ok.code,
    done
      ? t`Your earlier try had gone through after all, so nothing was done now. To do it again, confirm once more.`
      : t`Your earlier try was already processed, so nothing was done this time. Check your activity before you confirm again.`,
  );

export const isRepeated = (error: unknown): boolean => error instanceof ApiError && error.name === 'repeated';

/** True for a refusal with this name: `isRefusal(error, 'kyc_required')`. */
export const isRefusal = (error: unknown, name: CodeName): error is ApiError =>
  error instanceof ApiError && error.code === CODES[name].code;

/** The device may only view and claim; other refusals with that code mean that something is switched off. */
export const isClaimOnly = (error: unknown): boolean =>
  isRefusal(error, 'forbidden') && (error.data as { reason?: unknown } | null)?.reason === 'claim_only';

/** On a locked device, the holder was asked and did not confirm: nothing may be sent. */
export const notConfirmed = (): ApiError =>
  new ApiError('unknown', TRANSPORT.aborted, t`Not confirmed. Nothing was sent. Try again.`);

/** The message to show for any thrown value. */
export const errorText = (error: unknown): string =>
  error instanceof ApiError ? error.message : t`Something went wrong. Try again.`;

/** No answer came: whether the server has carried it out is not known. */
export const isLost = (error: unknown): boolean => error instanceof ApiError && error.transport;

/**
 * What to tell the user about a failed action. On a retry it keeps its key until an answer comes, so that it counts
 * once.
 */
export const failureText = (error: unknown): string =>
  isLost(error)
    ? t`No answer, so we can't tell if this went through. Try again; it won't count twice.`
    : errorText(error);

type Listener = (error: ApiError) => void;
let onExpired: Listener = () => undefined;

/**
 * Registers the app's reaction to code 401: it ends the session and goes home. The client runs it, whoever made the
 * call.
 */
export const whenSessionExpires = (listener: Listener): void => {
  onExpired = listener;
};

export const reportExpired = (error: ApiError): void => onExpired(error);
