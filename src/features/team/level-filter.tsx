// Which level of members is shown, as radios that stay in sight while the list is read.
import { useLingui } from '@lingui/react/macro';
import { Chip } from '#ui/chip.tsx';
import { LEVELS, type Level } from '#rules/team.ts';

interface LevelFilterProps {
  level: Level | undefined;
  /** How many levels are on. */
  levels: number;
  onChange: (level: Level | undefined) => void;
}

export function LevelFilter({ level, levels, onChange }: LevelFilterProps) {
  const { t } = useLingui();
  return (
    <div
      role="radiogroup"
      aria-label={t`Level`}
      className="sticky top-[calc(env(safe-area-inset-top)+56px)] z-10 -mx-4 flex gap-2 overflow-x-auto overscroll-x-contain bg-page px-4 py-2 [scrollbar-width:none] [&::-webkit-scrollbar]:hidden"
    >
      {[undefined, ...LEVELS.slice(0, levels)].map((each) => (
        <Chip key={each ?? 'all'} name="level" checked={each === level} onChange={() => onChange(each)}>
          {each ? t`Level ${each}` : t({ message: 'All', context: 'every level of members' })}
        </Chip>
      ))}
    </div>
  );
}
