// The steps of the check, one below the other, with the path upwards in between.
import type { MessageDescriptor } from '@lingui/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { fromUnits } from '#rules/amounts.ts';
import type { Step } from '#proofs/proof.ts';
import { shortAddress } from '#lib/amounts.ts';
import { Tag } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { Fold } from '#ui/fold.tsx';
import { Icon } from '#ui/icon.tsx';
import { Amounts } from './amounts.tsx';
import type { Checked } from './transparency.rules.ts';
import { HISTORY, STEPS } from './transparency.words.ts';

type State = Step['state'] | 'unknown';

const LOOKS = {
  matches: { icon: 'check', circle: 'bg-malachite-wash text-malachite' },
  differs: { icon: 'close', circle: 'bg-garnet-wash text-garnet' },
  unknown: { icon: 'info', circle: 'bg-amber-wash text-amber-ink' },
} as const;

export function Steps({ checked }: { checked: Checked }) {
  const { i18n } = useLingui();
  const { steps, history } = checked;
  const levels = steps.filter(({ id }) => id === 'level');
  const say = (words: { text: MessageDescriptor; fault: MessageDescriptor }, state: State) =>
    i18n._(state === 'matches' ? words.text : words.fault);
  const rows = steps.flatMap((step) => {
    if (step.id === 'level') return [];
    const words = STEPS[step.id];
    const row = (
      <Row key={step.id} name={i18n._(words.name)} state={step.state} text={say(words, step.state)}>
        {step.state === 'differs' && (step.claimed || step.found) !== '' && <Values step={step} />}
      </Row>
    );
    return step.id === 'leaf' && levels.length > 0 ? [row, <Levels key="levels" levels={levels} />] : [row];
  });
  const historyState = history === null ? 'unknown' : history ? 'matches' : 'differs';
  return (
    <ol className="m-0 list-none divide-y divide-line p-0">
      {rows}
      <Row
        name={i18n._(HISTORY.name)}
        state={historyState}
        text={historyState === 'unknown' ? i18n._(HISTORY.unknown) : say(HISTORY, historyState)}
      />
    </ol>
  );
}

interface RowProps {
  name: ReactNode;
  state: State;
  text: ReactNode;
  children?: ReactNode;
}

function Row({ name, state, text, children }: RowProps) {
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
        <p className="m-0 mt-0.5 text-sm text-pretty text-muted">{text}</p>
        {children}
      </div>
    </li>
  );
}

const Values = ({ step }: { step: Step }) => (
  <dl className="m-0 mt-2 grid gap-1.5 rounded-control bg-wash px-3 py-2.5 text-xs">
    {step.claimed !== '' && (
      <div>
        <dt className="text-muted">
          <Trans>Claimed</Trans>
        </dt>
        <dd className="m-0 font-mono break-all">{step.claimed}</dd>
      </div>
    )}
    <div>
      <dt className="text-muted">
        <Trans>Found</Trans>
      </dt>
      <dd className="m-0 font-mono break-all">{step.found}</dd>
    </div>
  </dl>
);

function Levels({ levels }: { levels: readonly Step[] }) {
  const state = levels.every((level) => level.state === 'matches') ? 'matches' : 'differs';
  return (
    <Row
      name={<Trans>The path up</Trans>}
      state={state}
      text={
        <Plural
          value={levels.length}
          one="# level: two neighbours were hashed and added up."
          other="# levels: at each, two neighbours were hashed and added up."
        />
      }
    >
      <Fold title={<Trans>Show every level</Trans>}>
        <ol className="m-0 grid list-none gap-2 p-0 text-xs">
          {levels.map(({ found, sums }) => (
            <li key={found}>
              <code>{shortAddress(found)}</code>
              <Amounts own exact of={sums.map(({ coin, units }) => ({ coin, amount: fromUnits(units) }))} />
            </li>
          ))}
        </ol>
      </Fold>
    </Row>
  );
}
