// Whether a cycle can still be claimed, as far as the outbox token can find out.
import type { Output } from '#contract';
import { outboxTokenFor } from '#api/outbox.ts';
import { request } from '#api/request.ts';
import { setBadge } from '#lib/badge.ts';
import { dropReminder, isClaimResult, type Standing, standingOf } from '#lib/reminded.ts';
import { notesOf } from './notes.ts';

/** A reminder must not be delayed, and a worker is given little time. */
const MINER_TIMEOUT_MS = 4000;

/** The miner of the account that the token belongs to; undefined when the request fails. */
async function askMiner(token: string): Promise<Output<'GET /api/mining/index'> | undefined> {
  const reply = await request('GET /api/mining/index', {}, { token, timeoutMs: MINER_TIMEOUT_MS });
  if (typeof reply === 'string' || reply.code !== 0) return undefined;
  return reply.data as Output<'GET /api/mining/index'>;
}

/** Removes notifications that ask to claim this cycle; the outcome of a claim stays. */
export async function closeReminders(endsAt: number): Promise<void> {
  for (const shown of await notesOf(endsAt)) if (!isClaimResult(shown)) shown.close();
}

/** The state of a cycle of this account (address in lower case). A reminder of a cycle that is over is removed. */
export async function askStanding(address: string | undefined, endsAt: number): Promise<Standing> {
  const token = address === undefined ? undefined : await outboxTokenFor(address);
  if (address === undefined || token === undefined) return 'unknown';
  const standing = standingOf(await askMiner(token), endsAt);
  if (standing === 'claimable') await setBadge('claim', 1);
  if (standing !== 'over') return standing;
  await Promise.all([dropReminder(address, endsAt), setBadge('claim', 0)]);
  await closeReminders(endsAt);
  return standing;
}
