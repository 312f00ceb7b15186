/** Withdrawals in /metrics: what is open, whether payouts are running, and what the hot wallet still holds. */
import { fromUnits } from '#rules/amounts.ts';
import type { Chain } from '#server/chain/chain.ts';
import { readCustody } from '#server/chain/custody.ts';
import { gasMoney } from '#server/chain/payouts/payouts.chain.ts';
import { countOpenByState } from '#server/chain/payouts/payouts.repository.ts';
import type { Db } from '#server/db/client.ts';
import type { Reading } from '#server/lib/metrics.ts';

/** Costs one call to the node per coin. */
const WALLET_MS = 60_000;

export const payoutGauges = (
  db: Db,
  { rpc, coins, payouts }: Pick<Chain, 'rpc' | 'coins' | 'payouts'>,
): Reading[] => [
  {
    name: 'adit_payouts_open',
    help: 'Withdrawals that have not ended, by state; `unapproved` ones wait for an operator',
    labels: ['state'],
    read: async () => (await countOpenByState(db)).map(({ state, n }) => [n, { state }] as const),
  },
  {
    name: 'adit_payouts_halted',
    help: '1 while payouts are halted',
    read: () => [[payouts && !payouts.status().ok ? 1 : 0]],
  },
  {
    name: 'adit_hot_wallet_balance',
    help: 'What the hot wallet holds of a coin, in coins',
    labels: ['coin'],
    everyMs: WALLET_MS,
    async read() {
      const held = payouts ? await readCustody(rpc, coins, [payouts.address]) : [];
      return [...held].map(([coin, units]) => [Number(fromUnits(units)), { coin }] as const);
    },
  },
  {
    name: 'adit_hot_wallet_gas',
    help: 'What the hot wallet has for gas, in BNB',
    everyMs: WALLET_MS,
    read: async () => (payouts ? [[Number(fromUnits(await gasMoney(rpc, payouts.address)))]] : []),
  },
];
