/**
 * `operator fund …`: books coins that the operator has sent to its wallets, or takes out of them, between custody and
 * the funds that pay people. The operator moves the coins on the chain; these commands record it in the ledger.
 */
import { randomUUID } from 'node:crypto';
import { fromUnits } from '#rules/amounts.ts';
import { type Database, type Db, inTransaction } from '#server/db/client.ts';
import { type Command, CommandError } from '#server/operator/protocol.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { FUNDS } from './accounts.ts';
import {
  FUND_NAMES,
  type Fund,
  type Move,
  type Source,
  checkTake,
  moveEntry,
  readMove,
} from './fund.rules.ts';
import { post } from './post.ts';
import { promisedBy, systemBalance, systemBalances } from './read.ts';

export interface FundCommandsDeps {
  readonly database: Database;
  readonly clock: { now(): Date };
  /** The symbols of the listed coins. */
  readonly coins: readonly string[];
  /** What else a fund has promised, beyond what the ledger records; it cannot change until the transaction ends. */
  readonly promised: Readonly<Partial<Record<Fund, (tx: Db, now: Date) => Promise<bigint>>>>;
  /** What the wallets hold of a coin on the chain, or why that is unknown. */
  readonly onChain: (coin: string) => Promise<bigint | string>;
}

/** The commands for funds. Amounts are decimal strings in the coin; each command books one entry of kind `fund`. */
export function fundCommands({ database, clock, coins, promised, onChain }: FundCommandsDeps): Command[] {
  async function carryOut(move: Move): Promise<bigint> {
    const now = clock.now();
    return inTransaction(database.kysely, async (tx) => {
      if (move.direction === 'take') {
        const owed =
          (await promisedBy(tx, move.fund, move.coin)) + ((await promised[move.fund]?.(tx, now)) ?? 0n);
        checkTake(move, await systemBalance(tx, move.fund, move.coin), owed);
      }
      await post(tx, moveEntry(move, randomUUID(), now));
      return systemBalance(tx, move.fund, move.coin);
    }).catch((error: unknown) => {
      if (error instanceof Refusal && error.name === 'fund_exhausted')
        throw new CommandError(`${move.fund} has less ${move.coin} than that`);
      throw error;
    });
  }
  /** Compares the ledger's custody with the chain's, which should hold what was booked. */
  async function beside(coin: string): Promise<string> {
    const [booked, held] = [-(await systemBalance(database.kysely, 'custody', coin)), await onChain(coin)];
    const chain = typeof held === 'string' ? held : `on the chain ${fromUnits(held)}`;
    const short =
      typeof held === 'bigint' && held < booked ? '; LESS THAN BOOKED: send the rest or take it back' : '';
    return `custody: booked ${fromUnits(booked)} ${coin}, ${chain}${short}`;
  }
  const mover = (direction: Move['direction'], source: Source) => async (words: string[]) => {
    const move = readMove(words, { direction, source }, coins);
    const balance = await carryOut(move);
    const head = `${move.fund} has ${fromUnits(balance)} ${move.coin} now`;
    // The ledger issues ADIT, so the amount on the chain says nothing about one entry.
    return { text: move.coin === 'ADIT' ? head : `${head}; ${await beside(move.coin)}` };
  };

  return [
    {
      name: 'fund list',
      usage:
        'fund list                         balances of all system accounts; * marks funds that pay people',
      async run() {
        const rows = await systemBalances(database.kysely);
        const lines = rows.map(({ system, coin, balance }) => {
          const mark = (FUNDS as readonly string[]).includes(system) ? '*' : '';
          return `${system}${mark}\t${coin}\t${fromUnits(balance)}`;
        });
        return { text: lines.length ? lines.join('\n') : 'no system account has been used yet' };
      },
    },
    {
      name: 'fund take',
      usage: 'fund take ACCOUNT COIN AMOUNT REASON…  takes free coins out of a fund and out of custody',
      changes: true,
      run: mover('take', 'custody'),
    },
    {
      name: 'fund issue',
      usage: 'fund issue ACCOUNT ADIT AMOUNT REASON…  issues ADIT into a fund',
      changes: true,
      run: mover('put', 'issuance'),
    },
    {
      name: 'fund',
      usage: `fund ACCOUNT COIN AMOUNT REASON…  books coins sent to the wallets into ${FUND_NAMES.join(', ')}`,
      changes: true,
      run: mover('put', 'custody'),
    },
  ];
}
