// Quiet hours: two times of day between which this device says nothing.
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtom } from 'jotai';
import { useId, useState } from 'react';
import { quietHoursAtom } from '#lib/notify.ts';
import { Field } from '#ui/field.tsx';
import { Switch } from '#ui/switch.tsx';

const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

interface TimeFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** A time that is being typed is not one yet; left so, the one before stands again. */
function TimeField({ label, value, onChange }: TimeFieldProps) {
  const [typed, setTyped] = useState(value);
  const type = (text: string) => {
    setTyped(text);
    if (isTime(text)) onChange(text);
  };
  return (
    <Field
      type="time"
      label={label}
      value={typed}
      onChange={type}
      onBlur={() => setTyped(value)}
      className="min-w-0 grow"
    />
  );
}

export function QuietPart() {
  const { t } = useLingui();
  const id = useId();
  const [hours, setHours] = useAtom(quietHoursAtom);
  const { on, from, to } = hours;
  return (
    <section aria-labelledby={id}>
      <div className="flex items-center gap-3">
        <h3 id={id} className="m-0 grow text-[15px] font-semibold">
          <Trans>Quiet hours</Trans>
        </h3>
        <Switch
          checked={on}
          onChange={(wanted) => setHours({ ...hours, on: wanted })}
          label={t`Quiet hours`}
        />
      </div>
      <p className="m-0 text-[13px] text-pretty text-muted">
        <Trans>What falls into them is told when they are over.</Trans>
      </p>
      {on && (
        <div className="mt-3 flex gap-3">
          <TimeField label={t`From`} value={from} onChange={(time) => setHours({ ...hours, from: time })} />
          <TimeField label={t`Until`} value={to} onChange={(time) => setHours({ ...hours, to: time })} />
        </div>
      )}
      {on && from === to && (
        <p role="status" className="m-0 mt-2 text-[13px] text-muted">
          <Trans>Both times are the same: there are no quiet hours.</Trans>
        </p>
      )}
    </section>
  );
}
