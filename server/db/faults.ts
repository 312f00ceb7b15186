/** What a failed statement means to the rest of the server. */
import { Refusal } from '#server/refusal.ts';
import { CODES, type CodeName } from '#contract/codes.ts';

/** Our pl/pgsql functions refuse with this SQLSTATE: the message is the code's name, the detail its data as JSON. */
const REFUSAL_STATE = 'AD000';

interface DatabaseError {
  code?: string;
  message: string;
  detail?: string;
}

/** The connection is gone or going (class 08, admin shutdown, crash), or nobody listens there. */
const GONE = /^(08...|57P0.|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH)$/;
const GONE_TEXT = /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Serialization failure and deadlock: nothing was done, the transaction may be tried again as it is. */
export const isRace = (error: unknown): boolean => /^(40001|40P01)$/.test((error as DatabaseError | undefined)?.code ?? '');

/** Turns refusals of SQL functions and lost connections into a `Refusal`; everything else stays what it is. */
export function readFault(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Refusal) return error;
  const { code = '', message, detail } = error as Error & DatabaseError;
  if (code === REFUSAL_STATE && message in CODES) return new Refusal(message as CodeName, detail ? JSON.parse(detail) : undefined);
  if (GONE.test(code) || GONE_TEXT.test(message)) return Object.assign(new Refusal('unavailable'), { cause: error });
  return error;
}
