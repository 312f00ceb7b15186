// What the account had in a race: out of the records that are here, or of the newest ones.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { newestQuery, recordsQuery } from './race.queries.ts';
import type { RaceRecord } from './race.rules.ts';

export function useOwnRace(round: number, enabled: boolean): RaceRecord | undefined {
  const client = useQueryClient();
  const newest = useQuery({ ...newestQuery(), enabled });
  if (!enabled) return undefined;
  const listed = client.getQueryData(recordsQuery().queryKey)?.pages.flatMap(({ items }) => items) ?? [];
  const known = newest.data?.items ?? [];
  return [...known, ...listed].find((race) => race.round === round);
}
