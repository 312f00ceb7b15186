// Reminders on the miner page: where they stand, in a line that leads to their sheet, and once the offer.
import { Trans } from '@lingui/react/macro';
import { openPopup } from '#lib/popups.ts';
import { Icon } from '#ui/icon.tsx';
import { ReminderOffer } from '#ui/reminder-offer.tsx';
import { ReminderWords } from '#ui/reminder-words.tsx';

export function ReminderCard() {
  return (
    <section className="rounded-card bg-white px-4 py-2 shadow-card">
      <button
        type="button"
        onClick={() => openPopup('reminders', {})}
        className="flex min-h-12 w-full items-center gap-3 rounded-control text-left"
      >
        <Icon name="bell" size={22} className="shrink-0 text-muted" />
        <span className="min-w-0 grow">
          <span className="block text-[15px] font-semibold">
            <Trans>Reminders</Trans>
          </span>
          <span className="block text-[13px] leading-snug text-muted">
            <ReminderWords />
          </span>
        </span>
        <Icon name="next" size={18} className="shrink-0 text-muted" />
      </button>
      <ReminderOffer className="border-t border-line pt-3 pb-2" />
    </section>
  );
}
