/**
 * The text that a POST is signed over (spec, section 7 "Request signing"): keys sorted, empty values dropped,
 * `key=encodeURIComponent(value)` joined by `&`, arrays and objects as JSON. Its HMAC-SHA256 in hex is sent as `sign`.
 * It is a checksum against tampering middleboxes and scripts; nothing depends on the key being secret.
 */

/** Maximum difference between a `timestamp` and the server's clock, in milliseconds. */
export const TIMESTAMP_TOLERANCE_MS = 5 * 60_000;

/** The signing key of demo mode when none is set. */
export const DEVELOPMENT_SIGN_KEY = 'adit-development-sign-key';

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

const text = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value);
};

/**
 * The canonical text of a call's parameters, including `timestamp` (milliseconds as text) but not `sign`. Keys are
 * sorted by UTF-16 code units, as `Array.prototype.sort` does.
 */
export function canonical(params: Readonly<Record<string, unknown>>): string {
  return Object.keys(params)
    .filter((key) => key !== 'sign' && !isEmpty(params[key]))
    .sort()
    .map((key) => `${key}=${encodeURIComponent(text(params[key]))}`)
    .join('&');
}
