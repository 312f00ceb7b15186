/**
 * Resolves names of push services by querying name servers directly. The system's resolver (`dns.lookup`) has two
 * threads for the whole process and cannot be cancelled: a name whose servers are silent blocks one of them for 10 s
 * (measured), and any user can name such a service.
 */
import { promises as dns } from 'node:dns';

/** The addresses of a name. @throws Error if it has none, or if no server answered in time. */
export type Resolve = (name: string) => Promise<{ address: string; family: 4 | 6 }[]>;

interface NamesOptions {
  /** The system's servers by default. */
  readonly servers?: readonly string[];
  /** For the first of two attempts; the second one waits longer. */
  readonly timeoutMs?: number;
}

export function askingNames({ servers, timeoutMs = 1500 }: NamesOptions = {}): Resolve {
  const resolver = new dns.Resolver({ timeout: timeoutMs, tries: 2 });
  if (servers) resolver.setServers(servers);
  return async (name) => {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = [
      ...(v4.status === 'fulfilled' ? v4.value : []).map((address) => ({ address, family: 4 as const })),
      ...(v6.status === 'fulfilled' ? v6.value : []).map((address) => ({ address, family: 6 as const })),
    ];
    if (found.length === 0 && v4.status === 'rejected') throw v4.reason;
    return found;
  };
}
