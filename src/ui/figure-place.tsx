// Keeps the place of a figure that is on its way, within its line of text.
import { Skeleton } from './views.tsx';

/** `like`: a text as long as most of what comes. */
export const FigurePlace = ({ like }: { like: string }) => (
  <span aria-hidden="true" className="relative">
    <span className="invisible">{like}</span>
    <Skeleton className="absolute inset-x-0 inset-y-0.5" />
  </span>
);
