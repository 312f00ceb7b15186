// The list of keyboard shortcuts, and the switch that turns them off.
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtom } from 'jotai';
import type { ReactNode } from 'react';
import type { PopupProps } from '#lib/popups.ts';
import { Sheet } from '#ui/sheet.tsx';
import { Switch } from '#ui/switch.tsx';
import { shortcutsAtom } from './shortcuts.ts';

function Line({ keys, children }: { keys: string[]; children: ReactNode }) {
  return (
    <div className="flex min-h-11 items-center gap-3">
      <dt className="order-last flex gap-1.5">
        {keys.map((key) => (
          <kbd
            key={key}
            className="grid size-8 place-items-center rounded-lg border border-line bg-wash font-sans text-sm font-semibold"
          >
            {key}
          </kbd>
        ))}
      </dt>
      <dd className="m-0 grow">{children}</dd>
    </div>
  );
}

export function Popup({ open, onClose }: PopupProps<'shortcuts'>) {
  const { t } = useLingui();
  const [on, setOn] = useAtom(shortcutsAtom);
  return (
    <Sheet open={open} onClose={onClose} title={<Trans>Keyboard shortcuts</Trans>}>
      <div className="mb-2 flex items-center gap-3 border-b border-line pb-2">
        <span className="grow font-semibold">
          <Trans>Use shortcuts</Trans>
        </span>
        <Switch checked={on} onChange={setOn} label={t`Use shortcuts`} />
      </div>
      <dl className="m-0 divide-y divide-line">
        <Line keys={['g', 'h']}>
          <Trans>Home</Trans>
        </Line>
        <Line keys={['g', 'm']}>
          <Trans>Miner Management</Trans>
        </Line>
        <Line keys={['g', 'a']}>
          <Trans>Asset Center</Trans>
        </Line>
        <Line keys={['/']}>
          <Trans>Search this page</Trans>
        </Line>
        <Line keys={['?']}>
          <Trans>Show this list</Trans>
        </Line>
      </dl>
    </Sheet>
  );
}
