// Where a round is entered: a race number or a lottery date, or a tap on the latest ones.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { readRound } from '#draws/rounds.ts';
import { go } from '#lib/navigate.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Field } from '#ui/field.tsx';
import { Form } from '#ui/form.tsx';
import { newestQuery } from './verify.queries.ts';

const show = (id: string): void => void go(`/pages/main/result?round=${id}`, { replace: true });

/** `wrong` is the text in the address, if it is not a round. */
export function RoundForm({ wrong }: { wrong?: string }) {
  const { t } = useLingui();
  const [text, setText] = useState(wrong ?? '');
  const [refused, setRefused] = useState(wrong);
  const submit = () => {
    const id = readRound(text);
    if (id === null) setRefused(text);
    else show(id);
  };
  return (
    <Card title={<Trans>Check a round</Trans>}>
      <Form onSubmit={submit} className="grid gap-3">
        <Field
          label={<Trans>Round</Trans>}
          value={text}
          onChange={setText}
          placeholder={t`5849201 or 2026-11-21`}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          hint={<Trans>Race number or Web3 Guess date</Trans>}
          error={
            refused !== undefined && refused === text ? (
              <Trans>Enter a race number, like 5849201, or a date, like 2026-11-21.</Trans>
            ) : undefined
          }
        />
        <Button type="submit" wide>
          <Trans>Check this round</Trans>
        </Button>
      </Form>
      <Newest />
    </Card>
  );
}

/** One tap on the latest result of each game: a shortcut, which a failure leaves out. */
function Newest() {
  const { data, isError } = useQuery(newestQuery());
  if (isError && !data) return null;
  const way = (id: string | null | undefined, game: ReactNode, none: ReactNode) =>
    id === null ? (
      <p className="m-0 flex min-h-11 items-center text-sm leading-snug text-pretty text-muted">{none}</p>
    ) : (
      <Button look="secondary" size="sm" disabled={id === undefined} onClick={() => id && show(id)}>
        {game}
      </Button>
    );
  return (
    <div className="mt-4">
      <p className="m-0 mb-2 text-sm text-muted">
        <Trans>Or the latest:</Trans>
      </p>
      <div className="grid grid-cols-2 gap-2">
        {way(data?.race, <Trans>Race</Trans>, <Trans>No race yet</Trans>)}
        {way(data?.lottery, <Trans>Web3 Guess</Trans>, <Trans>No recent Web3 Guess draw</Trans>)}
      </div>
    </div>
  );
}
