/**
 * The connections to the database and the node: whether they leave this machine, and whether TLS proves who is at the
 * other end.
 */
import * as z from 'zod';

export const database = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must be an address that begins with postgres://',
});
/** Several servers of the same database. */
export const databases = z
  .string()
  .transform((text) => text.split(',').map((each) => each.trim()))
  .pipe(z.array(database));

const NAMES = ['database', 'node'] as const;
type LinkName = (typeof NAMES)[number];

/** `database,node` as a list; undefined if it contains anything else. */
function linksOf(text: string): LinkName[] | undefined {
  const names = text.split(',').map((name) => NAMES.find((known) => known === name.trim()));
  return names.every((name) => name !== undefined) ? names : undefined;
}

export const linkNames = z
  .string()
  .transform(linksOf)
  .refine((names) => names !== undefined, 'must be database, node or database,node');

/** Where a URL leads. In a `postgres:` URL, `?host=` overrides the host, and either may be the path of a socket. */
const hostOf = (url: URL): string =>
  decodeURIComponent(
    (url.protocol.startsWith('postgres') && url.searchParams.getAll('host').at(-1)) || url.hostname,
  ).replace(/^\[(.+)\]$/, '$1');

const isLocal = (host: string): boolean =>
  host.startsWith('/') || /^(localhost|127\.\d+\.\d+\.\d+|::1)$/i.test(host);

/** Why the other end of a connection is not proven; undefined if it is, or if it is this machine. */
function unprovenLink(text: string): string | undefined {
  const url = new URL(text);
  const host = hostOf(url);
  if (isLocal(host)) return undefined;
  if (!url.protocol.startsWith('postgres'))
    return url.protocol === 'https:' ? undefined : `${host} is contacted without TLS: use https`;
  if (url.searchParams.getAll('sslmode').at(-1) !== 'verify-full')
    return `the certificate of ${host || 'a host that is not named'} is not checked: add ?sslmode=verify-full`;
  return undefined;
}

const LINKS = [
  ['DATABASE_URL', 'database'],
  ['DATABASE_DIRECT_URL', 'database'],
  ['DATABASE_OWNER_URL', 'database'],
  ['DATABASE_READ_URL', 'database'],
  ['CHAIN_RPC_URL', 'node'],
] as const satisfies [string, LinkName][];

type Links = { readonly [K in (typeof LINKS)[number][0]]?: string | readonly string[] | undefined } & {
  readonly WITHOUT_TLS?: readonly LinkName[] | undefined;
};

/** The connections whose other end is not proven: whether WITHOUT_TLS allows them, and what to say about them. */
export const unprovenLinks = (links: Links): { allowed: boolean; text: string }[] =>
  LINKS.flatMap(([name, link]) => {
    const why = [links[name] ?? []]
      .flat()
      .map(unprovenLink)
      .find((each) => each !== undefined);
    if (!why) return [];
    const allowed = links.WITHOUT_TLS?.includes(link) === true;
    const text = allowed
      ? `WITHOUT_TLS=${link}: ${name} is used although ${why.replace(/:.*/, '')}`
      : `${name}: ${why}, or set WITHOUT_TLS=${link} if you trust every machine in between`;
    return [{ allowed, text }];
  });

/** Why the addresses of the database do not fit together, in one line; undefined if they do. */
export function databaseIssue(links: Links): string | undefined {
  const besides = ['DATABASE_OWNER_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const;
  const lone = links.DATABASE_URL ? undefined : besides.find((name) => links[name]);
  // The embedded database would serve instead of the one that was meant.
  if (lone) return `${lone} is set without DATABASE_URL, which names the same database; set both or neither`;
  const roleOf = (url: string) => new URL(url).username;
  const owner = [links.DATABASE_OWNER_URL ?? []].flat().map(roleOf).find(Boolean);
  const others = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const;
  const asOwner = others.find(
    (name) => owner && [links[name] ?? []].flat().some((url) => roleOf(url) === owner),
  );
  return asOwner && `${asOwner} cannot name the role of DATABASE_OWNER_URL, which is used only at start`;
}

/** HOST may mean every address of this machine. Nobody opens that one, so no wallet can sign in to it. */
export const withoutAddress = (given: { host: string; publicUrl: string | undefined }): string[] =>
  given.publicUrl === undefined && /^(0\.0\.0\.0|::)$/.test(given.host)
    ? [
        'PUBLIC_URL is not set: wallets can sign in only on this machine, because HOST is not an address that anyone can open',
      ]
    : [];
