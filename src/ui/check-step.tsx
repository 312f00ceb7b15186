// One step of a check as a row of a list: what was compared, whether it matches, and that as a sentence.
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Tag } from './card.tsx';
import { cx } from './class-names.ts';
import { Icon } from './icon.tsx';

const LOOKS = {
  matches: { icon: 'check', circle: 'bg-malachite-wash text-malachite' },
  differs: { icon: 'close', circle: 'bg-garnet-wash text-garnet' },
  unknown: { icon: 'info', circle: 'bg-amber-wash text-amber-ink' },
  waiting: { icon: 'clock', circle: 'bg-wash text-muted' },
} as const;

interface CheckStepProps {
  name: ReactNode;
  state: keyof typeof LOOKS;
  text: ReactNode;
  /** Details below the sentence. */
  children?: ReactNode;
}

export function CheckStep({ name, state, text, children }: CheckStepProps) {
  const { icon, circle } = LOOKS[state];
  return (
    <li className="flex gap-3 py-3">
      <span className={cx('mt-0.5 flex size-7 shrink-0 items-center justify-center rounded-full', circle)}>
        <Icon name={icon} size={18} />
      </span>
      <div className="min-w-0 grow">
        <p className="m-0 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span className="text-base font-semibold">{name}</span>
          {state === 'matches' && (
            <span className="sr-only">
              <Trans>Matches</Trans>
            </span>
          )}
          {state === 'differs' && (
            <Tag tone="bad">
              <Trans>Does not match</Trans>
            </Tag>
          )}
          {state === 'unknown' && (
            <Tag tone="amber">
              <Trans>Not checked</Trans>
            </Tag>
          )}
        </p>
        <p
          className="m-0 mt-0.5 text-sm text-pretty text-muted"
          aria-hidden={state === 'waiting' || undefined}
        >
          {text}
        </p>
        {children}
      </div>
    </li>
  );
}

interface ComparedProps {
  /** Undefined if it cannot be read. */
  claimed: string | undefined;
  found: string;
}

/** What was claimed, beside what was found instead. */
export const Compared = ({ claimed, found }: ComparedProps) => (
  <dl className="m-0 mt-2 grid gap-1.5 rounded-control bg-wash px-3 py-2.5 text-xs">
    {claimed !== undefined && <Value name={<Trans>Claimed</Trans>} value={claimed} />}
    <Value name={<Trans>Found</Trans>} value={found} />
  </dl>
);

const Value = ({ name, value }: { name: ReactNode; value: string }) => (
  <div>
    <dt className="text-muted">{name}</dt>
    <dd className="m-0 font-mono break-all">{value === '' ? <Trans>nothing</Trans> : value}</dd>
  </div>
);
