// What an account can stake in both games: its balance, and what its own limits allow.
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { allowanceAt, pausedAt } from '#api/limits.rules.ts';
import { cached } from '#api/queries.ts';
import { BRAND } from '#lib/brand.ts';
import { signedInAtom } from '#lib/session.ts';
import { useNow } from '#ui/now.ts';

/** The balance of the token; undefined for a guest, and until it is known. */
export function useBalance(): string | undefined {
  const signedIn = useAtomValue(signedInAtom);
  const assets = useQuery({ ...cached('GET /api/assets/list'), enabled: signedIn });
  return signedIn ? assets.data?.items.find(({ coin }) => coin === BRAND.symbol)?.balance : undefined;
}

/**
 * When the account's pause from both games ends, as ISO text, and what its limit leaves for today. Null if there is
 * none, and until known.
 */
export function useOwnLimits(): { pausedUntil: string | null; leftToday: string | null } {
  const signedIn = useAtomValue(signedInAtom);
  const { data } = useQuery({ ...cached('GET /api/user/limits'), enabled: signedIn });
  const now = useNow(15_000);
  if (!signedIn || !data) return { pausedUntil: null, leftToday: null };
  return { pausedUntil: pausedAt(data, now), leftToday: allowanceAt(data, now)?.left ?? null };
}
