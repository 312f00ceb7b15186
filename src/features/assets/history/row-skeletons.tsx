// Rows of the fund history that are still on their way, as tall as those that come.
import { Skeleton } from '#ui/views.tsx';

export function RowSkeletons({ rows }: { rows: number }) {
  return (
    <div aria-hidden="true" className="overflow-hidden rounded-card border border-line bg-white">
      {Array.from({ length: rows }, (_, row) => `row ${row}`).map((key) => (
        <div key={key} className="flex h-17 items-center gap-3 border-t border-line px-4 first:border-t-0">
          <Skeleton className="size-10 shrink-0 rounded-full" />
          <div className="grow">
            <Skeleton className="h-4 w-24" />
            <Skeleton className="mt-2 h-3 w-14" />
          </div>
          <Skeleton className="h-4 w-28" />
        </div>
      ))}
    </div>
  );
}
