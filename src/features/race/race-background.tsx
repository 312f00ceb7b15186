// Tells on any page what became of a race with own bets: once, and not while the account has paused both games.
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { onTopic } from '#api/events.ts';
import { signedInAtom } from '#lib/session.ts';
import { onTimeJump } from '#lib/time.ts';
import { awaitedAtom, watchedAtom } from './draft.ts';
import { lookForResults } from './notices.ts';

/** The draw's block is a few seconds away; afterwards the events of the race tell more. */
const LOOK_MS = 5000;

export function Background() {
  const signedIn = useAtomValue(signedInAtom);
  const waits = useAtomValue(awaitedAtom).length > 0;
  const watched = useAtomValue(watchedAtom) > 0;
  const looks = signedIn && waits && !watched;
  useEffect(() => {
    if (!looks) return;
    const look = () => void lookForResults();
    look();
    const timer = setInterval(() => document.hidden || look(), LOOK_MS);
    const forget = [onTopic('race', look), onTimeJump(look)];
    return () => {
      clearInterval(timer);
      for (const end of forget) end();
    };
  }, [looks]);
  return null;
}
