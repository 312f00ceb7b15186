// The token that queued actions may be sent with while no page is signed in, and that the worker asks about the miner with: good for
// these calls alone, for 72 h.
import { kvGet, kvSet, kvUpdate } from '#lib/kv.ts';

const KEY = 'outboxToken';

interface OutboxToken {
  token: string;
  address: string;
}

/** Private windows may have no database: then nothing is sent while nobody is signed in. */
export const keepOutboxToken = (stored: OutboxToken): Promise<void> =>
  kvSet(KEY, stored).catch(() => undefined);

/** What an older version or a hand has left in another form is none. */
const isToken = (value: unknown): value is OutboxToken =>
  typeof value === 'object' &&
  value !== null &&
  'token' in value &&
  'address' in value &&
  typeof value.address === 'string';

const ownerOf = (value: unknown): string | undefined =>
  isToken(value) ? value.address.toLowerCase() : undefined;

/** The account (in lower case) leaves this device; one that has signed in meanwhile in another tab keeps its own. */
export const forgetOutboxToken = (address: string): Promise<void> =>
  kvUpdate<unknown>(KEY, (old) => (ownerOf(old) === address ? undefined : old)).catch(() => undefined);

/** The token for this address (in lower case), if it is that account which signed in here last. */
export async function outboxTokenFor(address: string): Promise<string | undefined> {
  const stored = await kvGet<unknown>(KEY).catch(() => undefined);
  return isToken(stored) && ownerOf(stored) === address ? stored.token : undefined;
}

/** Whose token is kept, in lower case. */
export const outboxOwner = async (): Promise<string | undefined> =>
  ownerOf(await kvGet(KEY).catch(() => undefined));

/** The server no longer takes it; one that a sign-in has brought meanwhile stays. */
export const dropOutboxToken = (token: string): Promise<void> =>
  kvUpdate<unknown>(KEY, (old) => (isToken(old) && old.token === token ? undefined : old)).catch(
    () => undefined,
  );
