/**
 * What a reply's `message` may say: one text for every code, and two that belong to a code's special case.
 * `{name}` stands for a field of the reply's `data`.
 */
import type { CodeName } from '#contract/codes.ts';

/** `please_log_in`: 401 when no token was sent. `kyc_required_withdraw`: 1101 of a withdrawal. */
export type MessageName = CodeName | 'please_log_in' | 'kyc_required_withdraw';

export type Messages = Readonly<Record<MessageName, string>>;
