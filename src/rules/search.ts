/** How a team member is searched for by address. */
import { SEARCH_DIGITS } from './figures.ts';

/** What a search matches: lower-case addresses with this start and this end. */
export interface AddressSearch {
  readonly start: string;
  readonly end: string;
}

const BEGINNING = new RegExp(`^(?:0x)?([0-9a-f]{${SEARCH_DIGITS},40})$`);
const SHORTENED = new RegExp(`^(?:0x)?([0-9a-f]{${SEARCH_DIGITS},36})(?:…|\\.{3})([0-9a-f]{1,36})$`);

/**
 * Parses a search: an address, its first few digits, or the form shortened in the middle that lists show, each with or
 * without 0x. Undefined for an empty search, null when it cannot match anyone.
 */
export function readSearch(text: string | undefined): AddressSearch | null | undefined {
  const wanted = text?.trim().toLowerCase() ?? '';
  if (wanted === '') return undefined;
  const [, start, end = ''] = BEGINNING.exec(wanted) ?? SHORTENED.exec(wanted) ?? [];
  return start === undefined ? null : { start: `0x${start}`, end };
}
