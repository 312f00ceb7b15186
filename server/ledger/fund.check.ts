/** Proofs of what operators moved: each entry lies within a logged command that says the same. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/client.ts';
import { CommandError } from '#server/operator/protocol.ts';
import { type Move, moveEntry, readMove } from './fund.rules.ts';
import { LIMIT, type Proof } from './proof.ts';

/** The commands and what each does. */
const COMMANDS: Readonly<Record<string, Pick<Move, 'direction' | 'source'>>> = {
  fund: { direction: 'put', source: 'custody' },
  'fund take': { direction: 'take', source: 'custody' },
  'fund issue': { direction: 'put', source: 'issuance' },
};

/**
 * The assumed duration of a command with no end in the log, because its server ended first. A command that failed may
 * have booked something before it did.
 */
export const UNKNOWN_END = sql.raw(`interval '10 minutes'`);

interface Row {
  entry: bigint;
  ref: string | null;
  at: Date;
  lines: string;
}

/** The lines of an entry as one text. */
const linesText = (lines: readonly { system: string; coin: string; amount: bigint }[]): string =>
  lines
    .map(({ system, coin, amount }) => `${system} ${coin} ${amount}`)
    .toSorted()
    .join(', ');

/** Fund entries that no command has booked. */
async function fundDifferences(
  tx: Db,
  entries: RawBuilder<Row>,
  coins: readonly string[],
): Promise<string[]> {
  const { rows } = await entries.execute(tx);
  const { rows: log } = await sql<{ at: Date; ended: Date; command: string; args: string }>`
    select c.at, coalesce(o.at, c.at + ${UNKNOWN_END}) as ended, c.command, c.args from operator_commands c left join operator_outcomes o on o.command_id = c.id
    where c.command = any(${Object.keys(COMMANDS)}::text[]) and o.outcome is distinct from 'refused' order by c.id`.execute(
    tx,
  );
  const orders = log.flatMap(({ at, ended, command, args }) => {
    const kind = COMMANDS[command];
    try {
      const move = kind && readMove(JSON.parse(args) as string[], kind, coins);
      if (!move) return [];
      const lines = moveEntry(move, '', at).lines.flatMap(({ system, coin, amount }) =>
        system ? [{ system, coin, amount }] : [],
      );
      return [{ at, ended, lines: linesText(lines), reason: move.reason, done: false }];
    } catch (error) {
      if (error instanceof CommandError) return [];
      throw error;
    }
  });
  return rows
    .flatMap(({ entry, ref, at, lines }) => {
      const order = orders.find(
        (one) =>
          !one.done &&
          one.lines === lines &&
          ref?.slice(ref.indexOf(' ') + 1) === one.reason &&
          one.at <= at &&
          at <= one.ended,
      );
      if (order) order.done = true;
      return order
        ? []
        : [
            `entry ${entry} (fund, ${ref ?? 'no reference'}): no command in the operator's log booked it: ${lines}`,
          ];
    })
    .slice(0, LIMIT);
}

/** Proves that operators moved the money of funds; part of complete audits only. */
export const fundProof = (coins: readonly string[]): Proof => ({
  kinds: ['fund'],
  check: (tx) =>
    fundDifferences(
      tx,
      sql<Row>`
        select j.id as entry, j.ref, j.at,
          string_agg(coalesce(a.system, 'account ' || a.user_id) || ' ' || p.coin || ' ' || p.amount, ', '
            order by coalesce(a.system, 'account ' || a.user_id) || ' ' || p.coin || ' ' || p.amount) as lines
        from ledger_journal j join ledger_postings p on p.journal_id = j.id join ledger_accounts a on a.id = p.account_id
        where j.kind = 'fund' group by j.id order by j.id`,
      coins,
    ),
});
