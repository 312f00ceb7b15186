/** The operator's commands for withdrawals: list, approve above the threshold, and halt. */
import { DAY_MS, HOUR_MS } from '#rules/days.ts';
import { fromUnits } from '#rules/amounts.ts';
import type { Payouts } from '#server/chain/payouts/payouts.ts';
import { netOf } from '#server/chain/payouts/payouts.ledger.ts';
import {
  type Payout,
  approve,
  dismiss,
  haltedWallets,
  openPayouts,
  payoutOf,
} from '#server/chain/payouts/payouts.repository.ts';
import type { Database } from '#server/db/client.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { traceOf } from '#server/ledger/read.ts';
import { type Command, CommandError, readNumber, readReason } from '#server/operator/protocol.ts';

interface PayoutCommandsDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** Null without a hot wallet. */
  readonly payouts: Payouts | null;
  /** Notifies the open pages of an account. */
  readonly changed: (userId: bigint) => void;
}

/** Number of withdrawals shown at once. */
const LISTED = 100;
const UNITS: readonly [string, number][] = [
  ['d', DAY_MS / 1000],
  ['h', HOUR_MS / 1000],
  ['min', 60],
];

/** How long ago, in one unit. */
function age(since: Date, now: Date): string {
  const seconds = Math.max(0, Math.floor((now.getTime() - since.getTime()) / 1000));
  const [unit, size] = UNITS.find(([, size]) => seconds >= size) ?? ['s', 1];
  return `${Math.floor(seconds / size)} ${unit}`;
}

type OpenPayout = Awaited<ReturnType<typeof openPayouts>>[number];

function stateOf({ state, approved_at: approved, held }: OpenPayout): string {
  if (state !== 'requested') return state;
  if (held) return 'account frozen';
  return approved ? state : 'needs approval';
}

const line = (p: OpenPayout, now: Date): string =>
  [p.id, stateOf(p), age(p.requested_at, now), p.coin, fromUnits(netOf(p)), p.address, p.tx_hash ?? '-'].join(
    '\t',
  );

const readId = (text: string | undefined): bigint =>
  readNumber(text, 'give the number of a withdrawal; `payouts list` shows them');

const readHash = (text: string | undefined): string => {
  if (!text || !/^0x[\da-f]{64}$/i.test(text))
    throw new CommandError('give the hash of the transaction that paid it, 0x and 64 hex digits');
  return text.toLowerCase();
};

const readNonce = (text: string | undefined): bigint | undefined => {
  if (text === undefined) return undefined;
  if (!/^\d{1,18}$/.test(text)) throw new CommandError('a nonce is a whole number');
  return BigInt(text);
};

export function payoutCommands(deps: PayoutCommandsDeps): Command[] {
  const { clock } = deps;
  const db = deps.database.kysely;
  const worker = (): Payouts => {
    if (!deps.payouts) throw new CommandError('HOT_WALLET_KEY is not set: nothing is paid');
    return deps.payouts;
  };
  /** After a change: notifies the pages and the worker. */
  const tell = ({ user_id: user }: Payout) => {
    deps.changed(user);
    deps.payouts?.nudge();
  };

  return [
    {
      name: 'payouts list',
      usage:
        'payouts list                      open withdrawals: state, age, coin, net amount, address, transaction',
      async run() {
        const [rows, halted] = [await openPayouts(db, LISTED + 1), await haltedWallets(db)];
        const now = clock.now();
        const lines = [
          ...halted.map((w) => `halted\t${w.address}\tfor ${age(w.halted_at ?? now, now)}: ${w.halt_reason}`),
          ...rows.slice(0, LISTED).map((row) => line(row, now)),
        ];
        if (rows.length > LISTED) lines.push(`and more; only the first ${LISTED} are shown`);
        return { text: lines.length ? lines.join('\n') : 'nothing is open' };
      },
    },
    {
      name: 'payouts show',
      usage:
        'payouts show ID                   a withdrawal, its entry, the trace in the log, its transactions',
      async run([text]) {
        const id = readId(text);
        const found = await payoutOf(db, id);
        if (!found) throw new CommandError(`withdrawal ${id} is unknown`);
        const { payout, attempts } = found;
        const { journal_id: entry } = payout;
        const lines = [
          `${id}\t${payout.state}\t${payout.coin}\t${fromUnits(netOf(payout))}\t${payout.requested_at.toISOString()}`,
          `entry ${entry}, trace ${(await traceOf(db, entry)) ?? 'unknown'}`,
          ...attempts.map(
            ({ hash, nonce, signed_at: signed, sent_at: sent }) =>
              `${hash}\tnonce ${nonce}\tsigned ${signed.toISOString()}\t${sent ? `sent ${sent.toISOString()}` : 'not sent'}`,
          ),
        ];
        return { text: lines.join('\n') };
      },
    },
    {
      name: 'payouts approve',
      changes: true,
      usage: 'payouts approve ID                approves a withdrawal above the threshold',
      async run([text], by) {
        const id = readId(text);
        const done = await approve(db, id, by, clock.now());
        if (!done) throw new CommandError(`withdrawal ${id} is unknown or does not wait for approval`);
        tell(done);
        return { text: `withdrawal ${id} approved` };
      },
    },
    {
      name: 'payouts reject',
      changes: true,
      usage: 'payouts reject ID REASON…         cancels and refunds a withdrawal that is not signed yet',
      async run([text, ...words], by) {
        const id = readId(text);
        const reason = readReason(words.join(' '), 'give a reason; it is stored with the withdrawal');
        const done = await dismiss(db, id, { reason, by }, clock.now());
        if (!done) throw new CommandError(`withdrawal ${id} is unknown, signed, or has ended already`);
        tell(done);
        return {
          text: `withdrawal ${id} rejected ${done.refunded ? 'and refunded' : 'without a refund: nothing was debited'}`,
        };
      },
    },
    {
      name: 'payouts paid',
      changes: true,
      usage:
        'payouts paid ID HASH              a withdrawal was paid by this transaction, which a restored database does not know',
      async run([text, hash]) {
        const id = readId(text);
        await worker().adopt(id, readHash(hash));
        return { text: `withdrawal ${id} follows its transaction` };
      },
    },
    {
      name: 'payouts halt',
      changes: true,
      usage: 'payouts halt [REASON…]            stops signing and sending until `payouts resume`',
      async run(words, by) {
        const given = words.join(' ').trim();
        const reason = given && readReason(given, 'give a reason');
        const done = await worker().halt(reason ? `${reason} (${by})` : `halted by ${by}`);
        if (!done) throw new CommandError('payouts are already halted');
        return { text: 'payouts are halted; what was sent before may still get into a block' };
      },
    },
    {
      name: 'payouts resume',
      changes: true,
      usage:
        'payouts resume [NONCE]            resumes payouts; NONCE accepts that others used the key up to it',
      async run([text], by) {
        const freed = await worker().resume(by, readNonce(text));
        const also = freed.length ? `; to be approved or rejected again: ${freed.join(', ')}` : '';
        return { text: `payouts resumed${also}` };
      },
    },
  ];
}
