// The dot of one step of a deposit's or a withdrawal's progress.
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icon.tsx';

export type StepState = 'done' | 'now' | 'ahead' | 'stopped' | 'failed';

const LOOKS: Record<StepState, string> = {
  done: 'bg-malachite text-white',
  now: 'bg-amber text-basalt',
  ahead: 'border-2 border-line bg-white',
  stopped: 'bg-muted text-white',
  failed: 'bg-garnet text-white',
};

export const StepDot = ({ state }: { state: StepState }) => (
  <span
    aria-hidden="true"
    className={cx('relative z-1 flex size-6 shrink-0 items-center justify-center rounded-full', LOOKS[state])}
  >
    {state === 'done' && <Icon name="check" size={16} />}
    {(state === 'stopped' || state === 'failed') && <Icon name="close" size={16} />}
    {state === 'now' && <span className="size-2 animate-pulse-dot rounded-full bg-current" />}
  </span>
);
