// Notices, waiting actions, and reminders.
import { useLingui } from '@lingui/react/macro';
import { offerAtom } from '#lib/notify.ts';
import { write } from '#lib/store.ts';
import { serverNow } from '#lib/time.ts';
import { AsOf } from '#ui/as-of.tsx';
import { Button } from '#ui/button.tsx';
import { Notice, OfflineNotice, OutcomeNotice } from '#ui/notice.tsx';
import { ReminderOffer } from '#ui/reminder-offer.tsx';
import { ReminderWords } from '#ui/reminder-words.tsx';
import { Waits } from '#ui/waits.tsx';
import { Piece } from './piece.tsx';

const MINUTE = 60_000;

export function Page() {
  const { t } = useLingui();
  const before = serverNow() - 3 * MINUTE;
  return (
    <>
      <Piece of="Notice">
        <Notice>{t`A cycle keeps the hashrate it started with.`}</Notice>
        <Notice tone="amber" icon="clock">{t`A bet can't be changed or taken back.`}</Notice>
        <Notice tone="good" icon="check">{t`Everything matches`}</Notice>
        <Notice tone="bad" icon="warn">{t`Coins sent to the wrong address are gone for good.`}</Notice>
      </Piece>
      <Piece of="OfflineNotice">
        <OfflineNotice />
      </Piece>
      <Piece of="OutcomeNotice">
        <OutcomeNotice>{t`No answer, so we can't tell if this went through. Try again; it won't count twice.`}</OutcomeNotice>
      </Piece>
      <Piece of="AsOf">
        <AsOf asOf={new Date(before).toISOString()}>{t`Only saved announcements were searched.`}</AsOf>
      </Piece>
      <Piece of="Waits">
        {[false, true].map((unsure) => (
          <Waits
            key={String(unsure)}
            title={t`Your claim is waiting to be sent`}
            action={t`Claim the reward`}
            item={{ createdAt: before, unsure }}
          />
        ))}
      </Piece>
      <Piece of="ReminderOffer" note="Once on a device; the button lets it be asked again.">
        <Button look="secondary" size="sm" onClick={() => write(offerAtom, 'open')}>
          Ask
        </Button>
        <ReminderOffer />
      </Piece>
      <Piece of="ReminderWords">
        <ReminderWords />
      </Piece>
    </>
  );
}
