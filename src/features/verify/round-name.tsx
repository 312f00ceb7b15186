// A round's human-readable name.
import { Trans, useLingui } from '@lingui/react/macro';
import { roundOf } from '#draws/rounds.ts';
import { dayText } from '#lib/day.ts';

export function RoundName({ id }: { id: string }) {
  const { i18n } = useLingui();
  const round = roundOf(id);
  if (round.game === 'race') return <Trans>Race {String(round.round)}</Trans>;
  const date = dayText(round.round, i18n.locale);
  return <Trans>Web3 Guess, {date}</Trans>;
}
