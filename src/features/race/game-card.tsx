// A game on the hub: its picture on the ground of the app, what it is, its figures, and the way to it. Drawn at once; figures that
// are not here yet keep their places.
import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { Fact, Facts } from '#ui/card.tsx';
import { FigurePlace } from '#ui/figure-place.tsx';

interface GameCardProps {
  title: ReactNode;
  aside?: ReactNode;
  picture: ReactNode;
  about: ReactNode;
  /** `GameFact`s. */
  children: ReactNode;
  action: Pick<Parameters<typeof Button>[0], 'look' | 'onClick' | 'children'>;
}

export function GameCard({ title, aside, picture, about, children, action }: GameCardProps) {
  return (
    <section className="flex flex-col overflow-clip rounded-card bg-white shadow-card min-[720px]:h-full">
      <div className="hero-art flex h-36 items-end justify-center px-4 text-white" aria-hidden="true">
        {picture}
      </div>
      <div className="flex grow flex-col p-4">
        <header className="mb-1 flex min-h-6 items-center justify-between gap-3">
          <h2 className="text-lg font-semibold">{title}</h2>
          {aside}
        </header>
        <p className="m-0 mb-2 text-sm text-pretty text-muted">{about}</p>
        <Facts>{children}</Facts>
        <div className="mt-auto pt-4">
          <Button wide {...action} />
        </div>
      </div>
    </section>
  );
}

/** A figure of a game; undefined while it is on its way. */
export const GameFact = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <Fact label={label}>{children ?? <FigurePlace like="00:00:00" />}</Fact>
);
