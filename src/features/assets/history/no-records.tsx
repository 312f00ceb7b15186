// An empty fund history: what would stand here, and what to do instead.
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import type { FundCategory } from '#rules/fund-categories.ts';
import { CATEGORY_ICONS } from '#features/assets/record-words.ts';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/views.tsx';
import type { Filter } from './history.rules.ts';

const TITLES: Record<FundCategory, MessageDescriptor> = {
  deposit: msg`No deposits yet`,
  withdraw: msg`No withdrawals yet`,
  refund: msg`No refunds`,
  exchange: msg`No exchanges yet`,
  mining: msg`Nothing claimed yet`,
  purchase: msg`No purchases yet`,
  staking: msg`Nothing staked yet`,
  team: msg`No earnings from the team yet`,
  buyback: msg`Nothing sold back yet`,
  race: msg`No races yet`,
  lottery: msg`No guesses yet`,
  airdrop: msg`No coupons yet`,
};

interface NoRecordsProps {
  filter: Filter;
  onShowAll: () => void;
  onDeposit: () => void;
}

export function NoRecords({ filter: { category, coin }, onShowAll, onDeposit }: NoRecordsProps) {
  const { t, i18n } = useLingui();
  if (category === undefined && coin === undefined)
    return (
      <Card>
        <EmptyState
          icon="history"
          title={t`No movements yet`}
          action={{ label: t`Deposit`, onClick: onDeposit }}
        >
          <Trans>Deposits, withdrawals, exchanges and what your miner produces are listed here.</Trans>
        </EmptyState>
      </Card>
    );
  return (
    <Card>
      <EmptyState
        icon={category ? CATEGORY_ICONS[category] : 'history'}
        title={category ? i18n._(TITLES[category]) : t`No movements of ${coin ?? ''}`}
        action={{ label: t`Show everything`, onClick: onShowAll }}
      >
        {category === 'refund' ? (
          <Trans>A withdrawal that cannot be sent is returned to your balance and listed here.</Trans>
        ) : category !== undefined && coin !== undefined ? (
          <Trans>Only {coin} is shown.</Trans>
        ) : undefined}
      </EmptyState>
    </Card>
  );
}
