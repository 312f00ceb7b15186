// The query string of a page, parsed and written as plain pairs: the router's own parser would turn `?code=12e5` into a
// number.

/**
 * Messengers and campaigns put their own query before the hash ("/?fbclid=1#/pages/notice/details?id=3"). The hash
 * history appends it to the page's query, as "?id=3?fbclid=1"; if both contain a name, the page's wins.
 */
export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries([...new URLSearchParams(search.replaceAll('?', '&'))].reverse());

export function stringifySearch(search: Record<string, unknown>): string {
  const pairs = Object.entries(search).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}
