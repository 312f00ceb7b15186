// Result verification: any round's draw, checked step by step on the reader's own machine against a node of their
// choice.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '#api/errors.ts';
import { DRAW_VOID_HOURS } from '#rules/figures.ts';
import { Malformed } from '#draws/fields.ts';
import { drawTimeOf, readRound } from '#draws/rounds.ts';
import { useParam } from '#lib/navigate.ts';
import { FailedView } from '#ui/failed-view.tsx';
import { Body } from '#ui/hero.tsx';
import { EmptyState, SkeletonCard } from '#ui/views.tsx';
import { Card } from '#ui/card.tsx';
import { Fold } from '#ui/fold.tsx';
import { DAY_MS } from '#rules/days.ts';
import { serverNow, timeWithin } from '#lib/time.ts';
import { Countdown } from '#ui/countdown.tsx';
import { Proof } from './proof.tsx';
import { RoundForm } from './round-form.tsx';
import { standingQuery } from './verify.queries.ts';
import { RoundName } from './round-name.tsx';
import type { Standing } from './verify.rules.ts';

interface UnsettledProps {
  id: string;
  state: Exclude<Standing['state'], 'settled'>;
  /** The time of the draw has come. */
  onDue: () => void;
}

/** Nobody counts seconds towards a round that is days away. */
const NEAR_MS = 2 * DAY_MS;

/** A round without a draw to check, and why. */
function Unsettled({ id, state, onDue }: UnsettledProps) {
  const { i18n } = useLingui();
  const drawsAt = drawTimeOf(id).toISOString();
  const moment = timeWithin(drawsAt, i18n.locale);
  const near = Date.parse(drawsAt) - serverNow() < NEAR_MS;
  return (
    <Card title={<RoundName id={id} />}>
      {state === 'early' && (
        <EmptyState icon="clock" title={<Trans>This round is not drawn yet</Trans>}>
          <Trans>The draw is {moment}.</Trans>
          {near && (
            <span className="mt-2 block text-lg font-semibold text-ink">
              <Countdown to={drawsAt} onEnd={onDue} />
            </span>
          )}
        </EmptyState>
      )}
      {state === 'drawing' && (
        <EmptyState icon="clock" title={<Trans>This round is being drawn</Trans>}>
          <Trans>Waiting for a final block from {moment} on. We'll update this page.</Trans>
        </EmptyState>
      )}
      {state === 'void' && (
        <EmptyState icon="refund" title={<Trans>This round is void</Trans>}>
          <Trans>
            It couldn't be drawn within {DRAW_VOID_HOURS} hours. All bets and paid guesses were refunded.
          </Trans>
        </EmptyState>
      )}
      {state === 'idle' && (
        <EmptyState icon="info" title={<Trans>This round was not drawn</Trans>}>
          <Trans>Nobody bet, so it wasn't drawn.</Trans>
        </EmptyState>
      )}
      {state === 'none' && (
        <EmptyState icon="search" title={<Trans>This round has no result</Trans>}>
          <Trans>It's before our first round, or earlier rounds aren't drawn yet.</Trans>
        </EmptyState>
      )}
    </Card>
  );
}

/** How a draw works, what checking it proves, and what it does not. */
const HowItWorks = () => (
  <Card className="py-2.5!">
    <Fold title={<Trans>How it works</Trans>}>
      <ol className="m-0 grid list-decimal gap-2 pb-2 pl-5 text-sm text-pretty marker:font-semibold">
        <li>
          <Trans>
            Before betting opens, we pick a secret seed and publish its hash, so we can't change it.
          </Trans>
        </li>
        <li>
          <Trans>
            The draw uses the first final block after the draw time whose last transaction came from its own
            validator.
          </Trans>
        </li>
        <li>
          <Trans>
            That transaction, the seed and the round's name are hashed together. Nobody knew both before.
          </Trans>
        </li>
        <li>
          <Trans>
            Web3 Guess: the hash's last three decimal digits. Race: the order in which 1 to 6 first appear in
            it.
          </Trans>
        </li>
        <li>
          <Trans>
            Your device reads the chain from a node, not from us. Compare the seed's hash with the one shown
            while betting was open.
          </Trans>
        </li>
      </ol>
    </Fold>
    <Fold title={<Trans>What it can't rule out</Trans>}>
      <p className="m-0 pb-2 text-sm text-pretty text-muted">
        <Trans>
          An operator in league with that block's validator. If the operator withholds the seed, the round is
          void, and all bets and paid guesses are refunded.
        </Trans>
      </p>
    </Fold>
  </Card>
);

export function Page() {
  const asked = useParam('round');
  const id = asked === undefined ? null : readRound(asked);
  if (id === null)
    return (
      <Body overlap={false} columns>
        <RoundForm key={asked} wrong={asked} />
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
  <Trans>We can't check this round: “{field}” in the server's answer is wrong.</Trans>
);
