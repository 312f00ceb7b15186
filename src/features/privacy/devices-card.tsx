// The devices that stay signed in: each can be signed out from here, as can all others together, or all including
// this one.
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { askToSignOut, signedOutEverywhere } from '#actions/sign-out.ts';
import { useAct } from '#api/act.ts';
import { useAway } from '#api/away.ts';
import type { Dated } from '#api/queries.ts';
import type { Input, Output } from '#contract';
import { useBusy } from '#lib/busy.ts';
import { openPopup } from '#lib/popups.ts';
import { timeWithin } from '#lib/time.ts';
import { toast } from '#lib/toast.ts';
import { AsOf } from '#ui/as-of.tsx';
import { Button } from '#ui/button.tsx';
import { Card, Tag } from '#ui/card.tsx';
import { Absent } from '#ui/failed-view.tsx';
import { Drawing } from '#ui/icon.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { EmptyState } from '#ui/views.tsx';
import { isPhone } from './devices.rules.ts';

type Devices = Dated<Output<'GET /api/user/devices'>>;
type Device = Devices['items'][number];
type Ending = { what: 'one'; device: Device } | { what: 'others' } | { what: 'all' };

const PHONE =
  'M8.500 3.500h7A1.500 1.500 0 0 1 17 5v14a1.500 1.500 0 0 1-1.500 1.500h-7A1.500 1.500 0 0 1 7 19V5a1.500 1.500 0 0 1 1.500-1.500zM11 17.500h2';
const COMPUTER =
  'M5.500 5h13A1.500 1.500 0 0 1 20 6.500V15H4V6.500A1.500 1.500 0 0 1 5.500 5zM2.500 18.500h19';

const DeviceIcon = ({ name }: { name: string }) => (
  <Drawing path={isPhone(name) ? PHONE : COMPUTER} className="size-6 text-muted" />
);

interface RowProps {
  device: Device;
  away: boolean;
  onEnd: () => void;
}

function Row({ device: { name, scope, createdAt, lastUsedAt, current }, away, onEnd }: RowProps) {
  const { t, i18n } = useLingui();
  return (
    <li className="grid grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-1 py-2.5 text-sm">
      <DeviceIcon name={name} />
      <p className="m-0 flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="text-base font-semibold wrap-anywhere">{name}</span>
        {current && (
          <Tag tone="good">
            <Trans>This device</Trans>
          </Tag>
        )}
      </p>
      {current ? (
        <OwnSignOut away={away} />
      ) : (
        <Button look="secondary" size="sm" disabled={away} aria-label={t`Sign out ${name}`} onClick={onEnd}>
          <Trans>Sign out</Trans>
        </Button>
      )}
      <div className="col-span-2 col-start-2">
        {scope === 'claim' && (
          <p className="m-0">
            <Trans>View and claim only</Trans>
          </p>
        )}
        <p className="m-0 text-sm text-pretty text-muted">
          <Trans>Since {timeWithin(createdAt, i18n.locale)}</Trans>
          <span className="block">
            <Trans>last used {timeWithin(lastUsedAt, i18n.locale)}</Trans>
          </span>
        </p>
      </div>
    </li>
  );
}

/** The usual way to sign out; it works without a network too, but the list could not show it. */
function OwnSignOut({ away }: { away: boolean }) {
  const [busy, leave] = useBusy(askToSignOut);
  return (
    <Button look="secondary" size="sm" busy={busy} disabled={away} onClick={leave}>
      <Trans>Sign out</Trans>
    </Button>
  );
}

const inputOf = (ending: Ending): Input<'POST /api/user/devices/end'> =>
  ending.what === 'one' ? { id: ending.device.id } : { which: ending.what };

function done(ending: Ending): void {
  if (ending.what === 'all') return signedOutEverywhere();
  const name = ending.what === 'one' ? ending.device.name : '';
  toast(name ? t`${name} is signed out` : t`Other devices signed out`, 'success');
}

interface ConfirmProps {
  open: boolean;
  ending: Ending;
  away: boolean;
  onClose: () => void;
}

function Title({ ending }: { ending: Ending }) {
  if (ending.what === 'all') return <Trans>Sign out everywhere?</Trans>;
  if (ending.what === 'others') return <Trans>Sign out all other devices?</Trans>;
  const { name } = ending.device;
  return t`Sign out ${name}?`;
}

function Confirm({ open, ending, away, onClose }: ConfirmProps) {
  const end = useAct('POST /api/user/devices/end', {
    onDone: () => {
      onClose();
      done(ending);
    },
  });
  return (
    <Sheet
      open={open}
      onClose={onClose}
      kind="dialog"
      title={<Title ending={ending} />}
      actions={
        <>
          <Button look="ghost" wide disabled={end.busy} onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            look="danger"
            wide
            busy={end.busy}
            disabled={away}
            onClick={() => void end.run(inputOf(ending))}
          >
            {ending.what === 'all' ? <Trans>Sign out everywhere</Trans> : <Trans>Sign out</Trans>}
          </Button>
        </>
      }
    >
      <p className="m-0 text-base text-pretty">
        {ending.what === 'one' && <Trans>That device will have to sign in again.</Trans>}
        {ending.what === 'others' && <Trans>Only this device stays signed in.</Trans>}
        {ending.what === 'all' && <Trans>This device too. You'll sign in again with your wallet.</Trans>}
      </p>
    </Sheet>
  );
}

interface DevicesCardProps {
  devices: UseQueryResult<Devices>;
  /** How many sessions the account has, including this one. */
  sessions: number;
}

export function DevicesCard({ devices, sessions }: DevicesCardProps) {
  const away = useAway(devices);
  const [ending, setEnding] = useState<Ending>({ what: 'others' });
  const [open, setOpen] = useState(false);
  if (!devices.data) return <Absent of={devices} lines={11} />;
  const { items, asOf } = devices.data;
  const elsewhere = sessions > 1 || items.some(({ current }) => !current);
  const confirm = (next: Ending) => {
    setEnding(next);
    setOpen(true);
  };
  return (
    <Card title={<Trans>Devices</Trans>}>
      <div className="grid gap-3">
        {away && (
          <AsOf asOf={asOf}>
            <Trans>Managing devices needs a connection.</Trans>
          </AsOf>
        )}
        {items.length === 0 ? (
          <EmptyState icon="check" title={<Trans>No devices yet</Trans>}>
            <Trans>Choose “Stay signed in” when you connect, or add a device.</Trans>
          </EmptyState>
        ) : (
          <>
            <p className="m-0 text-sm text-pretty text-muted">
              <Trans>Signed in for 30 days after last use.</Trans>
            </p>
            <ul className="m-0 list-none divide-y divide-line p-0">
              {items.map((device) => (
                <Row
                  key={device.id}
                  device={device}
                  away={away}
                  onEnd={() => confirm({ what: 'one', device })}
                />
              ))}
            </ul>
          </>
        )}
        <Button wide look="secondary" icon="plus" disabled={away} onClick={() => openPopup('addDevice', {})}>
          <Trans>Add a device</Trans>
        </Button>
        {elsewhere && (
          <div className="grid gap-2">
            <Button wide look="secondary" disabled={away} onClick={() => confirm({ what: 'others' })}>
              <Trans>Sign out all other devices</Trans>
            </Button>
            <Button wide look="danger" disabled={away} onClick={() => confirm({ what: 'all' })}>
              <Trans>Sign out everywhere</Trans>
            </Button>
          </div>
        )}
      </div>
      <Confirm open={open} ending={ending} away={away} onClose={() => setOpen(false)} />
    </Card>
  );
}
