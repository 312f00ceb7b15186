// The link that opens this page in MetaMask's own browser, with its wallet inside.

/**
 * That browser shares no storage with this one, so the invite code goes along, in front of the hash as it came. The address
 * follows as it is: MetaMask takes an encoded one for a name.
 */
export function dappLink(href: string, code: string | undefined): string {
  const { host, pathname, search, hash } = new URL(href);
  const query = new URLSearchParams(search);
  if (code !== undefined) query.set('code', code);
  const text = query.toString();
  return `https://link.metamask.io/dapp/${host}${pathname}${text && `?${text}`}${hash}`;
}
