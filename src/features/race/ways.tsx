// Ways from the games to records, verification, and the account's own limits, as rows of a card.
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { openPopup } from '#lib/popups.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import { PageLink } from '#ui/page-link.tsx';

const ROW =
  'flex min-h-15 w-full items-center gap-3 px-4 py-2.5 text-left text-inherit no-underline transition-colors hover:bg-wash active:bg-wash';

const TITLE = 'block leading-tight font-semibold';
const ABOUT = 'mt-0.5 block text-[13px] leading-snug text-pretty text-muted';
const Next = () => <Icon name="next" size={18} className="-mr-1 shrink-0 text-muted" />;

interface WayProps {
  icon: IconName;
  title: ReactNode;
  children: ReactNode;
}

function Inside({ icon, title, children }: WayProps) {
  return (
    <>
      <Icon name={icon} size={22} className="shrink-0 text-basalt-3" />
      <span className="min-w-0 grow">
        <span className={TITLE}>{title}</span>
        <span className={ABOUT}>{children}</span>
      </span>
      <Next />
    </>
  );
}

interface WaysProps {
  /** Records of the lottery too. */
  lottery?: boolean;
  race?: boolean;
}

export function Ways({ race = true, lottery = false }: WaysProps) {
  return (
    <ul className="m-0 list-none divide-y divide-line overflow-clip rounded-card bg-white p-0 shadow-card">
      {race && (
        <li>
          <PageLink to="/pages/main/record" className={ROW}>
            <Inside icon="history" title={<Trans>My races</Trans>}>
              <Trans>Your bets, results, and what they won or lost</Trans>
            </Inside>
          </PageLink>
        </li>
      )}
      {lottery && (
        <li>
          <PageLink to="/pages/guessing/previous" className={ROW}>
            <Inside icon="guess" title={<Trans>Previous guessing rounds</Trans>}>
              <Trans>Drawn numbers, pools and your guesses</Trans>
            </Inside>
          </PageLink>
        </li>
      )}
      <li>
        <PageLink to="/pages/main/result" className={ROW}>
          <Inside icon="kyc" title={<Trans>Result Verification</Trans>}>
            <Trans>Recompute any draw from the chain, without trusting this server</Trans>
          </Inside>
        </PageLink>
      </li>
      <li>
        <button type="button" className={ROW} onClick={() => openPopup('limits', {})}>
          <Icon name="clock" size={22} className="shrink-0 text-basalt-3" />
          <span className="min-w-0 grow">
            <span className={TITLE}>
              <Trans>Playing within limits</Trans>
            </span>
            <span className={ABOUT}>
              <Trans>A daily limit, or a pause from both games</Trans>
            </span>
          </span>
          <Next />
        </button>
      </li>
    </ul>
  );
}
