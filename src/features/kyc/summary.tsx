// What keeps the form from being sent, said where it was sent from: the list takes the focus, and leads to each field.
import { Trans, useLingui } from '@lingui/react/macro';
import { type RefObject, useEffect, useRef } from 'react';
import { Notice } from '#ui/notice.tsx';
import type { Problem, Problems } from './kyc.rules.ts';
import { NAMES, problemWords } from './kyc.words.ts';

interface SummaryProps {
  problems: Problems;
  form: RefObject<HTMLFormElement | null>;
}

export function Summary({ problems, form }: SummaryProps) {
  const { i18n } = useLingui();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.focus({ preventScroll: true });
    list.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const found = Object.entries(problems) as [keyof typeof NAMES, Problem][];
  if (found.length === 0) return null;
  const lead = (place: string) => {
    const input = form.current?.querySelector<HTMLInputElement>(
      `input[data-place=${place}], [data-place=${place}] input, [data-document=${place}] input`,
    );
    input?.focus({ preventScroll: true });
    input?.parentElement?.scrollIntoView({ block: 'center' });
  };
  return (
    <div ref={list} tabIndex={-1} role="group" aria-labelledby="kyc-problems" className="scroll-my-24">
      <Notice tone="bad" icon="warn">
        <p id="kyc-problems" className="m-0 font-semibold">
          <Trans>Nothing was sent yet. Please look at this:</Trans>
        </p>
        <ul className="m-0 list-none p-0">
          {found.map(([place, problem]) => (
            <li key={place}>
              <button
                type="button"
                onClick={() => lead(place)}
                className="min-h-11 w-full py-1.5 text-left leading-snug underline underline-offset-4"
              >
                {problem !== 'missing' && `${i18n._(NAMES[place])}: `}
                {i18n._(problemWords(place, problem))}
              </button>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
