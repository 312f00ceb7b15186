// Why the server placed no bet, and what to do instead.
import { t } from '@lingui/core/macro';
import { ApiError, errorText } from '#api/errors.ts';
import { fromUnits, isAmountText, toUnits } from '#rules/amounts.ts';
import { timeWithin } from '#lib/time.ts';
import { adit, tooLittleText } from '#ui/figure.ts';
import { raceTime } from './race.words.ts';

interface About {
  balance: string;
  /** The race of the bet. */
  round: number;
}

interface Refusal {
  text: string;
  /** A link to the user's own limits helps. */
  limits: boolean;
}

type Details = Readonly<Record<string, unknown>>;
const detailsOf = (error: ApiError): Details => (error.data ?? {}) as Details;
const textOf = (data: Details, name: string): string | undefined => {
  const value = data[name];
  return typeof value === 'string' ? value : undefined;
};
const amountOf = (data: Details, name: string): string | undefined => {
  const value = textOf(data, name);
  return value !== undefined && isAmountText(value) ? value : undefined;
};

export function pausedText(pausedUntil: string, language: string): string {
  const until = timeWithin(pausedUntil, language);
  return t`You paused both games until ${until}. A pause can't be ended early.`;
}

/** The account's own choice: a pause, or its daily limit. */
function ownText(data: Details, message: string, language: string): string {
  const until = textOf(data, 'pausedUntil');
  if (data['reason'] === 'paused' && until !== undefined) return pausedText(until, language);
  const limit = amountOf(data, 'dailyBetLimit');
  const spent = amountOf(data, 'spentToday');
  if (limit === undefined || spent === undefined) return message;
  const left = toUnits(limit) - toUnits(spent);
  const rest = adit(fromUnits(left > 0n ? left : 0n), language);
  const most = adit(limit, language);
  const gone = adit(spent, language);
  return t`Your daily limit is ${most}, and you bet ${gone} today: ${rest} left. Nothing was placed.`;
}

export function refusalOf(error: unknown, about: About, language: string): Refusal {
  const plain = (text: string): Refusal => ({ text, limits: false });
  if (!(error instanceof ApiError)) return plain(errorText(error));
  const data = detailsOf(error);
  const time = raceTime(about.round, language);
  if (error.transport) return plain(t`We can't tell if your bet arrived. Bet again: it counts only once.`);
  switch (error.name) {
    case 'betting_closed':
      return plain(
        t`Betting on the ${time} race has closed. Nothing was placed, and your bet is kept for the next race.`,
      );
    case 'insufficient_balance':
      return plain(tooLittleText(adit(amountOf(data, 'balance') ?? about.balance, language)));
    case 'play_paused':
      return { text: ownText(data, error.message, language), limits: true };
    case 'exposure_limit':
      return plain(
        t`The race bank can't cover a win this large. Nothing was placed. Bet less, or on lanes with smaller bets.`,
      );
    default:
      return plain(error.message);
  }
}
