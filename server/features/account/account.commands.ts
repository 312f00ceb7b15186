/** The operator's commands for one account: show it, freeze it, and sign it out everywhere. */
import { fromUnits } from '#rules/amounts.ts';
import { type Database, type Db, inTransaction } from '#server/db/client.ts';
import type { SecurityLog } from '#server/http/security-log.ts';
import { isOpen } from '#server/http/session.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { balances } from '#server/ledger/read.ts';
import { accountNamed } from '#server/lib/account-named.ts';
import { addressIssue } from '#server/lib/addresses.ts';
import { counted } from '#server/lib/counted.ts';
import { type Command, CommandError, readReason } from '#server/operator/protocol.ts';
import {
  accountFacts,
  deleteSessions,
  findSessions,
  freeze,
  signedIn,
  unfreeze,
} from './account.repository.ts';
import type { Former } from './deletion.repository.ts';
import { deletedAddress } from './deletion.rules.ts';

export interface AccountCommandsDeps {
  readonly database: Pick<Database, 'kysely'>;
  readonly clock: Clock;
  /** Removes everything tied to an account's sessions, in the transaction that ends them. */
  readonly signedOutEverywhere: (db: Db, userId: bigint) => Promise<void>;
  /** The accounts that an address has deleted. */
  readonly formerOf: (db: Db, address: string) => Promise<Former | undefined>;
  /** Ends the event streams of an account's sessions once those have ended. */
  readonly endStreams: (userId: bigint) => void;
  readonly security: Pick<SecurityLog, 'note'>;
  /** Tells an account's open pages that it was frozen or unfrozen. */
  readonly tellAccount: (userId: bigint) => void;
}

export function accountCommands(deps: AccountCommandsDeps): Command[] {
  const { clock } = deps;
  const db = deps.database.kysely;

  async function factsOf(id: bigint): Promise<string[]> {
    const row = await accountFacts(db, id, clock.now());
    const held = [...(await balances(db, id))].filter(([, amount]) => amount > 0n);
    return [
      `account     ${row.address}`,
      `number      ${row.id}`,
      `opened      ${row.created_at.toISOString()}`,
      `invited by  ${row.inviter ?? '-'}`,
      `verified    ${row.kyc}`,
      `miner       ${row.kind ? `${row.kind}, ${row.state}` : '-'}`,
      `frozen      ${row.frozen_at ? `${row.frozen_at.toISOString()} by ${row.frozen_by}: ${row.frozen_reason}` : 'no'}`,
      `sign-ins    ${row.sign_ins}; open sessions: ${row.sessions}`,
      `withdrawals ${row.withdrawals} open`,
      `balances    ${held.map(([coin, amount]) => `${fromUnits(amount)} ${coin}`).join(', ') || 'none'}`,
    ];
  }

  async function signOutEverywhere(id: bigint): Promise<number> {
    const ended = await inTransaction(db, async (tx) => {
      const count = await deleteSessions(tx, id);
      await deps.signedOutEverywhere(tx, id);
      return count;
    });
    deps.endStreams(id);
    deps.security.note('session_ended', { account: id, by: 'operator' });
    return ended;
  }

  return [
    {
      name: 'account show',
      usage: 'account show ADDRESS              an account: verification, miner, freeze, sessions, balances',
      logged: true,
      async run([address = '']) {
        const former = addressIssue(address) ? undefined : await deps.formerOf(db, address);
        const gone = former && [
          `deleted     ${former.deletedAt.toISOString()}, number ${former.last}, stored as ${deletedAddress(former.last)}`,
        ];
        try {
          const { id } = await accountNamed(db, address);
          return { text: [...(await factsOf(id)), ...(gone ?? [])].join('\n') };
        } catch (error) {
          if (!gone) throw error;
          return { text: gone.join('\n') };
        }
      },
    },
    {
      name: 'account freeze',
      usage:
        'account freeze ADDRESS --reason REASON  stops money from leaving an account, and games; the account sees the reason',
      details:
        'Withdrawals, swaps, stakes, purchases and resale of hashrate, miners, starts, bets, guesses and coupons are refused. Withdrawals that are not signed yet wait. The account can still sign in, claim, redeem stakes, set its limits, export its data and delete its documents. Deposits are credited.',
      changes: true,
      async run([address], by, given) {
        const reason = readReason(
          given?.options['reason'],
          'give a reason: --reason "…"; the account sees it',
        );
        const user = await accountNamed(db, address);
        if (!(await freeze(db, user.id, { reason, by, now: clock.now() })))
          throw new CommandError(`account ${user.address} is frozen already`);
        deps.tellAccount(user.id);
        deps.security.note('account_frozen', { account: user.id, by: 'operator' });
        return { text: `account ${user.address} is frozen` };
      },
    },
    {
      name: 'account unfreeze',
      usage: 'account unfreeze ADDRESS          ends a freeze and pays waiting withdrawals',
      changes: true,
      async run([address]) {
        const user = await accountNamed(db, address);
        if (!(await unfreeze(db, user.id))) throw new CommandError(`account ${user.address} is not frozen`);
        deps.tellAccount(user.id);
        deps.security.note('account_unfrozen', { account: user.id, by: 'operator' });
        return { text: `account ${user.address} is no longer frozen` };
      },
    },
    {
      name: 'account sessions',
      usage:
        'account sessions [ADDRESS] [--all] [--end]  where an account is signed in; --end signs it out everywhere, --all --end everybody',
      details:
        '--end also ends devices that stay signed in, queued actions that were not sent, live updates and reminders on all devices. Whoever holds the wallet can sign in again: freeze the account first if that is not its owner.',
      changes: true,
      async run([address], _by, given) {
        const { end, all } = given?.options ?? {};
        if (all !== undefined) {
          if (address !== undefined || end === undefined)
            throw new CommandError('to sign everybody out: account sessions --all --end');
          const ids = await signedIn(db);
          for (const id of ids) await signOutEverywhere(id);
          return { text: `everybody is signed out: ${counted(ids.length, 'account')}` };
        }
        const user = await accountNamed(db, address);
        if (end === undefined) {
          const now = clock.now();
          const open = (await findSessions(db, user.id)).filter((session) => isOpen(session, now));
          const lines = open.map((s) =>
            [s.created_at, s.last_seen_at, s.expires_at].map((at) => at.toISOString()).join('\t'),
          );
          return { text: ['signed in\tlast seen\tends', ...lines].join('\n') };
        }
        const ended = await signOutEverywhere(user.id);
        return { text: `account ${user.address} is signed out; sessions ended: ${ended}` };
      },
    },
  ];
}
