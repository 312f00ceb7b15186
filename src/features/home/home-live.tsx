// The parts of home that ask the server, with the queries they need.
import { Queries } from '#api/provider.tsx';
import { Entries } from './entries.tsx';
import { Figures } from './figures.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { Member } from './member.tsx';
import { News } from './pinned.tsx';
import { UnsentCard } from './queue-mark.tsx';

export const LiveFigures = () => (
  <Queries>
    <Figures />
  </Queries>
);

export const LiveGuest = () => (
  <Queries>
    <UnsentCard />
    <HowItWorks />
    <News className="min-[720px]:col-span-2" />
    <Entries />
  </Queries>
);

/** The card of the next step grows as it comes: what it pushes is below the first screen, or beside it. */
export const LiveMember = () => (
  <Queries>
    <Member />
    <Entries />
    <News className="min-[720px]:col-start-2 min-[720px]:row-start-1" />
  </Queries>
);
