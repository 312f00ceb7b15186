// The end of the running cycle as a file for the calendar: reminds without this page, and where no notification can.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useId } from 'react';
import { cached } from '#api/queries.ts';
import { BRAND } from '#lib/brand.ts';
import { signedInAtom } from '#lib/session.ts';
import { serverNow, timeWithin } from '#lib/time.ts';
import { Button } from '#ui/button.tsx';
import { useNow } from '#ui/now.ts';
import { calendarFile } from './calendar.rules.ts';

function save(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/calendar' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${BRAND.name.toLowerCase()}-miner.ics`;
  link.click();
  // The browser reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

const MINUTE_MS = 60_000;

/** When the cycle that runs now ends, in milliseconds on the server's clock; null without one. */
function useEnd(): number | null {
  const signedIn = useAtomValue(signedInAtom);
  const { data } = useQuery({ ...cached('GET /api/mining/index'), enabled: signedIn });
  const now = useNow(MINUTE_MS);
  const endsAt = Date.parse(data?.nextMiningTime ?? '');
  return endsAt > now ? endsAt : null;
}

/** `alone`: nothing else reminds on this device. */
export function CalendarPart({ alone }: { alone: boolean }) {
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
        description: t`Claim in ${BRAND.name}. Claiming later loses nothing.`,
        url: new URL('/#/pages/mining/index', location.href).href,
      }),
    );
  return (
    <section aria-labelledby={id} className="border-t border-line pt-4">
      <h3 id={id} className="m-0 text-[15px] font-semibold">
        <Trans>In your calendar</Trans>
      </h3>
      <p className="m-0 mt-1 mb-3 text-[13px] text-pretty text-muted">
        {endsAt === null ? (
          <Trans>Once your miner runs, the end of its cycle can be put into your calendar here.</Trans>
        ) : (
          <Trans>A file with an alarm for {when}, for any calendar. Each cycle has its own.</Trans>
        )}
      </p>
      {endsAt !== null && (
        <Button wide look={alone ? 'primary' : 'secondary'} icon="download" onClick={() => take(endsAt)}>
          <Trans>Save the calendar file</Trans>
        </Button>
      )}
    </section>
  );
}
