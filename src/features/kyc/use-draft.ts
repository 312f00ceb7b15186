// The form's state and what changes it: typing, documents that are made ready, what is wrong with either.
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { read, write } from '#lib/store.ts';
import { blank, choose, type Draft, draftAtom, isWanted } from './draft.ts';
import type { KycRules } from './kyc.queries.ts';
import type { DocumentName, FieldName, Fields, Picked, Problem, Problems } from './kyc.rules.ts';
import { prepared } from './picture.ts';

type Place = FieldName | DocumentName;

const withProblem = (problems: Problems, name: Place, problem: Problem | undefined): Problems => {
  const { [name]: _, ...rest } = problems;
  return problem === undefined ? rest : { ...rest, [name]: problem };
};

/** `start` is what was submitted before, to be corrected. */
export function useDraft(rules: KycRules, start: Partial<Fields>) {
  const draft = useAtomValue(draftAtom) ?? blank(start);
  const [preparing, setPreparing] = useState<readonly DocumentName[]>([]);
  const change = (how: (old: Draft) => Partial<Draft>) => {
    const old = read(draftAtom) ?? blank(start);
    write(draftAtom, { ...old, ...how(old) });
  };
  const place = (name: DocumentName, picked: Picked | undefined, problem?: Problem) =>
    change(({ documents, problems }) => ({
      documents: { ...documents, [name]: picked },
      problems: withProblem(problems, name, problem),
    }));
  return {
    draft,
    preparing,
    change,
    type: (name: FieldName) => (value: string) =>
      change(({ fields, problems }) => ({
        fields: { ...fields, [name]: value },
        problems: withProblem(problems, name, undefined),
      })),
    pick: async (name: DocumentName, file: File) => {
      choose(name, file);
      setPreparing((names) => [...names, name]);
      const ready = await prepared(file, rules);
      setPreparing((names) => names.filter((_, index) => index !== names.indexOf(name)));
      if (!isWanted(name, file)) return;
      if (typeof ready === 'string') place(name, undefined, ready);
      else place(name, ready);
    },
    remove: (name: DocumentName) => {
      choose(name, undefined);
      place(name, undefined);
    },
  };
}
