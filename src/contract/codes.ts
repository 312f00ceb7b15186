/**
 * Every code that a reply may carry, with its HTTP status. Calls list these names under `errors`; 0 is success. Codes
 * below 1000 repeat their HTTP status; every other code belongs to one product rule.
 */
export const CODES = {
  ok: { code: 0, http: 200 },
  invalid_request: { code: 400, http: 400 },
  session_expired: { code: 401, http: 401 },
  forbidden: { code: 403, http: 403 },
  not_found: { code: 404, http: 404 },
  conflict: { code: 409, http: 409 },
  too_large: { code: 413, http: 413 },
  too_many_requests: { code: 429, http: 429 },
  internal: { code: 500, http: 500 },
  unavailable: { code: 503, http: 503 },
  bad_sign: { code: 1001, http: 400 },
  stale_timestamp: { code: 1002, http: 400 },
  bad_wallet_signature: { code: 1003, http: 400 },
  bad_nonce: { code: 1004, http: 400 },
  device_unknown: { code: 1005, http: 401 },
  kyc_required: { code: 1101, http: 403 },
  kyc_pending: { code: 1102, http: 409 },
  kyc_invalid: { code: 1103, http: 400 },
  miner_not_activated: { code: 1201, http: 409 },
  miner_running: { code: 1202, http: 409 },
  mining_incomplete: { code: 1203, http: 409 },
  activation_unavailable: { code: 1204, http: 409 },
  insufficient_balance: { code: 1301, http: 409 },
  invalid_amount: { code: 1302, http: 400 },
  fund_exhausted: { code: 1303, http: 409 },
  price_unavailable: { code: 1304, http: 503 },
  below_minimum_received: { code: 1305, http: 409 },
  address_invalid: { code: 1306, http: 400 },
  consent_required: { code: 1307, http: 403 },
  account_frozen: { code: 1308, http: 403 },
  exchange_limit: { code: 1309, http: 409 },
  stake_locked: { code: 1401, http: 409 },
  betting_closed: { code: 1501, http: 409 },
  official_miner_required: { code: 1502, http: 403 },
  exposure_limit: { code: 1503, http: 409 },
  play_paused: { code: 1504, http: 403 },
  pool_full: { code: 1505, http: 409 },
  coupon_invalid: { code: 1601, http: 409 },
  deletion_blocked: { code: 1701, http: 409 },
} as const;

export type CodeName = keyof typeof CODES;

const names = new Map(Object.entries(CODES).map(([name, { code }]) => [code as number, name as CodeName]));

/** The name of a reply's code; undefined if this version does not know it. */
export const codeName = (code: number): CodeName | undefined => names.get(code);
