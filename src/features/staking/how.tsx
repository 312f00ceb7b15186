// How staking works and where every yield comes from, in plain sentences.
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { percentText } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { Card } from '#ui/card.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import type { Staking } from './staking.rules.ts';

const { symbol } = BRAND;

function Point({ icon, title, children }: { icon: IconName; title: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <Icon name={icon} size={22} className="mt-0.5 shrink-0 text-muted" />
      <span className="min-w-0">
        <span className="block text-sm font-semibold">{title}</span>
        <span className="block text-[13px] text-pretty text-muted">{children}</span>
      </span>
    </li>
  );
}

export function How({ data }: { data: Staking }) {
  const { t, i18n } = useLingui();
  const rate = percentText(Number(data.dailyRate), i18n.locale, 4);
  const hours = data.holdHours;
  return (
    <Card title={t`How staking works`}>
      <ul className="m-0 grid list-none gap-4 p-0">
        <Point icon="clock" title={<Trans>Paid every 24 hours</Trans>}>
          <Trans>
            An order pays {rate} of its amount at the end of each 24 hours, counted from its own start. It
            keeps the rate that it started with.
          </Trans>
        </Point>
        <Point icon="plus" title={<Trans>Newly issued</Trans>}>
          <Trans>
            Outputs are new {symbol}: they add to the supply, nobody has paid them in. They come into your
            balance and are not staked again by themselves.
          </Trans>
        </Point>
        <Point icon="refund" title={<Trans>Redeemed whole, free of charge</Trans>}>
          <Trans>
            After {hours} hours an order can be redeemed whenever you like, always all of it. 24 hours that
            are broken off pay nothing.
          </Trans>
        </Point>
      </ul>
    </Card>
  );
}
