// Three small drums that turn to the drawn digits once these are known. A picture: whoever draws it says them in words.
import { useEffect, useState } from 'react';
import { DrumView } from '#ui/drum-view.tsx';
import type { Digits } from './lottery.rules.ts';

const PLACES = ['first', 'second', 'third'] as const;

/** Two whole turns before the digit, each drum a little later. */
const WHOLE_TURNS = 20;
const LATER_MS = 250;
const TURN_MS = 1400;

export function DrawnDrums({ drawn }: { drawn: Digits | null }) {
  const [turning, setTurning] = useState(false);
  const known = drawn !== null;
  useEffect(() => {
    if (!known) return;
    const frame = requestAnimationFrame(() => setTurning(true));
    return () => cancelAnimationFrame(frame);
  }, [known]);
  return (
    <div aria-hidden="true" className="mx-auto grid max-w-75 grid-cols-3 gap-2.5">
      {PLACES.map((place, at) => (
        <DrumView
          key={place}
          size="small"
          turn={turning ? (drawn?.[at] ?? 0) + WHOLE_TURNS : 0}
          ms={turning ? TURN_MS : 0}
          delay={at * LATER_MS}
          empty={!known}
        />
      ))}
    </div>
  );
}
