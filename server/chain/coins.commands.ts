/**
 * `operator coin …`: a coin's fees, limits and switches, which apply immediately, and its contract, which applies from
 * the next start.
 */
import { toUnits } from '#rules/amounts.ts';
import { decimalsOf } from '#rules/decimals.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { counted } from '#server/lib/counted.ts';
import { type Command, CommandError } from '#server/operator/protocol.ts';
import { deleteTerms, writeTerm } from '#server/config/settings.repository.ts';
import type { Settings } from '#server/config/settings.ts';
import type { Chain } from './chain.ts';
import type { Coin } from './coins.ts';
import { TERMS, type TermName, isTerm, termIssue, withTerms } from './coins.terms.ts';

interface CoinCommandsDeps {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly chain: Pick<Chain, 'coins'>;
}

const onOff = (open: boolean): string => (open ? 'on' : 'off');

/** The listed coin with this symbol. @throws CommandError with a one-line message for any other */
export const readCoin = (coins: readonly Coin[], text: string | undefined): Coin => {
  const found = coins.find(({ symbol }) => symbol === text?.toUpperCase());
  if (!found)
    throw new CommandError(
      `${text ? `${text} is not` : 'give the symbol of'} a listed coin; \`coin list\` shows them`,
    );
  return found;
};

/** The requested terms, checked one by one. */
function readTerms(options: Readonly<Record<string, string>>): [TermName, string][] {
  const terms = Object.entries(options).map(([name, value]): [TermName, string] => {
    if (!isTerm(name)) throw new CommandError(`--${name} is not a term of a coin`);
    const issue = termIssue(name, value);
    if (issue) throw new CommandError(`--${issue}`);
    return [name, value];
  });
  if (terms.length === 0)
    throw new CommandError(
      `give what changes: ${Object.keys(TERMS)
        .map((name) => `--${name}`)
        .join(', ')}`,
    );
  return terms;
}

/** The commands that change a coin's terms. Amounts are decimal strings in the coin. */
export function coinCommands({ settings, clock, chain }: CoinCommandsDeps): Command[] {
  const inForce = () => withTerms(chain.coins, settings.now().coins);

  return [
    {
      name: 'coin list',
      usage:
        'coin list                         coins with contract, fees, limits, switches, and what was changed',
      async run() {
        const { terms } = settings.now().stored;
        const lines = inForce().map((coin) => {
          const changed = terms.filter((one) => one.coin === coin.symbol);
          return [
            coin.symbol,
            coin.contract ?? 'no contract',
            `minimum ${coin.minWithdraw}`,
            `fee ${coin.withdrawFee}`,
            `daily ${coin.dailyWithdraw}`,
            `deposits ${onOff(coin.deposits)}`,
            `withdrawals ${onOff(coin.withdrawals)}`,
            `exchange ${onOff(coin.exchange)}`,
            ...(changed.length > 0
              ? [`changed: ${changed.map(({ name, by }) => `${name} (${by})`).join(', ')}`]
              : []),
          ].join('\t');
        });
        return { text: lines.join('\n') };
      },
    },
    {
      name: 'coin set',
      usage:
        'coin set SYMBOL [--name NAME] [--min-withdraw X] [--withdraw-fee X] [--daily X] [--deposits on|off] [--withdrawals on|off] [--exchange on|off]  changes terms for all servers',
      changes: true,
      async run([symbol], by, given) {
        const coin = readCoin(chain.coins, symbol);
        const terms = readTerms(given?.options ?? {});
        const before = inForce().find((one) => one.symbol === coin.symbol);
        const after = {
          ...before,
          ...Object.fromEntries(terms.map(([name, value]) => [TERMS[name], value])),
        };
        const fee = given?.options['withdraw-fee'];
        if (decimalsOf(fee ?? '') > coin.decimals)
          throw new CommandError(
            `${coin.symbol} has ${counted(coin.decimals, 'decimal')}: its fee can have no more`,
          );
        // Checked only when one of them changes, so a coin can be closed whatever its terms are.
        const amounts = fee ?? given?.options['min-withdraw'];
        if (amounts && toUnits(after.minWithdraw ?? '0') <= toUnits(after.withdrawFee ?? '0'))
          throw new CommandError('the smallest withdrawal has to be more than its fee');
        const at = clock.now();
        await settings.change(async (db) => {
          for (const [name, value] of terms) await writeTerm(db, coin.symbol, name, { value, at, by });
        });
        const daily = settings.now().config.withdrawDailyLimits;
        const beside =
          terms.some(([name]) => name === 'daily') && daily && (daily === 'off' || daily.has(coin.symbol))
            ? '; WITHDRAW_DAILY_LIMITS speaks of this coin and goes before --daily'
            : '';
        const changed = terms.map(([name, value]) => `${name} ${value}`).join(', ');
        return { text: `${coin.symbol}: ${changed}, here now and in every other server within 5 s${beside}` };
      },
    },
    {
      name: 'coin reset',
      usage: 'coin reset SYMBOL [TERM…]         resets terms to the coin list; without TERM all of them',
      details: `TERM is one of ${Object.keys(TERMS).join(', ')}.`,
      changes: true,
      async run([symbol, ...names]) {
        const coin = readCoin(chain.coins, symbol);
        const wrong = names.find((name) => !isTerm(name));
        if (wrong)
          throw new CommandError(`${wrong} is not a term of a coin: ${Object.keys(TERMS).join(', ')}`);
        const which = names.length > 0 ? names : Object.keys(TERMS);
        if ((await settings.change((db) => deleteTerms(db, coin.symbol, which))) === 0)
          throw new CommandError(`no such term of ${coin.symbol} was changed by an operator`);
        return { text: `${coin.symbol} is as the coin list says again: ${which.join(', ')}` };
      },
    },
  ];
}
