// A round's human-readable name.
import { Trans, useLingui } from '@lingui/react/macro';
import { roundOf } from '#draws/rounds.ts';
import { dateText } from '#lib/time.ts';

export function RoundName({ id }: { id: string }) {
  const { i18n } = useLingui();
  const round = roundOf(id);
  if (round.game === 'race') return <Trans>Race {String(round.round)}</Trans>;
  const date = dateText(`${round.round}T00:00:00Z`, i18n.locale, { dateStyle: 'medium', timeZone: 'UTC' });
  return <Trans>Web3 Guess, {date}</Trans>;
}
