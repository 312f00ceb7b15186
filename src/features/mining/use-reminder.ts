// What this device keeps for the end of the cycle: the words that the worker will show, and the number on the app's icon. A claim
// and the end of the session take all of it away, notifications included.
import { useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { amountText } from '#lib/amounts.ts';
import { setBadge } from '#lib/badge.ts';
import { BRAND } from '#lib/brand.ts';
import { notifyAtom, quietAtom } from '#lib/notify.ts';
import { dropReminder, keepReminder, reminderTag } from '#lib/reminded.ts';
import { onSessionEnd, walletAtom } from '#lib/session.ts';
import { read } from '#lib/store.ts';
import { onTimeJump, serverNow } from '#lib/time.ts';
import { CHECK_MS } from './timer.ts';

/** Closes reminders of all cycles but one. */
async function closeNotifications(except?: number): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const shown of (await registration?.getNotifications()) ?? [])
    if (shown.tag.startsWith(reminderTag('')) && shown.tag !== reminderTag(except ?? '')) shown.close();
}

/** When a session has ended its address is no longer known. */
let owner = read(walletAtom).address;

onSessionEnd(() => {
  void dropReminder(owner);
  void setBadge('claim', 0);
  void closeNotifications().catch(() => undefined);
});

/** Server's clock minus this device's, in milliseconds; anew when the server's has moved. */
function useOffset(): number {
  const [offset, setOffset] = useState(() => serverNow() - Date.now());
  useEffect(() => onTimeJump(() => setOffset(serverNow() - Date.now())), []);
  return offset;
}

/** A finished cycle waits to be claimed: the icon says so. */
function useBadge(known: boolean, endsAt: number | undefined, offset: number) {
  useEffect(() => {
    if (!known) return undefined;
    const waits = () => endsAt !== undefined && serverNow() >= endsAt;
    void setBadge('claim', waits() ? 1 : 0);
    void closeNotifications(endsAt).catch(() => undefined);
    if (endsAt === undefined || waits()) return undefined;
    const timer = setInterval(() => {
      if (!waits()) return;
      clearInterval(timer);
      void setBadge('claim', 1);
    }, CHECK_MS);
    return () => clearInterval(timer);
  }, [known, endsAt, offset]);
}

/** `known`: the miner has been asked about. `endsAt` (milliseconds on the server's clock) and `earning` (ADIT) are of its cycle. */
export function useReminder(known: boolean, endsAt: number | undefined, earning: string | undefined): void {
  const { t, i18n } = useLingui();
  const { address } = useAtomValue(walletAtom);
  const on = useAtomValue(notifyAtom);
  const quiet = useAtomValue(quietAtom);
  const offset = useOffset();
  const amount = amountText(earning ?? '0', i18n.locale);
  const { symbol } = BRAND;
  const title = t`Your miner has finished`;
  const body = t`${amount} ${symbol} can be claimed. Claiming later loses nothing.`;
  useBadge(known, endsAt, offset);
  useEffect(() => {
    if (!known || address === '') return;
    owner = address;
    if (!on || endsAt === undefined) void dropReminder(address);
    else void keepReminder({ address: address.toLowerCase(), endsAt, title, body, quiet, offset });
  }, [known, address, on, endsAt, title, body, quiet, offset]);
}
