// Reminders: the switch with its honest state, quiet hours, a test, and a calendar file, which works everywhere.
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { reminderStateAtom, setNotify } from '#lib/notify.ts';
import { Sheet } from '#ui/sheet.tsx';
import { Switch } from '#ui/switch.tsx';
import { CalendarPart } from './calendar-part.tsx';
import { QuietPart } from './quiet-part.tsx';
import { Remedy, StateText } from './state-text.tsx';
import { TestPart } from './test-part.tsx';

interface PopupProps {
  open: boolean;
  onClose: () => void;
}

export function Popup({ open, onClose }: PopupProps) {
  const state = useAtomValue(reminderStateAtom);
  const on = state === 'on' || state === 'open' || state === 'finding';
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={<Trans>Reminders</Trans>}
      description={<Trans>This device tells you once when a cycle of your miner is over.</Trans>}
    >
      <div className="grid gap-5">
        <SwitchRow on={on} possible={on || state === 'off'} />
        <Remedy state={state} />
        {on && <QuietPart />}
        {on && <TestPart />}
        <CalendarPart alone={!on && state !== 'off'} />
      </div>
    </Sheet>
  );
}

function SwitchRow({ on, possible }: { on: boolean; possible: boolean }) {
  const { t } = useLingui();
  const state = useAtomValue(reminderStateAtom);
  const [asking, setAsking] = useState(false);
  const change = async (wanted: boolean) => {
    setAsking(wanted);
    await setNotify(wanted).finally(() => setAsking(false));
  };
  return (
    <div className="flex items-start gap-3">
      <p role="status" className="m-0 min-w-0 grow py-3 text-[15px] leading-snug text-pretty">
        <StateText state={asking && !on ? 'asking' : state} />
      </p>
      <Switch
        checked={on}
        disabled={!possible}
        onChange={(wanted) => void change(wanted)}
        label={t`Reminders on this device`}
      />
    </div>
  );
}
