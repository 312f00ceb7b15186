// The query string of a page, read and written as plain pairs: the router's own reading would turn `?code=12e5` into a number.

/**
 * Messengers and campaigns put a query of their own in front of the hash ("/?fbclid=1#/pages/notice/details?id=3"). The hash history
 * hands it over behind the page's one, as "?id=3?fbclid=1"; where both have a name, the page's counts.
 */
export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries([...new URLSearchParams(search.replaceAll('?', '&'))].reverse());

export function stringifySearch(search: Record<string, unknown>): string {
  const pairs = Object.entries(search).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}
