// The result sheet of a race that has none: still open, being drawn, void, or one that nobody bet in.
import { Trans } from '@lingui/react/macro';
import { EmptyState } from '#ui/views.tsx';
import { BetList } from './bet-terms.tsx';
import type { Lane, RaceRecord } from './race.rules.ts';

interface UnsettledProps {
  round: number;
  own: RaceRecord | undefined;
  lanes: readonly Lane[];
}

export function Unsettled({ round, own, lanes }: UnsettledProps) {
  return (
    <>
      {own?.state === 'void' ? (
        <EmptyState icon="refund" title={<Trans>This race is void</Trans>}>
          <Trans>
            It could not be drawn within 6 hours. Every stake went back, yours as well, and today's limit
            counts it no more.
          </Trans>
        </EmptyState>
      ) : own ? (
        <EmptyState icon="clock" title={<Trans>This race is not drawn yet</Trans>}>
          <Trans>Its result comes by itself as soon as the chain has the block that decides it.</Trans>
        </EmptyState>
      ) : (
        <EmptyState icon="race" title={<Trans>There is no result of race {round}</Trans>}>
          <Trans>It is not drawn yet, it was void, or nobody had bet in it: then it is not drawn.</Trans>
        </EmptyState>
      )}
      {own && <BetList lanes={lanes} bets={own.bets} />}
    </>
  );
}
