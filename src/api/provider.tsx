// Gives pages the queries, once the texts beyond the first screen are here. Loaded with the first page that needs it (8 kB).
import { QueryClientProvider } from '@tanstack/react-query';
import { use, type ReactNode } from 'react';
import { allTexts } from '#lib/locale.ts';
import { queryClient } from './queries.ts';

/** Suspends until every text can be shown. */
export function Queries({ children }: { children: ReactNode }) {
  use(allTexts());
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
