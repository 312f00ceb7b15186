// Which level of members is shown, as radios that stay in sight while the list is read.
import { useLingui } from '@lingui/react/macro';
import { cx } from '#ui/class-names.ts';
import { type Level, LEVELS } from './team.rules.ts';

interface LevelFilterProps {
  level: Level | undefined;
  /** How many levels are on. */
  levels: number;
  onChange: (level: Level | undefined) => void;
}

/** Native radios: arrows, focus and what is said aloud come from the browser. */
export function LevelFilter({ level, levels, onChange }: LevelFilterProps) {
  const { t } = useLingui();
  return (
    <div
      role="radiogroup"
      aria-label={t`Level`}
      className="sticky top-[calc(env(safe-area-inset-top)+56px)] z-10 -mx-4 flex gap-2 overflow-x-auto overscroll-x-contain bg-page px-4 py-2 [scrollbar-width:none] [&::-webkit-scrollbar]:hidden"
    >
      {[undefined, ...LEVELS.slice(0, levels)].map((each) => {
        const here = each === level;
        return (
          <label
            key={each ?? 'all'}
            className={cx(
              'relative flex min-h-11 shrink-0 cursor-pointer items-center rounded-full border px-4 text-sm font-medium whitespace-nowrap select-none',
              'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink',
              here ? 'border-basalt bg-basalt text-white' : 'border-line bg-white hover:bg-wash',
            )}
          >
            <input
              type="radio"
              name="level"
              checked={here}
              onChange={() => onChange(each)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {each ? t`Level ${each}` : t({ message: 'All', context: 'every level of members' })}
          </label>
        );
      })}
    </div>
  );
}
