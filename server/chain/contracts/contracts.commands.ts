/**
 * `operator coin contract`: the token contract of a coin. The watcher and payouts depend on it, so a change applies
 * from the next start, and the contract of a coin with payouts in progress cannot change.
 */
import { sameAddress } from '#rules/addresses.ts';
import type { Db } from '#server/db/client.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { addressIssue } from '#server/lib/addresses.ts';
import { counted } from '#server/lib/counted.ts';
import { type Command, CommandError } from '#server/operator/protocol.ts';
import { writeTerm } from '#server/config/settings.repository.ts';
import type { Settings } from '#server/config/settings.ts';
import type { Chain } from '#server/chain/chain.ts';
import { readCoin } from '#server/chain/coins.commands.ts';
import { askToken } from '#server/chain/coins.probe.ts';
import { CONTRACT } from '#server/chain/coins.terms.ts';
import { countOpenOf } from '#server/chain/payouts/payouts.repository.ts';

interface ContractCommandsDeps {
  readonly settings: Settings;
  readonly db: Db;
  readonly clock: Clock;
  readonly chain: Pick<Chain, 'coins' | 'rpc' | 'isDevnet'>;
}

/** The command that sets a token's contract. It checks the address on the chain before accepting it. */
export function contractCommands({ settings, db, clock, chain }: ContractCommandsDeps): Command[] {
  return [
    {
      name: 'coin contract',
      usage:
        'coin contract SYMBOL ADDRESS      sets the token of a coin, from the next start of every server on',
      changes: true,
      async run([symbol, address = ''], by) {
        if (chain.isDevnet)
          throw new CommandError("the devnet's contracts are its own and cannot be changed");
        const coin = readCoin(chain.coins, symbol);
        const issue = addressIssue(address);
        if (issue) throw new CommandError(`give the address of the token: ${issue}`);
        const same = (other: string | null | undefined) => sameAddress(address, other);
        // Contracts that take effect at the next start count too: a token shared by two coins would be credited to
        // both.
        const named = settings.now().coins;
        const taken = chain.coins.find(
          (one) =>
            same(one.contract) ||
            (one.symbol !== coin.symbol && same(named.get(one.symbol)?.contract?.address)),
        );
        if (taken) throw new CommandError(`that is the contract of ${taken.symbol} already`);
        if (coin.contract !== null) {
          const terms = settings.now().coins.get(coin.symbol)?.terms;
          const shut = terms?.withdrawals === false && terms.deposits === false;
          const open = await countOpenOf(db, coin.symbol);
          if (!shut || open > 0)
            throw new CommandError(
              `${coin.symbol} has a contract: first \`coin set ${coin.symbol} --withdrawals off --deposits off\` and let its open withdrawals end (${open})`,
            );
        }
        const token = await askToken(chain.rpc, address);
        const { contract, decimals, earlier = [] } = coin;
        // Servers credit a token as soon as it is named, even if another one is named before the next start.
        const next = named.get(coin.symbol)?.contract;
        const before = [
          ...(next?.earlier ?? earlier),
          ...(contract === null ? [] : [{ address: contract, decimals }]),
          ...(next ? [{ address: next.address, decimals: next.decimals }] : []),
        ].filter((token) => !same(token.address));
        const value = JSON.stringify({
          address,
          decimals: token.decimals,
          earlier: [...new Map(before.map((token) => [token.address.toLowerCase(), token])).values()],
        });
        await settings.change((tx) => writeTerm(tx, coin.symbol, CONTRACT, { value, at: clock.now(), by }));
        return {
          text: `${coin.symbol} is ${token.symbol} at ${address} with ${counted(token.decimals, 'decimal')} from the next start on: restart every server`,
        };
      },
    },
  ];
}
