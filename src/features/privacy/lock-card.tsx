// The switch of the app lock, on a device that stays signed in.
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { useBusy } from '#lib/busy.ts';
import { canLock, turnLockOff, turnLockOn } from '#lib/lock.ts';
import { deviceAtom, walletAtom } from '#lib/session.ts';
import { toast } from '#lib/toast.ts';
import { Card } from '#ui/card.tsx';
import { Switch } from '#ui/switch.tsx';

/** Undefined until the browser has answered. */
export function useCanLock(): boolean | undefined {
  const [can, setCan] = useState<boolean>();
  useEffect(() => void canLock().then(setCan), []);
  return can;
}

export function LockCard({ can }: { can: boolean | undefined }) {
  const { t: say } = useLingui();
  const device = useAtomValue(deviceAtom);
  const { address } = useAtomValue(walletAtom);
  const stays = device?.address === address;
  const on = stays && device.lock !== undefined;
  const [busy, change] = useBusy(async (wanted: boolean) => {
    const changed = await (wanted ? turnLockOn() : turnLockOff());
    if (!changed) toast(wanted ? t`App lock was not turned on` : t`App lock stays on`, 'error');
  });
  const offered = on || (stays && can !== false);
  return (
    <Card
      title={<Trans>App lock</Trans>}
      aside={
        offered && (
          <span className="-my-2.5">
            <Switch
              checked={on}
              onChange={change}
              label={say`App lock`}
              disabled={busy || (!on && can === undefined)}
            />
          </span>
        )
      }
    >
      <div className="grid gap-2 text-sm text-pretty">
        <p className="m-0">
          <Trans>
            Your fingerprint, face or PIN to open the app, withdraw or swap. It doesn't protect your wallet.
          </Trans>
        </p>
        {!offered && (
          <p className="m-0 text-muted">
            {stays ? (
              <Trans>Not possible in this browser.</Trans>
            ) : (
              <Trans>Choose “Stay signed in” at your next sign-in to use this.</Trans>
            )}
          </p>
        )}
      </div>
    </Card>
  );
}
