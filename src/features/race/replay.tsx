// A race run again inside its result sheet; where nothing may move it is over at once.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { tellError } from '#api/act.ts';
import { useStill } from '#ui/still.ts';
import { type Lane, standing } from './race.rules.ts';
import { speedQuery } from './race.queries.ts';
import { Track } from './track.tsx';

interface ReplayProps {
  lanes: readonly Lane[];
  round: number;
  ranking: readonly number[];
  onEnd: () => void;
}

export function Replay({ lanes, round, ranking, onEnd }: ReplayProps) {
  const still = useStill();
  const speed = useQuery(speedQuery(round));
  const { error } = speed;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.scrollIntoView({ block: 'center', behavior: 'smooth' }), []);
  useEffect(() => {
    if (error) tellError(error);
    if (error || still) onEnd();
  }, [error, still, onEnd]);
  return (
    <div ref={box} className="mb-4 rounded-card bg-[#0b0e14] px-4 py-3 text-white">
      <Track
        lanes={lanes}
        run={still ? undefined : speed.data}
        places={still ? standing(ranking) : new Map()}
        ranking={null}
        onEnd={onEnd}
        skipped={false}
      />
    </div>
  );
}
