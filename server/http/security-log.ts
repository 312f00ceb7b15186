/**
 * Security events in the log: one line each, with `security` to filter by. They name the account by its number, and the
 * network by a keyed hash, so that lines of one network can be recognised; they never contain an address, a token or an
 * IP.
 */
import type { Logger } from 'pino';
import type { CallName, Input } from '#contract';
import type { CodeName } from '#contract/codes.ts';
import { nameOf } from '#server/lib/marks.ts';
import { limited } from '#server/lib/metrics.ts';
import { type LimitName, windowOf } from './rate-limit.ts';
import { SIGN_INS } from './session.ts';

type SecurityEvent =
  | 'sign_in_refused'
  | 'session_ended'
  | 'device_added'
  | 'device_ended'
  | 'account_frozen'
  | 'account_unfrozen'
  | 'limit_hit';

interface Facts {
  readonly account?: bigint | null | undefined;
  readonly network?: string;
  /** Who ended a session: `sign_out` itself, `elsewhere` another session of the account, or the operator. */
  readonly by?: 'sign_out' | 'elsewhere' | 'operator';
  /** Why a sign-in was refused. */
  readonly reason?: CodeName;
  readonly limit?: LimitName;
}

export interface SecurityLog {
  note(event: SecurityEvent, facts: Facts): void;
  /** Notes a call that was carried out, if it is an event. */
  carriedOut(name: CallName, input: unknown, facts: Facts): void;
  /** Notes a call that was refused, if it is an event. */
  refused(name: CallName, reason: CodeName, network: string): void;
  /** Counts a refusal by a limit, and notes it once for each bucket and minute. */
  readonly limitHit: (limit: LimitName, network: string, account: bigint | undefined) => void;
}

/** The event of a call that was carried out. */
const CARRIED_OUT: Partial<Record<CallName, (input: unknown) => readonly [SecurityEvent, Facts]>> = {
  'POST /api/auth/logout': () => ['session_ended', { by: 'sign_out' }],
  'POST /api/auth/device': () => ['device_added', {}],
  'POST /api/auth/pair/confirm': () => ['device_added', {}],
  'POST /api/user/devices/end': (input) => {
    const { id } = input as Input<'POST /api/user/devices/end'>;
    return [id === undefined ? 'session_ended' : 'device_ended', { by: 'elsewhere' }];
  },
};

/** `now` is the machine's time. */
export function securityLog(log: Logger, secret: Uint8Array, now: () => number = Date.now): SecurityLog {
  let window = 0;
  let hit = new Set<string>();

  const note: SecurityLog['note'] = (security, { account, network, ...facts }) =>
    log.info(
      {
        security,
        ...(account != null && { accountId: String(account) }),
        ...(network !== undefined && { network: nameOf(secret, 'log network', network, 12) }),
        ...facts,
      },
      'security',
    );
  return {
    note,
    carriedOut(name, input, facts) {
      const event = CARRIED_OUT[name]?.(input);
      if (event) note(event[0], { ...facts, ...event[1] });
    },
    refused(name, reason, network) {
      if (SIGN_INS.has(name)) note('sign_in_refused', { reason, network });
    },
    limitHit(limit, network, account) {
      limited.inc({ limit });
      const current = windowOf(now());
      if (current !== window) hit = new Set();
      window = current;
      const bucket = `${limit} ${limit === 'account' ? account : network}`;
      if (hit.has(bucket)) return;
      hit.add(bucket);
      note('limit_hit', { account, network, limit });
    },
  };
}
