// The account's own guesses of the open round, and what it has paid for them.
import { Trans, useLingui } from '@lingui/react/macro';
import { useFigure } from '#ui/figure.ts';
import { Card, Fact, Facts } from '#ui/card.tsx';
import { GuessList } from './guess-list.tsx';
import type { Lottery } from './lottery.rules.ts';

export function MyGuesses({ data }: { data: Lottery }) {
  const { t } = useLingui();
  const figure = useFigure();
  const [made, most] = [data.myGuesses.length, data.maxGuesses];
  return (
    <Card title={t`Your guesses of this round`}>
      {made === 0 ? (
        <p className="m-0 text-sm text-pretty text-muted">
          <Trans>None yet. The first one is free.</Trans>
        </p>
      ) : (
        <GuessList guesses={data.myGuesses} label={t`Your guesses of this round`} />
      )}
      <div className="mt-3">
        <Facts>
          <Fact label={<Trans>Made</Trans>}>
            <Trans>
              {made} of {most}
            </Trans>
          </Fact>
          <Fact label={<Trans>Participation amount</Trans>}>{figure(data.participationAmount)}</Fact>
        </Facts>
      </div>
    </Card>
  );
}
