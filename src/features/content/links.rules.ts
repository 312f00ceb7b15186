// Contact links as the operator has written them: which of them can be opened, and what they are.

export type LinkKind = 'web' | 'mail' | 'phone' | 'telegram' | 'text';

/** Nothing else is ever an address on the page: "javascript:" and the like stay words. */
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
  /** Where it leads; null for what is shown as words alone. */
  href: string | null;
  /** As it is shown and copied. */
  text: string;
}

/** An address is read as a browser would, so that none of its tricks passes: blanks in the scheme, upper case, a missing host. */
export function contactLink(url: string): ContactLink {
  const text = url.trim();
  const read = URL.canParse(text) ? new URL(text) : null;
  const kind = read ? (KINDS[read.protocol] ?? 'text') : 'text';
  if (!read || kind === 'text') return { kind: 'text', href: null, text };
  const shown = kind === 'mail' || kind === 'phone' ? text.replace(/^[a-z]+:/i, '') : text;
  return { kind: TELEGRAM.test(read.href) ? 'telegram' : kind, href: read.href, text: shown };
}
