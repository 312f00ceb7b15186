// Whether the server runs in demo mode. The last answer is stored, so that the demo wallet is available before the next
// one arrives.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { cached } from '#api/queries.ts';
import { local } from '#lib/storage.ts';

const KEY = 'demo';

export function useDemo(): boolean {
  const { data } = useQuery(cached('GET /api/index'));
  const known = data?.demo;
  useEffect(() => {
    if (known === true) local.setItem(KEY, '1');
    if (known === false) local.removeItem(KEY);
  }, [known]);
  return known ?? local.getItem(KEY) === '1';
}
