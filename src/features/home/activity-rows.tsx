// Rows of what happened: what it was and when, with a mark while it is unread; a tap leads to where it can be seen.
import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { amountText } from '#lib/amounts.ts';
import { timeText, timeWithin } from '#lib/time.ts';
import { cx } from '#ui/class-names.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import { useNow } from '#ui/now.ts';
import { PageLink } from '#ui/page-link.tsx';
import { type ActivityItem, isPrize, type Kind } from './activity.rules.ts';

const FUND = '/pages/asset/capital';
const RACES = '/pages/main/record';
const GUESSES = '/pages/guessing/previous';

const LOOKS: Record<Kind, { icon: IconName; to: string; title: MessageDescriptor }> = {
  claim: { icon: 'miner', to: FUND, title: msg`Reward claimed` },
  deposit: { icon: 'deposit', to: FUND, title: msg`Deposit received` },
  paid: { icon: 'withdraw', to: FUND, title: msg`Withdrawal paid` },
  returned: { icon: 'refund', to: FUND, title: msg`Withdrawal returned` },
  staking: { icon: 'staking', to: '/pages/pledge/index', title: msg`Staking reward` },
  share: { icon: 'staking', to: '/pages/pledge/index', title: msg`Repurchase share` },
  team: { icon: 'invite', to: '/pages/invite/index', title: msg`Team reward` },
  coupon: { icon: 'gift', to: '/pages/airdrop/index', title: msg`Coupon redeemed` },
  friend: { icon: 'invite', to: '/pages/invite/index', title: msg`Friend verified` },
  race: { icon: 'race', to: RACES, title: msg`Race: no win` },
  raceVoid: { icon: 'race', to: RACES, title: msg`Race bet returned` },
  guess: { icon: 'guess', to: GUESSES, title: msg`Web3 Guess: no match` },
  guessVoid: { icon: 'guess', to: GUESSES, title: msg`Web3 Guess: void` },
};

function titleOf(item: ActivityItem, i18n: I18n): string {
  const { kind } = item;
  if (isPrize(item) && kind === 'race') return i18n._(msg`Race payout`);
  if (isPrize(item) && kind === 'guess') return i18n._(msg`Guess prize`);
  return i18n._(LOOKS[kind].title);
}

/**
 * Draws without a prize have no amount to show, and neither do void ones: what was paid for guesses is not known
 * here.
 */
function figureOf(item: ActivityItem, language: string): string | undefined {
  const { amount, coin, kind } = item;
  if (amount === undefined || ((kind === 'race' || kind.startsWith('guess')) && !isPrize(item)))
    return undefined;
  return `${amountText(amount, language, { sign: true }).replace('-', '−')} ${coin}`;
}

export interface RowsProps {
  list: readonly ActivityItem[];
  isUnread: (item: ActivityItem) => boolean;
  onLeave?: () => void;
}

export function ActivityRows({ list, isUnread, onLeave }: RowsProps) {
  const { i18n } = useLingui();
  const now = useNow(30_000);
  return (
    <ul className="m-0 grid list-none divide-y divide-line p-0">
      {list.map((item) => {
        const { key, kind, time, about, coin } = item;
        const stake =
          kind === 'race' && item.stake !== undefined
            ? `${amountText(item.stake, i18n.locale)} ${coin}`
            : undefined;
        const figure = figureOf(item, i18n.locale);
        const at = timeText(time, i18n.locale, now);
        const joined = timeWithin(time, i18n.locale, now);
        const unread = isUnread(item);
        return (
          <li key={key}>
            <PageLink
              to={LOOKS[kind].to}
              onClick={onLeave}
              className="flex min-h-14 flex-wrap items-center gap-x-3 py-1.5 text-sm max-[359px]:gap-x-2 text-ink no-underline active:bg-wash"
            >
              <span className="relative flex size-9 shrink-0 items-center justify-center rounded-control bg-wash text-basalt-3">
                <Icon name={LOOKS[kind].icon} size={20} />
                {unread && <span className="absolute -top-0.5 -right-0.5 size-2.5 rounded-full bg-amber" />}
              </span>
              <span className="min-w-0 grow basis-20 leading-snug">
                <span className={cx('relative line-clamp-2', unread && 'font-semibold')}>
                  {titleOf(item, i18n)}
                  {unread && (
                    <span className="sr-only">
                      {' '}
                      <Trans>Unread</Trans>
                    </span>
                  )}
                </span>
                <span className={cx('figures block text-xs text-muted', stake === undefined && 'truncate')}>
                  {kind === 'friend' ? (
                    <Trans>
                      {about}, joined {joined}
                    </Trans>
                  ) : stake !== undefined ? (
                    <Trans>
                      {at}, bet {stake}
                    </Trans>
                  ) : (
                    at
                  )}
                </span>
              </span>
              {figure !== undefined && (
                <span
                  className={cx(
                    'figures ml-auto max-w-2/3 shrink-0 text-right font-semibold max-[359px]:text-xs',
                    !figure.startsWith('−') && 'text-malachite',
                  )}
                >
                  {figure}
                </span>
              )}
            </PageLink>
          </li>
        );
      })}
    </ul>
  );
}
