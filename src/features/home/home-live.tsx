// The parts of home that ask the server, with the queries they need. From 720 px there are two columns: what is to be done with the
// ways to all parts below it, and beside them what there is to know.
import type { ReactNode } from 'react';
import { Queries } from '#api/provider.tsx';
import { Banners } from './banners.tsx';
import { Ended } from './ended.tsx';
import { Entries } from './entries.tsx';
import { Figures } from './figures.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { Member } from './member.tsx';
import { News, Pinned } from './pinned.tsx';
import { UnsentCard } from './queue-mark.tsx';

export const LiveFigures = () => (
  <Queries>
    <Figures />
  </Queries>
);

const Beside = ({ children }: { children: ReactNode }) => (
  <div className="grid min-w-0 grid-cols-1 gap-3 empty:hidden min-[720px]:col-start-2 min-[720px]:row-span-2 min-[720px]:row-start-1">
    {children}
  </div>
);

export const LiveGuest = () => (
  <Queries>
    <Beside>
      <Ended />
      <UnsentCard />
      <HowItWorks />
      <Pinned />
    </Beside>
    <Entries />
    <News className="min-[720px]:col-span-2">
      <Banners />
    </News>
  </Queries>
);

export const LiveMember = () => (
  <Queries>
    <Member>
      <Entries />
      <Beside>
        <News>
          <Pinned />
          <Banners />
        </News>
      </Beside>
    </Member>
  </Queries>
);
