// Withdrawals for tests of the payouts worker: accounts with money, orders like those the API creates, and token balances on the chain.
import { Wallet } from 'ethers';
import { sql } from 'kysely';
import { COINS } from '#server/chain/coins.ts';
import { artifact } from '#server/chain/contracts/artifacts.ts';
import type { Devnet } from '#server/chain/devnet/devnet.ts';
import { type PayoutsDeps, type Payouts, startPayouts } from '#server/chain/payouts/payouts.ts';
import { withdrawEntry } from '#server/chain/payouts/payouts.ledger.ts';
import type { Payout } from '#server/chain/payouts/payouts.repository.ts';
import { hex, read } from '#server/chain/rpc.ts';
import { sender } from '#server/chain/devnet/sender.ts';
import type { Db } from '#server/db/client.ts';
import { RELEASE, fn } from '#server/db/functions.ts';
import { insertPayout, newPayoutId } from '#server/features/assets/withdraw.repository.ts';
import { systemClock } from '#server/jobs/clock.ts';
import { post } from '#server/ledger/post.ts';
import { CHAIN_ID, memoryLog } from '#tests/support/devnet.ts';
import { COIN, makeUsers } from '#tests/support/ledger.ts';

/** One hour: after its first pass a worker runs only when told to. */
const NEVER_MS = 3_600_000;

export const newAddress = (): string => Wallet.createRandom().address;

export const coinsOf = ({ passport }: Devnet) =>
  COINS.map(({ symbol, decimals }) => ({ symbol, decimals, contract: passport.tokens[symbol] ?? null }));

/** Dependencies of a worker on this devnet. Its hot wallet is the treasury. */
export const depsOf = (devnet: Devnet, db: Db): PayoutsDeps => ({
  db,
  rpc: devnet.rpc,
  key: devnet.passport.keys.treasury,
  chainId: CHAIN_ID,
  coins: coinsOf(devnet),
  confirmations: 3,
  clock: systemClock,
  log: memoryLog(),
  changed: () => undefined,
  pollMs: NEVER_MS,
});

/** Starts a worker and waits for its first pass. */
export async function openPayouts(devnet: Devnet, db: Db, more: Partial<PayoutsDeps> = {}): Promise<Payouts> {
  const worker = startPayouts({ ...depsOf(devnet, db), ...more });
  await worker.look().catch(() => undefined);
  return worker;
}

/** Creates an account with a deposit of `amount` of each coin. */
export async function richUser(
  db: Db,
  coins: readonly string[],
  amount = 1_000_000n * COIN,
): Promise<bigint> {
  const [user = 0n] = await makeUsers(db, 1);
  for (const coin of coins)
    await post(db, {
      kind: 'deposit',
      at: systemClock.now(),
      lines: [
        { user, coin, amount },
        { system: 'custody', coin, amount: -amount },
      ],
    });
  return user;
}

export interface Order {
  user: bigint;
  coin?: string;
  amount?: bigint;
  fee?: bigint;
  address?: string;
  /** If false, the payout waits for the operator. */
  approved?: boolean;
  /** A UUID: the trace of the request that orders it. */
  trace?: string;
}

/** Debits the account and stores the payout, as the API call does. */
export function order(db: Db, { user, ...more }: Order): Promise<bigint> {
  const { coin = 'USDT', amount = 10n * COIN, fee = COIN, address = newAddress(), approved = true } = more;
  const { trace = '' } = more;
  return db.transaction().execute(async (tx) => {
    const at = systemClock.now();
    // A release's functions read their own schema's settings.
    await sql`select set_config(${`${RELEASE.schema}.trace`}, ${trace}, true)`.execute(tx);
    const withdrawn = { id: await newPayoutId(tx), user, coin, amount, fee, address };
    const journalId = await post(tx, withdrawEntry(withdrawn, at));
    await insertPayout(tx, {
      ...withdrawn,
      approvedAt: approved ? at : null,
      requestedAt: at,
      journalId,
    });
    return withdrawn.id;
  });
}

export const payoutOf = (db: Db, id: bigint): Promise<Payout> =>
  db.selectFrom('payouts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

export const attemptsOf = (db: Db, id: bigint) =>
  db.selectFrom('payout_attempts').selectAll().where('payout_id', '=', id).orderBy('gas_price').execute();

export const openAlerts = async (db: Db): Promise<string[]> =>
  (
    await db.selectFrom('chain_alerts').selectAll().where('cleared_at', 'is', null).orderBy('id').execute()
  ).map(({ kind, key }) => `${kind} ${key}`);

/** What alerts with this key say, and who cleared them. */
export const alertsOf = (db: Db, key: string) =>
  db
    .selectFrom('chain_alerts')
    .select(['detail', 'cleared_by'])
    .where('key', '=', key)
    .orderBy('id')
    .execute();

/** The ledger entries of a payout, one text each: kind, system account or "user", and amount. */
export async function entriesOf(db: Db, id: bigint): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select j.kind || ' ' || coalesce(a.system, 'user') || ' ' || ${fn('amount_text')}(p.amount) as line
    from ledger_journal j join ledger_postings p on p.journal_id = j.id join ledger_accounts a on a.id = p.account_id
    where j.kind in ('withdraw', 'payout', 'refund') and split_part(j.ref, '/', 1) = ${String(id)} order by j.id, line`.execute(
    db,
  );
  return rows.map(({ line }) => line);
}

/** An address's token balance on the chain, in the token's units. */
export async function held({ rpc, passport }: Devnet, coin: string, address: string): Promise<bigint> {
  const [balance] = await read(rpc, passport.tokens[coin] ?? '', artifact('TestToken'), 'balanceOf', [
    address,
  ]);
  return balance as bigint;
}

/** Mints coins in their own block. */
export async function mint(devnet: Devnet, to: string, coin: string, amount: bigint): Promise<void> {
  const { rpc, passport } = devnet;
  const data = artifact('TestToken').abi.encodeFunctionData('mint', [to, amount]);
  await sender(rpc, new Wallet(passport.keys.owner), CHAIN_ID).send([
    { to: passport.tokens[coin] ?? null, data, gasLimit: 100_000 },
  ]);
  await mine(devnet);
}

export const mine = ({ rpc }: Devnet, blocks = 1): Promise<unknown> => rpc.call('anvil_mine', [hex(blocks)]);

/** Turns automatic mining off; only `mine` creates blocks then. */
export const mineByHand = ({ rpc }: Devnet): Promise<unknown> => rpc.call('evm_setIntervalMining', [0]);
