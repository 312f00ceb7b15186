// The demo wallet's settings: which account is in use, and disconnecting, as a real wallet would offer them outside the
// page.
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { shortAddress } from '#lib/amounts.ts';
import type { PopupProps } from '#lib/popups.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icon.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { demoWallet } from './demo-announce.ts';
import { ACCOUNTS } from './demo-provider.ts';
import { demoStore } from './demo-state.ts';

export function Popup({ open, onClose }: PopupProps<'demoWallet'>) {
  const { t } = useLingui();
  const [, redraw] = useState(0);
  // Read on every render: pages and other tabs change it too.
  const state = demoStore.read();
  const [busy, setBusy] = useState(false);
  const act = async (run: (wallet: Awaited<ReturnType<typeof demoWallet>>) => unknown) => {
    if (busy) return;
    setBusy(true);
    try {
      await run(await demoWallet());
    } catch {
      toast(t`Couldn't load the demo wallet. Check your connection.`, 'error');
    }
    redraw((count) => count + 1);
    setBusy(false);
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t`Demo wallet`}
      description={t`Play money on a test network, in this browser only. Never send real coins here.`}
      actions={
        state.connected ? (
          <Button look="secondary" wide busy={busy} onClick={() => void act((wallet) => wallet.revoke())}>
            <Trans>Disconnect this page</Trans>
          </Button>
        ) : undefined
      }
    >
      <ul className="m-0 grid list-none gap-2.5 p-0" aria-label={t`Accounts`}>
        {Array.from({ length: ACCOUNTS }, (_, index) => index).map((index) => {
          const used = state.selected === index;
          const number = index + 1;
          const address = state.accounts[index]?.address;
          return (
            <li key={number}>
              <button
                type="button"
                aria-pressed={used}
                onClick={() => void act((wallet) => wallet.selectAccount(index))}
                className={cx(
                  'flex min-h-16 w-full items-center gap-3 rounded-control border px-4 py-2.5 text-left active:bg-wash',
                  used ? 'border-malachite bg-malachite-wash' : 'border-line hover:bg-wash',
                )}
              >
                <span className="grow">
                  <span className="block font-semibold">{t`Account ${number}`}</span>
                  <span className="figures block text-xs text-muted">
                    {address ? shortAddress(address) : t`Created on first use`}
                  </span>
                </span>
                {used && <Icon name="check" size={22} className="text-malachite" label={t`In use`} />}
              </button>
            </li>
          );
        })}
      </ul>
    </Sheet>
  );
}
