// Shown in place of a figure that is loading.
import { Skeleton } from './views.tsx';

/** Reserves space within a line of text. `like`: a text about as long as the figure. */
export const FigurePlace = ({ like }: { like: string }) => (
  <span aria-hidden="true" className="relative">
    <span className="invisible">{like}</span>
    <Skeleton className="absolute inset-x-0 inset-y-0.5" />
  </span>
);

interface FigureWaitsProps {
  /** It could not be loaded. */
  failed: boolean;
  /** Of the skeleton, about as large as the figure. */
  className: string;
}

export const FigureWaits = ({ failed, className }: FigureWaitsProps) =>
  failed ? '–' : <Skeleton className={className} />;
