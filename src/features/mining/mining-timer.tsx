// Runs the mining timer behind every page once a token exists: learns the cycle from the miner's answer and checks each second.
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { fromUnits } from '#rules/amounts.ts';
import { offerReminders } from '#lib/notify.ts';
import { signedInAtom } from '#lib/session.ts';
import { serverNow } from '#lib/time.ts';
import { configQuery, minerQuery } from './mining.queries.ts';
import { cycleOf } from './mining.rules.ts';
import { check, forget, learn, watchClosing } from './timer-watch.ts';
import { CHECK_MS, isFirstStart } from './timer.ts';
import { useReminder } from './use-reminder.ts';

function Running() {
  const { data: miner } = useQuery(minerQuery());
  const { data: config } = useQuery(configQuery());
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
