/** Searching for a team member by address. */
import { SHOWN_DIGITS } from './addresses.ts';

/** What a search matches. All digits are in lower case. */
export type AddressSearch =
  /** A complete address. */
  | { readonly whole: string }
  /** Addresses with the given ends: 0x and the first digits, and the last digits. */
  | { readonly start?: string; readonly end?: string }
  /** Addresses that begin or end with these digits. */
  | { readonly either: string };

const SHOWN = `[0-9a-f]{${SHOWN_DIGITS}}`;
const WHOLE = /^(?:0x)?([0-9a-f]{40})$/;
const ENDS = new RegExp(`^(?:(?:0x)?(${SHOWN}))?(?:…|\\.{2,3}|\\*+)(${SHOWN})?$`);
const ONE = new RegExp(`^(0x)?(${SHOWN})$`);

/**
 * Parses a search: a complete address, or only those of its digits that lists show (`0x1234…abcd`, `0x1234`, `…abcd`,
 * `1234`). With more, the hidden ones could be guessed one by one. Undefined for an empty search, null for any other
 * text.
 */
export function readSearch(text: string | undefined): AddressSearch | null | undefined {
  const wanted = text?.replace(/\s/g, '').toLowerCase() ?? '';
  if (wanted === '') return undefined;
  const whole = WHOLE.exec(wanted)?.[1];
  if (whole !== undefined) return { whole: `0x${whole}` };
  const [one, prefix, digits = ''] = ONE.exec(wanted) ?? [];
  if (one !== undefined) return prefix ? { start: one } : { either: digits };
  const [, start, end] = ENDS.exec(wanted) ?? [];
  if (start === undefined && end === undefined) return null;
  return { ...(start !== undefined && { start: `0x${start}` }), ...(end !== undefined && { end }) };
}
