// Gives pages the queries, once the texts beyond the first screen are here. Loaded with the first page that needs it (8 kB).
import { QueryClientProvider } from '@tanstack/react-query';
import { use, type ReactNode } from 'react';
import { allTexts, hasAllTexts } from '#lib/locale.ts';
import { queryClient } from './queries.ts';

/** Suspends until every text can be shown; not at all when they are here, so that nothing blinks. */
export function Queries({ children }: { children: ReactNode }) {
  if (!hasAllTexts()) use(allTexts());
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
