// Provides queries to pages once the texts beyond the first screen are loaded. Loaded with the first page that needs it
// (8 kB).
import { QueryClientProvider } from '@tanstack/react-query';
import { use, type ReactNode } from 'react';
import { allTexts, hasAllTexts } from '#lib/locale.ts';
import { queryClient } from './queries.ts';

/** Suspends until all texts are loaded; not at all if they already are, so that nothing flickers. */
export function Queries({ children }: { children: ReactNode }) {
  if (!hasAllTexts()) use(allTexts());
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
