// The odds of the games that are enabled here, in a sentence.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { countText, openText } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { LOTTERY_ODDS } from '#rules/lottery.ts';
import { edgeOf } from '#rules/race.ts';
import { cachedLong } from '#api/queries.ts';

export function Odds() {
  const { i18n } = useLingui();
  const { data } = useQuery(cachedLong('GET /api/index'));
  const { race = true, lottery = true } = data?.features ?? {};
  const bet = `100 ${BRAND.symbol}`;
  const back = openText(edgeOf().back, i18n.locale);
  const odds = countText(LOTTERY_ODDS, i18n.locale);
  return (
    <p className="m-0 text-sm text-pretty">
      <Trans>Only play with what you can lose.</Trans>{' '}
      {race && (
        <Trans>
          Race: of {bet} bet, {back} come back on average.
        </Trans>
      )}{' '}
      {lottery && <Trans>Web3 Guess: a guess wins 1 time in {odds}.</Trans>}
    </p>
  );
}
