// Reserves space for a figure that is loading, within its line of text.
import { Skeleton } from './views.tsx';

/** `like`: a text about as long as the figure. */
export const FigurePlace = ({ like }: { like: string }) => (
  <span aria-hidden="true" className="relative">
    <span className="invisible">{like}</span>
    <Skeleton className="absolute inset-x-0 inset-y-0.5" />
  </span>
);
