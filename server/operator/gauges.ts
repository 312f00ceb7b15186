/**
 * What the operator can watch in /metrics besides what features contribute: chain, prices, alerts, audits and the
 * ledger's own accounts.
 */
import { fromUnits } from '#rules/amounts.ts';
import { countAlertsByKind } from '#server/chain/alerts.ts';
import type { Chain } from '#server/chain/chain.ts';
import type { Db } from '#server/db/client.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { systemBalances } from '#server/ledger/read.ts';
import type { Reading } from '#server/lib/metrics.ts';
import { KIND, auditTimes } from './books.ts';

interface GaugeDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly chain: Pick<Chain, 'status' | 'headTime' | 'feeds'>;
}

/** A reading reads every shard of every system account. */
const BALANCES_MS = 15_000;

const known = (value: number | null) => (value === null ? [] : [[value] as const]);
const seconds = (from: Date | null, to: Date) =>
  known(from && Math.max(0, to.getTime() - from.getTime()) / 1000);

export function operatorGauges({ db, clock, chain }: GaugeDeps): Reading[] {
  const status = () => chain.status();
  return [
    {
      name: 'adit_chain_ok',
      help: '1 while the node answers, its chain advances and this server keeps up',
      read: () => [[status().ok ? 1 : 0]],
    },
    { name: 'adit_chain_head', help: 'The newest block', read: () => known(status().head) },
    { name: 'adit_chain_finalized', help: 'The newest final block', read: () => known(status().finalized) },
    { name: 'adit_chain_lag_blocks', help: 'Final blocks not read yet', read: () => known(status().lag) },
    {
      name: 'adit_chain_head_age_seconds',
      help: 'Time since the newest block',
      read: () => seconds(chain.headTime(), clock.now()),
    },
    {
      name: 'adit_price_age_seconds',
      help: 'Time since the feed of a coin last set its price',
      labels: ['coin'],
      read: () =>
        chain.feeds
          .list()
          .flatMap(({ coin, taken }) =>
            seconds(taken?.at ?? null, clock.now()).map(([age]) => [age, { coin }] as const),
          ),
    },
    {
      name: 'adit_price_usable',
      help: '1 while the feed of a coin gives a price that may be used',
      labels: ['coin'],
      read: () => chain.feeds.list().map(({ coin, state }) => [state === 'good' ? 1 : 0, { coin }] as const),
    },
    {
      name: 'adit_alerts_open',
      help: 'Open alerts by kind (`operator chain alerts`)',
      labels: ['kind'],
      read: async () =>
        (await countAlertsByKind(db)).map(({ kind, count }) => [Number(count), { kind }] as const),
    },
    {
      name: 'adit_audit_findings',
      help: 'What the audits of the books found and nobody has cleared',
      async read() {
        const found = (await countAlertsByKind(db)).find(({ kind }) => kind === KIND);
        return [[Number(found?.count ?? 0n)]];
      },
    },
    {
      name: 'adit_audit_age_seconds',
      help: 'Time since the latest audit of new entries (`hourly`) and of everything (`complete`) began',
      labels: ['audit'],
      read: async () =>
        Object.entries(await auditTimes(db)).flatMap(([audit, at]) =>
          seconds(at, clock.wall()).map(([age]) => [age, { audit }] as const),
        ),
    },
    {
      name: 'adit_ledger_balance',
      help: 'Balance of a system account of the ledger, in coins (server/ledger/accounts.ts)',
      labels: ['account', 'coin'],
      everyMs: BALANCES_MS,
      read: async () =>
        (await systemBalances(db)).map(
          ({ system, coin, balance }) => [Number(fromUnits(balance)), { account: system, coin }] as const,
        ),
    },
  ];
}
