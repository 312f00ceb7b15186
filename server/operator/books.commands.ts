/** `operator ledger check`: proves every entry of the journal against its cause. */
import { NodeUnreachable } from '#server/chain/rpc.ts';
import type { Db } from '#server/db/client.ts';
import { missingHeads } from '#server/ledger/blocks.ts';
import { auditBooks, auditChain } from '#server/ledger/books.ts';
import type { Proof } from '#server/ledger/proof.ts';
import { counted } from '#server/lib/counted.ts';
import { type Command, CommandError } from './protocol.ts';

/** A published head of the journal: `ENTRY:0xHASH`. */
function readHead(text: string) {
  const [, to, hash] = /^(\d{1,18}):0x([0-9a-f]{64})$/i.exec(text) ?? [];
  if (to === undefined || hash === undefined)
    throw new CommandError('give published heads as ENTRY:0xHASH, for example 4711:0x1f…');
  return { to: BigInt(to), hash: Buffer.from(hash, 'hex') };
}

export const booksCommands = (db: Db, proofs: () => readonly Proof[]): Command[] => [
  {
    name: 'ledger check',
    usage:
      'ledger check [ENTRY:0xHASH…]      checks every ledger entry against its cause, and what guards the ledger',
    details: `Compares entries with cycles, orders, rounds, coupons, deposits, payouts and the operator's log, these with the chain, balances with
postings, counters with recounts, the journal with its chain of hashes, and tables and functions with this release. It changes nothing, and
servers keep running. One line per finding; the exit code is 1 if there are any. With heads published earlier, it also says which
of them the journal does not lead to.`,
    async run(words) {
      const heads = words.map(readHead);
      const found = await auditBooks(db, proofs());
      for (const { to } of await missingHeads(db, heads))
        found.push(`the published head at entry ${to} is not in the journal's chain of hashes`);
      let unread = '';
      try {
        found.push(...(await auditChain(db, proofs(), null)));
      } catch (error) {
        if (!(error instanceof NodeUnreachable)) throw error;
        unread = '; the chain could not be asked';
      }
      if (found.length > 0)
        throw new CommandError([...found, `${counted(found.length, 'finding')}${unread}`].join('\n'));
      return { text: `0 findings${unread}` };
    },
  },
];
