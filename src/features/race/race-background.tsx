// Announces on any page the result of a race with own bets: once, and not while the account has paused both games.
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { t } from '@lingui/core/macro';
import { i18n } from '@lingui/core';
import { onTopic } from '#api/events.ts';
import { signedInAtom, tokenAtom } from '#lib/session.ts';
import { onTimeJump, serverNow } from '#lib/time.ts';
import { call } from '#api/client.ts';
import { pausedAt } from '#api/limits.rules.ts';
import { read } from '#lib/store.ts';
import { toast } from '#lib/toast.ts';
import { awaitedAtom, roundSeen, watchedAtom } from './awaited.ts';
import { dueAt, isForgotten, restBetween, verdictOf } from './notices.rules.ts';
import { noticeText } from './race.words.ts';

let asking = false;
let askedAt = 0;

/** A pause silences notices too. */
const isPaused = async (now: number): Promise<boolean> =>
  pausedAt(await call('GET /api/user/limits', {}, { backOff: true }), now) !== null;

async function look(due: readonly number[], now: number): Promise<void> {
  const token = read(tokenAtom);
  const { items } = await call('GET /api/game/record', { limit: '50' }, { backOff: true });
  const ended = items.flatMap((race) => {
    const verdict = due.includes(race.round) ? verdictOf(race) : null;
    return verdict ? [{ race, verdict }] : [];
  });
  for (const round of due) if (isForgotten(round, now)) roundSeen(round);
  if (ended.length === 0) return;
  const silent = await isPaused(now);
  // The session or the page may have changed meanwhile, and a view that shows results itself may have opened.
  if (read(tokenAtom) !== token || read(watchedAtom) > 0) return;
  for (const { race } of ended) roundSeen(race.round);
  const [newest] = ended;
  if (silent || !newest) return;
  const count = ended.length;
  // A toast replaces the previous one, so several results are announced together.
  toast(
    count === 1
      ? noticeText(newest.race, newest.verdict, i18n.locale)
      : t`${count} races with your bets are over. See them in My races.`,
  );
}

/** Sends a request when the time of an awaited race has come; after a lost connection, the next poll retries. */
async function lookForResults(): Promise<void> {
  const now = serverNow();
  const due = dueAt(read(awaitedAtom), now);
  if (asking || due.length === 0 || Math.abs(now - askedAt) < restBetween(due, now)) return;
  asking = true;
  askedAt = now;
  try {
    await look(due, now);
  } catch {
    // Nothing is lost: the records have the result too.
  } finally {
    asking = false;
  }
}

/** The draw's block is a few seconds away; after that, the race's events report more. */
const LOOK_MS = 5000;

export function Background() {
  const signedIn = useAtomValue(signedInAtom);
  const waits = useAtomValue(awaitedAtom).length > 0;
  const watched = useAtomValue(watchedAtom) > 0;
  const looks = signedIn && waits && !watched;
  useEffect(() => {
    if (!looks) return;
    const look = () => void lookForResults();
    look();
    const timer = setInterval(() => document.hidden || look(), LOOK_MS);
    const forget = [onTopic('race', look), onTimeJump(look)];
    return () => {
      clearInterval(timer);
      for (const end of forget) end();
    };
  }, [looks]);
  return null;
}
