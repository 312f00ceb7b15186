// Money actions as a row of tiles on a hero: for all coins, or for one coin on its page.
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { cx } from '#ui/class-names.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import { PageLink } from '#ui/page-link.tsx';
import type { MoneyAction } from './assets.rules.ts';

const NAMES: Record<MoneyAction, MessageDescriptor> = {
  deposit: msg`Deposit`,
  withdraw: msg`Withdraw`,
  exchange: msg`Swap`,
  stake: msg`Stake`,
};

const TILE =
  'group flex min-w-min flex-1 min-[720px]:max-w-27 flex-col items-center gap-1.5 rounded-control py-1 text-sm leading-tight font-medium';

interface DiscProps {
  icon: IconName;
  main: boolean;
}

function Disc({ icon, main }: DiscProps) {
  return (
    <span
      className={cx(
        'grid size-12 place-items-center rounded-full transition-transform duration-press group-active:scale-90',
        main
          ? 'bg-amber text-basalt group-hover:bg-[#ffb53d]'
          : 'border border-white/15 bg-white/12 group-hover:bg-white/20',
      )}
    >
      <Icon name={icon} size={22} />
    </span>
  );
}

interface ActionsProps {
  actions: readonly MoneyAction[];
  /** The first one is the primary action. */
  onAct: (action: MoneyAction) => void;
  /** Adds a link to a page after the actions. */
  link?: { to: string; icon: IconName; label: ReactNode };
}

export function Actions({ actions, onAct, link }: ActionsProps) {
  const { i18n } = useLingui();
  return (
    <div className="flex flex-wrap gap-1">
      {actions.map((action, index) => (
        <button key={action} type="button" onClick={() => onAct(action)} className={TILE}>
          <Disc icon={action === 'stake' ? 'staking' : action} main={index === 0} />
          <span className="max-w-full text-center text-balance">{i18n._(NAMES[action])}</span>
        </button>
      ))}
      {link && (
        <PageLink to={link.to} className={cx(TILE, 'no-underline text-inherit')}>
          <Disc icon={link.icon} main={false} />
          <span className="max-w-full text-center text-balance">{link.label}</span>
        </PageLink>
      )}
    </div>
  );
}
