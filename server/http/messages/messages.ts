/**
 * What a reply's `message` may say: one text for every code, and some for special cases of a code. `{name}` stands for
 * a field of the reply's `data`.
 */
import type { CodeName } from '#contract/codes.ts';

/**
 * `please_log_in`: 401 when no token was sent. `kyc_required_withdraw`: 1101 for a withdrawal.
 * `consent_required_delete`: 1307 for a deletion. Any other name is a code followed by a reason or
 * `hashrate` in its `data`; reasons without a text of their own use the code's.
 */
export type MessageName =
  | CodeName
  | 'please_log_in'
  | 'forbidden_claim_only'
  | 'not_found_unstaked'
  | 'too_many_requests_busy'
  | 'too_many_requests_uploads'
  | 'too_many_requests_quota'
  | 'kyc_required_withdraw'
  | 'consent_required_delete'
  | 'insufficient_balance_hashrate'
  | 'invalid_amount_minimum'
  | 'invalid_amount_limit'
  | 'price_unavailable_chain'
  | 'price_unavailable_peg'
  | 'activation_unavailable_trial'
  | 'activation_unavailable_friend'
  | 'play_paused_limit'
  | 'play_paused_guesses'
  | 'coupon_invalid_redeemed';

export type Messages = Readonly<Record<MessageName, string>>;
