/**
 * The operator's commands for deposits from addresses that cannot sign in, such as contracts and exchanges: list and
 * assign them.
 */
import { fromUnits } from '#rules/amounts.ts';
import { assignDeposit, keyOf, unclaimedDeposits } from '#server/chain/deposits/deposits.repository.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { accountNamed } from '#server/lib/account-named.ts';
import { type Command, CommandError, readReason } from '#server/operator/protocol.ts';

interface DepositCommandsDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** Notifies the open pages of an account. */
  readonly changed: (userId: bigint) => void;
}

/** Number of deposits shown at once. */
const LISTED = 100;
/** Reads `0x…/ordinal`, as `deposits list` shows it. */
function readKey(text = ''): { txHash: string; ordinal: number } {
  const [, txHash = '', ordinal = ''] = /^(0x[0-9a-f]{64})\/(\d{1,9})$/.exec(text) ?? [];
  if (!txHash) throw new CommandError('name a deposit as `deposits list` shows it, 0x…/0');
  return { txHash, ordinal: Number(ordinal) };
}

export function depositCommands({ database, clock, changed }: DepositCommandsDeps): Command[] {
  return [
    {
      name: 'deposits list',
      usage:
        'deposits list                     deposits from addresses that nobody has signed in with, oldest first',
      async run() {
        const rows = await unclaimedDeposits(database.kysely, LISTED + 1);
        const lines = rows
          .slice(0, LISTED)
          .map(
            (row) =>
              `${keyOf(row)}\t${row.at.toISOString()}\t${fromUnits(row.amount)} ${row.coin}\t${row.from}`,
          );
        if (rows.length > LISTED) lines.push(`and more; only the first ${LISTED} are shown`);
        return { text: lines.length ? lines.join('\n') : 'every deposit has an owner' };
      },
    },
    {
      name: 'deposits assign',
      usage:
        'deposits assign DEPOSIT ADDRESS --reason PROOF  credits a deposit to an account that did not send it',
      details:
        'For coins sent from a contract or an exchange, which cannot sign in. First have the owner prove it, for example with a second transfer of an agreed amount from there. The proof is stored. This cannot be undone.',
      changes: true,
      async run([key, address], by, given) {
        const deposit = readKey(key);
        const reason = readReason(
          given?.options['reason'],
          'say how the owner proved it: --reason "…"; it is stored',
        );
        const user = await accountNamed(database.kysely, address);
        const assigned = `${by}: ${reason}`;
        const row = await inTransaction(database.kysely, (tx) =>
          assignDeposit(tx, deposit, user.id, assigned, clock.now()),
        );
        if (!row)
          throw new CommandError(
            `deposit ${keyOf(deposit)} is unknown or has an owner already, or the account has been deleted`,
          );
        changed(user.id);
        return { text: `${fromUnits(row.amount)} ${row.coin} credited to account ${user.address}` };
      },
    },
  ];
}
