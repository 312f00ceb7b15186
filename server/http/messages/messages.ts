/**
 * What a reply's `message` may say: one text for every code, and some that belong to a code's special case.
 * `{name}` stands for a field of the reply's `data`.
 */
import type { CodeName } from '#contract/codes.ts';

/**
 * `please_log_in`: 401 when no token was sent. `kyc_required_withdraw`: 1101 of a withdrawal. `consent_required_delete`: 1307 of a deletion. Any other
 * is that of a code whose `data` names this reason; the code's own text is for the reasons without one.
 */
export type MessageName =
  | CodeName
  | 'please_log_in'
  | 'forbidden_claim_only'
  | 'too_many_requests_busy'
  | 'too_many_requests_uploads'
  | 'too_many_requests_quota'
  | 'kyc_required_withdraw'
  | 'consent_required_delete'
  | 'price_unavailable_chain'
  | 'price_unavailable_peg'
  | 'activation_unavailable_trial'
  | 'activation_unavailable_friend'
  | 'play_paused_limit'
  | 'play_paused_guesses';

export type Messages = Readonly<Record<MessageName, string>>;
