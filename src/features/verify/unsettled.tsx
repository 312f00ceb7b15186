// A round without a draw to check, and why.
import { Trans, useLingui } from '@lingui/react/macro';
import { DAY_MS } from '#rules/days.ts';
import { drawTimeOf } from '#draws/rounds.ts';
import { serverNow, timeWithin } from '#lib/time.ts';
import { Card } from '#ui/card.tsx';
import { Countdown } from '#ui/countdown.tsx';
import { EmptyState } from '#ui/views.tsx';
import { RoundName } from './round-name.tsx';
import type { Standing } from './verify.rules.ts';

interface UnsettledProps {
  id: string;
  state: Exclude<Standing['state'], 'settled'>;
  /** The moment of the draw has come. */
  onDue: () => void;
}

/** Nobody counts the seconds of a round that is days away. */
const NEAR_MS = 2 * DAY_MS;

export function Unsettled({ id, state, onDue }: UnsettledProps) {
  const { i18n } = useLingui();
  const drawsAt = drawTimeOf(id).toISOString();
  const moment = timeWithin(drawsAt, i18n.locale);
  const near = Date.parse(drawsAt) - serverNow() < NEAR_MS;
  return (
    <Card title={<RoundName id={id} />}>
      {state === 'early' && (
        <EmptyState icon="clock" title={<Trans>This round is not drawn yet</Trans>}>
          <Trans>Its moment is {moment}.</Trans>
          {near && (
            <span className="mt-2 block text-lg font-semibold text-ink">
              <Countdown to={drawsAt} onEnd={onDue} />
            </span>
          )}
        </EmptyState>
      )}
      {state === 'drawing' && (
        <EmptyState icon="clock" title={<Trans>This round is being drawn</Trans>}>
          <Trans>
            It waits for the chain to have a final block from {moment} on. The page looks again by itself.
          </Trans>
        </EmptyState>
      )}
      {state === 'void' && (
        <EmptyState icon="refund" title={<Trans>This round is void</Trans>}>
          <Trans>
            It could not be drawn within 6 hours, because the chain could not be read or the seed could not be
            revealed. Every stake was returned, so there is nothing to check.
          </Trans>
        </EmptyState>
      )}
      {state === 'idle' && (
        <EmptyState icon="info" title={<Trans>This round was not drawn</Trans>}>
          <Trans>Nobody took part in it. Rounds without a bet are not drawn.</Trans>
        </EmptyState>
      )}
      {state === 'none' && (
        <EmptyState icon="search" title={<Trans>This round has no result</Trans>}>
          <Trans>It was before the first round here, or the rounds before it still wait for the chain.</Trans>
        </EmptyState>
      )}
    </Card>
  );
}
