/** How a member of the team is searched for by its address. */
import { SEARCH_DIGITS } from './figures.ts';

/** What a search looks for: addresses in small letters with this beginning and this end. */
export interface AddressSearch {
  readonly start: string;
  readonly end: string;
}

const BEGINNING = new RegExp(`^(?:0x)?([0-9a-f]{${SEARCH_DIGITS},40})$`);
const SHORTENED = new RegExp(`^(?:0x)?([0-9a-f]{${SEARCH_DIGITS},36})(?:…|\\.{3})([0-9a-f]{1,36})$`);

/**
 * Reads a search: an address or its beginning from some digits on, or the form shortened in the middle that lists show, each
 * with or without its 0x.
 * Undefined when there is none (nothing but blanks), null when it cannot be anybody.
 */
export function readSearch(text: string | undefined): AddressSearch | null | undefined {
  const wanted = text?.trim().toLowerCase() ?? '';
  if (wanted === '') return undefined;
  const [, start, end = ''] = BEGINNING.exec(wanted) ?? SHORTENED.exec(wanted) ?? [];
  return start === undefined ? null : { start: `0x${start}`, end };
}
