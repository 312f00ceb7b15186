// The parts of home that ask the server, with the queries they need.
import { Queries } from '#api/provider.tsx';
import { Entries } from './entries.tsx';
import { Figures } from './figures.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { Member } from './member.tsx';
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
    <Entries />
  </Queries>
);

export const LiveMember = () => (
  <Queries>
    <Member />
    <Entries />
  </Queries>
);
