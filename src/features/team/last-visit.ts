// Who has joined since the members were last looked at on this device.
import { useEffect, useState } from 'react';
import { lastUnder } from '#api/last.ts';

export interface LastVisit {
  /** ISO time of the list that was seen at the last visit; undefined if this device knows of none. */
  since: string | undefined;
  /** Members up to this time have been seen. They stay marked until the page is left. */
  onSeen: (asOf: string) => void;
}

const seen = () => lastUnder<string>('team members seen');

export function useLastVisit(): LastVisit {
  const [since, setSince] = useState<string>();
  const [recalled] = useState(() => seen().recall());
  useEffect(() => void recalled.then(setSince), [recalled]);
  return {
    since,
    // What is kept now must not be taken for the last visit.
    onSeen: (asOf) => void recalled.then(() => seen().keep(asOf)),
  };
}
