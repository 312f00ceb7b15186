// Contact links as written by the operator: which of them can be opened, and what kind they are.

export type LinkKind = 'web' | 'mail' | 'phone' | 'telegram' | 'text';

/** No other scheme ever becomes a link on the page: "javascript:" and the like stay plain text. */
const KINDS: Readonly<Record<string, LinkKind>> = {
  'https:': 'web',
  'http:': 'web',
  'mailto:': 'mail',
  'tel:': 'phone',
  'tg:': 'telegram',
};
const TELEGRAM = /^https?:\/\/(www\.)?(t|telegram)\.me\//i;

interface ContactLink {
  kind: LinkKind;
  /** Where it leads; null for plain text. */
  href: string | null;
  /** As shown and copied. */
  text: string;
}

/**
 * Parses an address as a browser does, so that no trick gets through: spaces in the scheme, upper case, a missing
 * host.
 */
export function contactLink(url: string): ContactLink {
  const text = url.trim();
  const read = URL.canParse(text) ? new URL(text) : null;
  const kind = read ? (KINDS[read.protocol] ?? 'text') : 'text';
  if (!read || kind === 'text') return { kind: 'text', href: null, text };
  const shown = kind === 'mail' || kind === 'phone' ? text.replace(/^[a-z]+:/i, '') : text;
  return { kind: TELEGRAM.test(read.href) ? 'telegram' : kind, href: read.href, text: shown };
}
