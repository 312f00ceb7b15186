/** What a failed statement means to the rest of the server. */
import { Refusal } from '#server/lib/refusal.ts';
import { CODES, type CodeName } from '#contract/codes.ts';

/** Our pl/pgsql functions refuse with this SQLSTATE: the message is the code's name, the detail its data as JSON. */
const REFUSAL_STATE = 'AD000';

interface DatabaseError {
  code?: string;
  message: string;
  detail?: string;
}

/**
 * The database cannot serve now but may later: the connection is lost (class 08) or refused; the server stops, has
 * crashed or is starting (57P0x); a statement exceeded its time limit (57014) or a transaction waited too long for the
 * next one (25P03); connections, memory or disk are used up (class 53) or fail (class 58); or the server is a replica
 * that has not been promoted yet (25006).
 */
const GONE =
  /^(08...|53...|58...|57P0.|57014|25P03|25006|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
/** Driver errors without a code. */
const GONE_TEXT =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client (has encountered a connection error|was closed)|Cannot use a pool after calling end|driver has already been destroyed)/;

/** Serialization failure and deadlock: nothing was done, and the same transaction may be retried. */
export const isRace = (error: unknown): boolean =>
  /^(40001|40P01)$/.test((error as DatabaseError | undefined)?.code ?? '');

/** An open connection was lost; a new one may work immediately. */
export function wasCut(error: unknown): boolean {
  const { code = '', message = '' } = ((error as Error | undefined)?.cause ?? {}) as Partial<DatabaseError>;
  return (
    /^(57P0[12]|ECONNRESET|EPIPE)$/.test(code) ||
    /^(Connection terminated unexpectedly|Client has)/.test(message)
  );
}

/** Why the database failed, in the driver's own words, on one line. */
export function reasonOf(error: unknown): string {
  const { message, code } = ((error as Error).cause ?? error) as DatabaseError;
  return (message || code || 'no answer').split('\n')[0] ?? '';
}

/** Turns refusals of SQL functions and lost connections into a `Refusal`; returns everything else unchanged. */
export function readFault(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Refusal) return error;
  const { code = '', message, detail } = error as Error & DatabaseError;
  if (code === REFUSAL_STATE && Object.hasOwn(CODES, message)) {
    return new Refusal(message as CodeName, detail ? JSON.parse(detail) : undefined);
  }
  if (GONE.test(code) || GONE_TEXT.test(message))
    return Object.assign(new Refusal('unavailable'), { cause: error });
  return error;
}
