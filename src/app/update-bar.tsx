// Offers a new version that is waiting; nothing is interrupted until the user accepts it.
import { Trans } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { updateAtom } from './worker.ts';

export function Bar() {
  const update = useAtomValue(updateAtom);
  if (!update) return null;
  return (
    <div role="status" className="bg-basalt text-white">
      <div className="frame pad-safe flex min-h-13 items-center justify-between gap-3 text-sm">
        <span>
          <Trans>New version ready</Trans>
        </span>
        <button
          type="button"
          onClick={update.apply}
          className="min-h-11 rounded-control px-3 font-semibold text-amber active:scale-95"
        >
          <Trans>Update</Trans>
        </button>
      </div>
    </div>
  );
}
