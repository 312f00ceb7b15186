/** Accounts' calls for the functions that carry out many together, without a server. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { CallName } from '#contract';
import type { Db } from '#server/db/client.ts';
import type { Outcome } from '#server/http/batches.ts';
import type { Once } from '#server/http/idempotency.ts';
import { refuse } from '#server/lib/refusal.ts';

const DAY_MS = 86_400_000;

interface NewSession {
  readonly token?: Buffer;
  readonly outbox?: Buffer;
  /** How long the tokens live. */
  readonly days?: number;
  readonly outboxDays?: number;
}

/** An account's session, by its token's hash. */
export async function sessionOf(
  db: Db,
  user: bigint,
  now: Date,
  { token = randomBytes(32), outbox = randomBytes(32), days = 1, outboxDays = days }: NewSession = {},
): Promise<Buffer> {
  const after = (count: number) => new Date(now.getTime() + count * DAY_MS);
  await db
    .insertInto('sessions')
    .values({
      ...{ token_hash: token, outbox_hash: outbox, user_id: user, created_at: now },
      ...{ last_seen_at: now, expires_at: after(days), outbox_expires_at: after(outboxDays) },
    })
    .execute();
  return token;
}

export const onceOf = (
  name: CallName,
  token: Uint8Array,
  now: Date,
  { key = randomUUID(), text = name }: { key?: string; text?: string } = {},
): Once => ({ name, token, outbox: true, key, text, now });

/** What a call wrote: its output. @throws Refusal */
export function writtenBy(outcome: Outcome | undefined): unknown {
  if (!outcome || outcome.code === 'later' || outcome.code === 'busy')
    throw new Error('a call was not answered');
  if (outcome.code === 'ok') return JSON.parse(outcome.reply);
  return refuse(outcome.code, (JSON.parse(outcome.reply) as object | null) ?? undefined);
}

/** The answers to calls, each as its code and data; a replay is marked as one. */
export const told = (outcomes: readonly Outcome[]): [string, unknown][] =>
  outcomes.map(({ code, reply, replay }) => [
    `${code}${replay ? ' again' : ''}`,
    JSON.parse(reply) as unknown,
  ]);

/** The codes of calls that are carried out together; those that meet a lock are then carried out alone. */
export async function carriedOut<T>(
  calls: readonly T[],
  carryOut: (calls: readonly T[], wait: boolean) => Promise<readonly Outcome[]>,
): Promise<string[]> {
  const first = await carryOut(calls, false);
  const busy = calls.filter((_, n) => first[n]?.code === 'busy');
  const alone = await Promise.all(busy.map((one) => carryOut([one], true)));
  return [...first.filter(({ code }) => code !== 'busy'), ...alone.flat()].map(({ code }) => code);
}
