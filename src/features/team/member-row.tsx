// One member: whose address, since when, valid or not, and what the account has.
import { Trans, useLingui } from '@lingui/react/macro';
import { memo, type ReactNode } from 'react';
import { amountText } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { dateText } from '#lib/time.ts';
import { Tag } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import type { Member } from './team.rules.ts';

const { symbol } = BRAND;

interface MemberRowProps {
  member: Member;
  /** There is room for all of it in one line. */
  wide: boolean;
  withLevel: boolean;
}

const Figure = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="truncate text-xs leading-snug text-muted">{label}</dt>
    <dd className="figures m-0 truncate text-sm leading-snug font-semibold">{children}</dd>
  </div>
);

export const MemberRow = memo(function MemberRow({ member, wide, withLevel }: MemberRowProps) {
  const { i18n } = useLingui();
  const { address, level, valid, hashrate, totalStaking, purchasedHashrate, joinedAt } = member;
  const figure = (amount: string) => amountText(amount, i18n.locale, { max: 4 });
  const date = dateText(joinedAt, i18n.locale, { dateStyle: 'medium' });
  return (
    <div
      className={cx(
        'grid h-full content-center gap-x-4 gap-y-1.5',
        wide ? 'grid-cols-[minmax(0,22rem)_minmax(0,1fr)] items-center' : 'grid-cols-[minmax(0,1fr)]',
      )}
    >
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3">
        <span className="figures truncate leading-tight font-semibold">{address}</span>
        <span className={cx('truncate text-[13px] leading-snug text-muted', !wide && 'col-span-2')}>
          {withLevel && (
            <>
              <Trans>Level {level}</Trans>
              {' · '}
            </>
          )}
          <Trans>Joined {date}</Trans>
        </span>
        <span className={cx('col-start-2 row-start-1 flex', wide && 'row-span-2')}>
          <Tag tone={valid ? 'good' : 'quiet'}>
            {valid ? <Trans>Verified</Trans> : <Trans>Not verified</Trans>}
          </Tag>
        </span>
      </div>
      <dl className="m-0 grid grid-cols-3 gap-x-3">
        <Figure label={<Trans>Hashrate</Trans>}>{figure(hashrate)}</Figure>
        <Figure label={<Trans>Of it purchased</Trans>}>{figure(purchasedHashrate)}</Figure>
        <Figure label={<Trans>Staked</Trans>}>
          {figure(totalStaking)} {symbol}
        </Figure>
      </dl>
    </div>
  );
});
