// Reminders: the switch with its actual state, quiet hours, a test, and a calendar file, which works everywhere.
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtom, useAtomValue } from 'jotai';
import { useId, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { t } from '@lingui/core/macro';
import { pushAtom, quietHoursAtom, reminderStateAtom, setNotify } from '#lib/notify.ts';
import type { PopupProps } from '#lib/popups.ts';
import { Sheet } from '#ui/sheet.tsx';
import { Switch } from '#ui/switch.tsx';
import { Field } from '#ui/field.tsx';
import { cached } from '#api/queries.ts';
import { BRAND } from '#lib/brand.ts';
import { useBusy } from '#lib/busy.ts';
import { download } from '#lib/save-file.ts';
import { signedInAtom, tokenAtom } from '#lib/session.ts';
import { serverNow, timeWithin } from '#lib/time.ts';
import { Button } from '#ui/button.tsx';
import { useNow } from '#ui/now.ts';
import { tellError } from '#api/act.ts';
import { call } from '#api/client.ts';
import { isRefusal } from '#api/errors.ts';
import { read } from '#lib/store.ts';
import { Remedy, StateText } from './state-text.tsx';
import { calendarFile } from './calendar.rules.ts';
import { tellAgain } from './keep-in-step.ts';
import { workerRegistration } from './subscription.ts';

/** 'sent' by the server, 'shown' by the device, or 'failed' if neither worked. */
type TestResult = 'sent' | 'shown' | 'failed';

async function showHere(): Promise<TestResult> {
  const registration = await workerRegistration();
  const shown = registration?.showNotification(t`Test notification`, {
    body: t`Reminders work on this device.`,
    tag: 'test',
    icon: '/icon-192.png',
    badge: '/icon-mono-192.png',
    data: { url: '/#/pages/mining/index' },
  });
  if (!shown) return 'failed';
  return shown.then(
    () => 'shown',
    () => 'failed',
  );
}

const isReached = (): boolean => read(pushAtom) === 'active' && read(tokenAtom) !== null;

/** If the server does not know this device, reports it again. */
async function sendByServer(): Promise<void> {
  try {
    await call('POST /api/push/test');
  } catch (error) {
    if (!isRefusal(error, 'not_found')) throw error;
    await tellAgain();
    if (!isReached()) throw error;
    await call('POST /api/push/test');
  }
}

/** @throws ApiError `too_many_requests` if there was a test a moment ago */
async function sendTest(): Promise<TestResult> {
  if (!isReached()) return showHere();
  try {
    await sendByServer();
    return 'sent';
  } catch (error) {
    if (isRefusal(error, 'too_many_requests')) throw error;
    return showHere();
  }
}

/** A test notification, sent the same way as a reminder, and what to do when none appears. */
function TestPart() {
  const [result, setResult] = useState<TestResult>();
  const [busy, send] = useBusy(() => {
    setResult(undefined);
    return sendTest().then(setResult, tellError);
  });
  return (
    <section>
      <Button wide look="secondary" icon="bell" busy={busy} onClick={send}>
        <Trans>Send a test</Trans>
      </Button>
      <p role="status" className="m-0 mt-2 text-sm text-pretty text-muted empty:hidden">
        {result === 'sent' && <Trans>Sent. It takes a few seconds.</Trans>}
        {result === 'shown' && <Trans>Shown by this device.</Trans>}
        {result === 'failed' && <Trans>Couldn't show it. Reload this page and try again.</Trans>}{' '}
        {result && result !== 'failed' && (
          <Trans>Nothing yet? Check Do Not Disturb and this browser's notification settings.</Trans>
        )}
      </p>
    </section>
  );
}

const save = (text: string): void =>
  download(new Blob([text], { type: 'text/calendar' }), `${BRAND.name.toLowerCase()}-miner.ics`);

const MINUTE_MS = 60_000;

/** When the current cycle ends, in milliseconds on the server's clock; null if none is running. */
function useEnd(): number | null {
  const signedIn = useAtomValue(signedInAtom);
  const { data } = useQuery({ ...cached('GET /api/mining/index'), enabled: signedIn });
  const now = useNow(MINUTE_MS);
  const endsAt = Date.parse(data?.nextMiningTime ?? '');
  return endsAt > now ? endsAt : null;
}

/** `alone`: nothing else can remind on this device. */
function CalendarPart({ alone }: { alone: boolean }) {
  const { t, i18n } = useLingui();
  const id = useId();
  const endsAt = useEnd();
  const when = endsAt === null ? '' : timeWithin(endsAt, i18n.locale);
  const take = (end: number) =>
    save(
      calendarFile({
        uid: `miner-${end}@${location.hostname}`,
        madeAt: serverNow(),
        startsAt: end,
        language: i18n.locale,
        summary: t`Your miner has finished`,
        description: t`Claim in ${BRAND.name}. No rush: waiting loses nothing.`,
        url: new URL('/#/pages/mining/index', location.href).href,
      }),
    );
  return (
    <section aria-labelledby={id} className="border-t border-line pt-4">
      <h3 id={id} className="m-0 text-base font-semibold">
        <Trans>In your calendar</Trans>
      </h3>
      <p className="m-0 mt-1 mb-3 text-sm text-pretty text-muted">
        {endsAt === null ? (
          <Trans>Start your miner to add its end to your calendar.</Trans>
        ) : (
          <Trans>Add an alarm for {when} to your calendar.</Trans>
        )}
      </p>
      {endsAt !== null && (
        <Button wide look={alone ? 'primary' : 'secondary'} icon="download" onClick={() => take(endsAt)}>
          <Trans>Save to calendar</Trans>
        </Button>
      )}
    </section>
  );
}

const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

interface TimeFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** A time being typed may be incomplete; if it is left incomplete, the previous one is restored. */
function TimeField({ label, value, onChange }: TimeFieldProps) {
  const [typed, setTyped] = useState(value);
  const type = (text: string) => {
    setTyped(text);
    if (isTime(text)) onChange(text);
  };
  return (
    <Field
      type="time"
      label={label}
      value={typed}
      onChange={type}
      onBlur={() => setTyped(value)}
      className="min-w-0 grow"
    />
  );
}

/** Quiet hours: two times of day between which this device shows nothing. */
function QuietPart() {
  const { t } = useLingui();
  const id = useId();
  const [hours, setHours] = useAtom(quietHoursAtom);
  const { on, from, to } = hours;
  return (
    <section aria-labelledby={id}>
      <div className="flex items-center gap-3">
        <h3 id={id} className="m-0 grow text-base font-semibold">
          <Trans>Quiet hours</Trans>
        </h3>
        <Switch
          checked={on}
          onChange={(wanted) => setHours({ ...hours, on: wanted })}
          label={t`Quiet hours`}
        />
      </div>
      <p className="m-0 text-sm text-pretty text-muted">
        <Trans>Reminders wait until they end.</Trans>
      </p>
      {on && (
        <div className="mt-3 flex gap-3">
          <TimeField label={t`From`} value={from} onChange={(time) => setHours({ ...hours, from: time })} />
          <TimeField label={t`Until`} value={to} onChange={(time) => setHours({ ...hours, to: time })} />
        </div>
      )}
      {on && from === to && (
        <p role="status" className="m-0 mt-2 text-sm text-muted">
          <Trans>Same start and end: no quiet hours.</Trans>
        </p>
      )}
    </section>
  );
}

export function Popup({ open, onClose }: PopupProps<'reminders'>) {
  const state = useAtomValue(reminderStateAtom);
  const on = state === 'on' || state === 'open' || state === 'finding';
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={<Trans>Reminders</Trans>}
      description={<Trans>Get one reminder when your miner is done.</Trans>}
    >
      <div className="grid gap-5">
        <SwitchRow on={on} possible={on || state === 'off'} />
        <Remedy state={state} />
        {on && <QuietPart />}
        {on && <TestPart />}
        <CalendarPart alone={!on && state !== 'off'} />
      </div>
    </Sheet>
  );
}

function SwitchRow({ on, possible }: { on: boolean; possible: boolean }) {
  const { t } = useLingui();
  const state = useAtomValue(reminderStateAtom);
  const [asking, setAsking] = useState(false);
  const change = async (wanted: boolean) => {
    setAsking(wanted);
    await setNotify(wanted).finally(() => setAsking(false));
  };
  return (
    <div className="flex items-start gap-3">
      <p role="status" className="m-0 min-w-0 grow py-3 text-base leading-snug text-pretty">
        <StateText state={asking && !on ? 'asking' : state} />
      </p>
      <Switch
        checked={on}
        disabled={!possible}
        onChange={(wanted) => void change(wanted)}
        label={t`Reminders on this device`}
      />
    </div>
  );
}
