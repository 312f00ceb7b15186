// Planted bugs: each replaces an exact text of the product, in memory. The simulation must find every one of them.
import fs from 'node:fs';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Edit {
  /** In the repository. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

interface Mutant {
  readonly name: string;
  /** What is wrong with it. */
  readonly why: string;
  readonly edits: readonly Edit[];
}

const one = (name: string, why: string, file: string, from: string, to: string): Mutant => ({
  ...{ name, why },
  edits: [{ file, from, to }],
});

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'no-idempotency',
    why: 'a key that was used before is not looked up',
    edits: [
      {
        file: 'server/http/calls.sql',
        from: 'from idempotency i where i.scope',
        to: 'from idempotency i where false and i.scope',
      },
      {
        file: 'server/http/calls.sql',
        from: 'not adit.refusals_full(coalesce(p_accounts[n], 0), c.at) end;',
        to: 'not adit.refusals_full(coalesce(p_accounts[n], 0), c.at) end on conflict do nothing;',
      },
    ],
  },
  one(
    'reply-later',
    'the reply is stored in another transaction than the effect',
    'server/http/idempotency.ts',
    `    return await inTransaction(db, async (tx) => {
      const { caller, standing } = await begin(tx, once);
      return standing ?? (await end(tx, once, caller, 'ok', await work(tx, caller)));
    });`,
    `    const done = await inTransaction(db, async (tx) => {
      const { caller, standing } = await begin(tx, once);
      return { caller, standing, data: standing ? '' : await work(tx, caller) };
    });
    return done.standing ?? (await end(db, once, done.caller, 'ok', done.data));`,
  ),
  one(
    'claim-not-stored',
    'the reply to a claim is not stored',
    'server/features/mining/mining.sql',
    "where v_outcomes[o] <> 'busy')",
    'where false)',
  ),
  one(
    'early-claim',
    'a claim does not look whether the cycle has ended',
    'server/features/mining/mining.sql',
    "(m.state <> 'running' or p_now < m.cycle_ends_at) then 'mining_incomplete'",
    "m.state <> 'running' then 'mining_incomplete'",
  ),
  one(
    'early-unstake',
    'an order is redeemed before its 24 hours are over',
    'server/features/staking/staking.sql',
    'elsif p_now < o.staked_at + p_hold then',
    'elsif false then',
  ),
  one(
    'credit-at-head',
    'deposits are credited as soon as they are in a block',
    'server/chain/watcher.rules.ts',
    'Math.min(finalized, head - confirmations + 1);',
    'head;',
  ),
  one(
    'cursor-first',
    'the cursor moves in another transaction than the deposits are credited in',
    'server/chain/watcher.ts',
    `    const tell = await inTransaction(db, async (tx) => {
      if (!(await moveCursor(tx, WATCHER, cursor, last))) return null;
      return apply ? apply(tx) : () => undefined;
    });`,
    `    const moved = await inTransaction(db, (tx) => moveCursor(tx, WATCHER, cursor, last));
    const tell = moved ? (apply ? await inTransaction(db, apply) : () => undefined) : null;`,
  ),
  one(
    'sent-before-stored',
    'a payout is sent before it is stored',
    'server/chain/payouts/payouts.steps.ts',
    '  const flight = await storeSigned(db, {',
    '  await send(desk.rpc, signed.raw);\n  const flight = await storeSigned(db, {',
  ),
  one(
    'booked-before-final',
    'a payout is booked as paid in a block that may leave the chain',
    'server/chain/payouts/payouts.chain.ts',
    'const old = mined.filter(({ receipt }) => receipt.blockNumber <= ready);',
    'const old = mined;',
  ),
  one(
    'refund-of-paid',
    'a payout is refunded because its receipt is not read',
    'server/chain/payouts/payouts.steps.ts',
    "const paid = hasPaid(receipt, Transaction.from(mined?.raw ?? '').to ?? '', flight.wallet);",
    'const paid = mined === undefined;',
  ),
  one(
    'refund-of-sent',
    'a payout that was sent and has no block yet is refunded',
    'server/chain/payouts/payouts.steps.ts',
    'if (!isOverdue(attempt.signed_at, at, desk.replaceAfterMs)) return;',
    `if (!isOverdue(attempt.signed_at, at, desk.replaceAfterMs)) return;
  await finish(db, head.id, { txHash: attempt.hash, failure: 'too late' }, clock.now());
  return;`,
  ),
  one(
    'job-before-work',
    'a job leaves the queue in another transaction than its work is done in',
    'server/jobs/runner.ts',
    `      const done = await inTransaction(database.kysely, async (db) => {
        const now = clock.now();
        const job = await take(db, now);`,
    `      const now = clock.now();
      const job = await inTransaction(database.kysely, (tx) => take(tx, now));
      const done = await inTransaction(database.kysely, async (db) => {`,
  ),
  one(
    'settled-twice',
    'a race round forgets whom its first batch has paid',
    'server/features/race/settle.sql',
    'champion = r.champion, settled_user = v_last,',
    'champion = r.champion, settled_user = case when r.batches = 1 then 0 else v_last end,',
  ),
  {
    name: 'nonce-without-lock',
    why: 'nonces are read before payouts are chosen, and nobody looks whether another process has taken them',
    edits: [
      {
        file: 'server/chain/payouts/payouts.steps.ts',
        from: 'const waiting: Payout[] = [...survey.waiting];',
        to: 'const waiting: Payout[] = [...survey.waiting];\n  Object.assign(desk, { early: await nextNonce(desk) });',
      },
      {
        file: 'server/chain/payouts/payouts.steps.ts',
        from: 'const nonce = await nextNonce(desk);',
        to: 'const nonce = desk.early === null ? null : desk.early++;',
      },
      {
        file: 'server/chain/payouts/payouts.repository.ts',
        from: 'if (!wallet || wallet.halted_at || wallet.next_nonce !== s.nonce) return null;',
        to: 'if (!wallet || wallet.halted_at) return null;',
      },
      {
        file: 'server/db/schema/0001_baseline.sql',
        from: 'or nonce is not null),\n  unique (wallet, nonce)\n',
        to: 'or nonce is not null)\n',
      },
    ],
  },
  {
    name: 'signed-again',
    why: 'a payout that was signed and not sent before a crash is signed with another nonce',
    edits: [
      {
        file: 'server/chain/payouts/payouts.repository.ts',
        from: "where state = 'requested' and approved_at is not null and coin",
        to: "where state in ('requested', 'signed') and approved_at is not null and coin",
      },
      {
        file: 'server/chain/payouts/payouts.repository.ts',
        from: ".where('state', '=', 'requested')\n      .where('approved_at', 'is not', null)\n      .where(notFrozen)",
        to: ".where('state', 'in', ['requested', 'signed'])\n      .where('approved_at', 'is not', null)\n      .where(notFrozen)",
      },
    ],
  },
  {
    name: 'log-left-out',
    why: 'a deposit whose log the node leaves out is never looked for',
    edits: [
      {
        file: 'server/chain/deposits/deposits.chain.ts',
        from: '...(await announced(reader, range, known)),',
        to: '',
      },
      {
        file: 'server/chain/watcher.ts',
        from: 'if (scan && spot && begun && reread !== undefined)',
        to: 'if (scan && spot && begun && reread === 0)',
      },
    ],
  },
  {
    name: 'draw-at-head',
    why: 'a draw uses a block that is not final',
    edits: [
      {
        file: 'server/chain/draws/draw-block.ts',
        from: "const newest = await readBlock(rpc, 'finalized');",
        to: "const newest = await readBlock(rpc, 'latest');",
      },
      {
        file: 'server/chain/draws/draw-block.ts',
        from: "const [final, again] = await readBlocks(rpc, ['finalized', block.number]);",
        to: "const [final, again] = await readBlocks(rpc, ['latest', block.number]);",
      },
    ],
  },
  {
    name: 'outbox-lost',
    why: 'a withdrawal is debited in one transaction and ordered in another',
    edits: [
      {
        file: 'server/features/assets/withdraw.usecases.ts',
        from: 'await insertPayout(tx, { ...withdrawn, approvedAt, requestedAt: now, journalId });',
        to: 'Object.assign(intent, { order: (db) => insertPayout(db, { ...withdrawn, approvedAt, requestedAt: now, journalId }) });',
      },
      {
        file: 'server/features/assets/feature.ts',
        from: 'await withdraw(db, withdrawing, user, { ...asked, consent }, now);',
        to: 'await withdraw(db, withdrawing, user, Object.assign(asked, { consent }), now);',
      },
      {
        file: 'server/features/assets/feature.ts',
        from: 'after(() => chain.payouts?.nudge());',
        to: 'after(() => void asked.order(database.kysely).catch(() => undefined));',
      },
    ],
  },
];

const ROOT = resolve(import.meta.dirname, '../..');

/** @throws Error if a text is not in its file, or more than once */
function edited(text: string, { file, from, to }: Edit): string {
  if (text.split(from).length !== 2) throw new Error(`${file} does not contain exactly once: ${from}`);
  return text.replace(from, () => to);
}

/** The changed files by path. @throws Error if the product has changed so that the mutant no longer means anything */
export function textsOf({ edits }: Mutant): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const edit of edits) {
    const path = join(ROOT, edit.file);
    texts.set(path, edited(texts.get(path) ?? fs.readFileSync(path, 'utf8'), edit));
  }
  return texts;
}

/** Plants a bug into everything loaded from now on. */
export function plant(name: string): void {
  const mutant = MUTANTS.find((other) => other.name === name);
  if (!mutant) throw new Error(`the mutants are ${MUTANTS.map((other) => other.name).join(', ')}`);
  const texts = textsOf(mutant);
  const read = fs.readFileSync;
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      const text = url.startsWith('file:') ? texts.get(fileURLToPath(url)) : undefined;
      return text === undefined ? loaded : { ...loaded, source: text };
    },
  });
  fs.readFileSync = ((path: string, ...rest: [never]) =>
    texts.get(path) ?? read(path, ...rest)) as typeof read;
  syncBuiltinESMExports();
}
