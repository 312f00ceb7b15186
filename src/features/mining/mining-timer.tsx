// Runs the mining timer behind every page once there is a token: learns the cycle from the miner's answer and checks
// every second.
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { useLingui } from '@lingui/react/macro';
import { cached, cachedLong } from '#api/queries.ts';
import { fromUnits } from '#rules/amounts.ts';
import { notifyAtom, offerReminders, quietAtom } from '#lib/notify.ts';
import { onSessionEnd, signedInAtom, walletAtom } from '#lib/session.ts';
import { onTimeJump, serverNow } from '#lib/time.ts';
import { amountText } from '#lib/amounts.ts';
import { setBadge } from '#lib/badge.ts';
import { BRAND } from '#lib/brand.ts';
import { areAmountsHidden } from '#lib/hide-amounts.ts';
import { currentLanguage } from '#lib/locale.ts';
import { dropReminder, isClaimResult, keepReminder, reminderTag } from '#lib/reminded.ts';
import { read } from '#lib/store.ts';
import { cycleOf } from './mining.rules.ts';
import { check, forget, learn, watchClosing } from './timer-watch.ts';
import { CHECK_MS, isFirstStart } from './timer.ts';

/** Closes notifications about cycles that `isOver` selects. */
async function closeNotifications(isOver: (shown: Notification) => boolean): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const shown of (await registration?.getNotifications()) ?? [])
    if (shown.tag.startsWith(reminderTag('')) && isOver(shown)) shown.close();
}

/** Closes reminders of all cycles except one; what came of a claim stays until its user has seen it. */
const closeReminders = (except: number | undefined): Promise<void> =>
  closeNotifications((shown) => shown.tag !== reminderTag(except ?? '') && !isClaimResult(shown));

/** Once a session has ended, its address is no longer known. */
let owner = read(walletAtom).address;

onSessionEnd(() => {
  void dropReminder(owner);
  void setBadge('claim', 0);
  void closeNotifications(() => true).catch(() => undefined);
});

/** Server clock minus device clock, in milliseconds; updated when the server's clock jumps. */
function useOffset(): number {
  const [offset, setOffset] = useState(() => serverNow() - Date.now());
  useEffect(() => onTimeJump(() => setOffset(serverNow() - Date.now())), []);
  return offset;
}

/** The app icon's badge shows that a finished cycle can be claimed. */
function useBadge(known: boolean, endsAt: number | undefined, offset: number) {
  useEffect(() => {
    if (!known) return undefined;
    const waits = () => endsAt !== undefined && serverNow() >= endsAt;
    void setBadge('claim', waits() ? 1 : 0);
    void closeReminders(endsAt).catch(() => undefined);
    if (endsAt === undefined || waits()) return undefined;
    const timer = setInterval(() => {
      if (!waits()) return;
      clearInterval(timer);
      void setBadge('claim', 1);
    }, CHECK_MS);
    return () => clearInterval(timer);
  }, [known, endsAt, offset]);
}

/**
 * `known`: the miner has been fetched. `endsAt` (milliseconds on the server's clock) and `earning` (ADIT) belong to its
 * cycle.
 */
function useReminder(known: boolean, endsAt: number | undefined, earning: string | undefined): void {
  const { t, i18n } = useLingui();
  const { address } = useAtomValue(walletAtom);
  const on = useAtomValue(notifyAtom);
  const quiet = useAtomValue(quietAtom);
  const offset = useOffset();
  const amount = amountText(earning ?? '0', i18n.locale);
  const hidesAmounts = areAmountsHidden();
  const { symbol } = BRAND;
  const title = t`Your miner has finished`;
  const body = t`${amount} ${symbol} ready to claim. Waiting loses nothing.`;
  useBadge(known, endsAt, offset);
  useEffect(() => {
    if (!known || address === '') return;
    owner = address;
    if (!on || endsAt === undefined) void dropReminder(address);
    else {
      const owned = { address: address.toLowerCase(), endsAt, quiet, offset };
      void keepReminder({ ...owned, title, body, lang: currentLanguage(), hidesAmounts });
    }
  }, [known, address, on, endsAt, title, body, hidesAmounts, quiet, offset]);
}

function Running() {
  const { data: miner } = useQuery(cached('GET /api/mining/index'));
  const { data: config } = useQuery(cachedLong('GET /api/mining/config'));
  const cycle = miner && config ? cycleOf(miner, config) : null;
  const known = miner !== undefined && config !== undefined;
  const endsAt = cycle?.endsAt;
  const earning = cycle ? fromUnits(cycle.output) : undefined;
  useEffect(() => {
    if (known) learn(endsAt === undefined || earning === undefined ? null : { endsAt, earning });
  }, [known, endsAt, earning]);
  useReminder(known, endsAt, earning);
  useEffect(() => {
    if (miner && isFirstStart(miner, serverNow())) offerReminders();
  }, [miner]);
  useEffect(() => {
    const stop = watchClosing();
    const look = () => void check();
    const timer = setInterval(look, CHECK_MS);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, []);
  return null;
}

export function Background() {
  const signedIn = useAtomValue(signedInAtom);
  useEffect(() => {
    if (!signedIn) forget();
  }, [signedIn]);
  return signedIn ? <Running /> : null;
}
