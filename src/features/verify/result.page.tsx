// Result verification: any round's draw, checked step by step on the reader's own machine against a node of their choice.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '#api/errors.ts';
import { Malformed } from '#draws/fields.ts';
import { readRound } from '#draws/rounds.ts';
import { useParam } from '#lib/navigate.ts';
import { FailedView } from '#ui/failed-view.tsx';
import { Body } from '#ui/hero.tsx';
import { SkeletonCard } from '#ui/views.tsx';
import { HowItWorks } from './how.tsx';
import { Proof } from './proof.tsx';
import { RoundForm } from './round-form.tsx';
import { Unsettled } from './unsettled.tsx';
import { standingQuery } from './verify.queries.ts';

export function Page() {
  const asked = useParam('round');
  const id = asked === undefined ? null : readRound(asked);
  if (id === null)
    return (
      <Body overlap={false} columns>
        <RoundForm wrong={asked} />
        <HowItWorks />
      </Body>
    );
  return <Round key={id} id={id} />;
}

function Round({ id }: { id: string }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(standingQuery(id));
  if (data?.state === 'settled') return <Proof claim={data.claim} coins={data.coins} />;
  if (data)
    return (
      <Body overlap={false} columns>
        <Unsettled id={id} state={data.state} onDue={() => void refetch()} />
        <RoundForm />
      </Body>
    );
  if (error)
    return (
      <Body overlap={false} columns>
        <FailedView
          message={error instanceof Malformed ? <MalformedText field={error.field} /> : errorText(error)}
          onRetry={() => void refetch()}
        />
        <RoundForm />
      </Body>
    );
  return (
    <div role="status" aria-label={t`Loading`} className="animate-late">
      <Body overlap={false} columns>
        <SkeletonCard lines={5} />
        <SkeletonCard lines={9} />
      </Body>
    </div>
  );
}

const MalformedText = ({ field }: { field: string }) => (
  <Trans>What the server says about this round cannot be checked: “{field}” is not what it must be.</Trans>
);
