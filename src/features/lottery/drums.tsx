// The three drums of a guess, with the button that fills them at random and the sentence for those that are not set.
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Drum } from './drum.tsx';
import { digitsFrom, type Drums as Setting, turned } from './lottery.rules.ts';

interface DrumsProps {
  drums: Setting;
  onChange: (drums: Setting) => void;
  /** Counts the tries with drums that were not all set; 0 while there is nothing to say. */
  complaints: number;
}

function randomDigits(): Setting {
  for (;;) {
    const digits = digitsFrom(crypto.getRandomValues(new Uint8Array(16)));
    if (digits) return digits;
  }
}

export function Drums({ drums, onChange, complaints }: DrumsProps) {
  const { t } = useLingui();
  const id = useId();
  const group = useRef<HTMLDivElement>(null);
  const places = [
    { place: 0, label: t`First digit` },
    { place: 1, label: t`Second digit` },
    { place: 2, label: t`Third digit` },
  ];
  const all = () => [...(group.current?.querySelectorAll<HTMLElement>('[role=spinbutton]') ?? [])];
  const wanting = complaints > 0 && drums.includes(null);
  const goOn = useEffectEvent(() => all()[drums.indexOf(null)]?.focus());
  useEffect(() => {
    if (complaints > 0) goOn();
  }, [complaints]);
  return (
    <div>
      <div
        ref={group}
        role="group"
        aria-label={t`Three digits, in order`}
        className="grid grid-cols-3 gap-2.5"
      >
        {places.map(({ place, label }) => (
          <Drum
            key={place}
            label={label}
            digit={drums[place] ?? null}
            onChange={(next) => onChange(turned(drums, place, next))}
            onMove={(by) => all()[place + by]?.focus()}
            missing={wanting && drums[place] === null}
            describedBy={`${id}-missing`}
          />
        ))}
      </div>
      <div className="mt-2 flex min-h-11 items-center justify-between gap-3">
        <p
          id={`${id}-missing`}
          aria-live="assertive"
          className={cx('m-0 text-[13px] text-pretty', wanting ? 'text-garnet' : 'text-muted')}
        >
          {wanting ? (
            <Trans>Please enter complete guessing numbers</Trans>
          ) : (
            <Trans>Swipe, tap or type each digit.</Trans>
          )}
        </p>
        <Button
          look="secondary"
          size="sm"
          icon="refresh"
          className="shrink-0"
          onClick={() => onChange(randomDigits())}
        >
          <Trans>Random</Trans>
        </Button>
      </div>
    </div>
  );
}
