/** The operator's hand on the funds, with what the features have promised out of them. */
import { readCustody } from './chain/custody.ts';
import type { Chain } from './chain/chain.ts';
import type { Database } from './db/client.ts';
import { owedByBank } from './features/race/race.repository.ts';
import { sharePromises } from './features/staking/staking.repository.ts';
import type { Clock } from './jobs/clock.ts';
import { fundCommands } from './ledger/fund.commands.ts';
import type { Command } from './operator/protocol.ts';

interface FundDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly chain: Pick<Chain, 'rpc' | 'coins' | 'treasury' | 'payouts'>;
}

export function composeFund({ database, clock, chain }: FundDeps): Command[] {
  const wallets = [chain.treasury, chain.payouts?.address].filter((one) => typeof one === 'string');
  return fundCommands({
    database,
    clock,
    coins: chain.coins.map(({ symbol }) => symbol),
    promised: { race_bank: owedByBank, staking_rewards: sharePromises },
    async onChain(coin) {
      const asked = chain.coins.filter(({ symbol }) => symbol === coin);
      const held = await readCustody(chain.rpc, asked, wallets).catch(() => undefined);
      return held?.get(coin) ?? null;
    },
  });
}
