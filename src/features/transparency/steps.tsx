// The steps of the check, one below the other, with the path upwards in between.
import type { MessageDescriptor } from '@lingui/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { fromUnits } from '#rules/amounts.ts';
import type { Step } from '#proofs/proof.ts';
import { shortAddress } from '#lib/amounts.ts';
import { CheckStep, Compared } from '#ui/check-step.tsx';
import { Fold } from '#ui/fold.tsx';
import { Amounts } from './amounts.tsx';
import type { Checked } from './transparency.rules.ts';
import { HISTORY, STEPS } from './transparency.words.ts';

type State = Step['state'] | 'unknown';

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
      <CheckStep key={step.id} name={i18n._(words.name)} state={step.state} text={say(words, step.state)}>
        {step.state === 'differs' && (step.claimed || step.found) !== '' && (
          <Compared claimed={step.claimed || undefined} found={step.found} />
        )}
      </CheckStep>
    );
    return step.id === 'leaf' && levels.length > 0 ? [row, <Levels key="levels" levels={levels} />] : [row];
  });
  const historyState = history === null ? 'unknown' : history ? 'matches' : 'differs';
  return (
    <ol className="m-0 list-none divide-y divide-line p-0">
      {rows}
      <CheckStep
        name={i18n._(HISTORY.name)}
        state={historyState}
        text={historyState === 'unknown' ? i18n._(HISTORY.unknown) : say(HISTORY, historyState)}
      />
    </ol>
  );
}

function Levels({ levels }: { levels: readonly Step[] }) {
  const state = levels.every((level) => level.state === 'matches') ? 'matches' : 'differs';
  return (
    <CheckStep
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
    </CheckStep>
  );
}
