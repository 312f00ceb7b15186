// What an account looks like, for guests: a few figures computed from the product's rules, and marked as an example.
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { openText } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { EXAMPLE } from '#lib/example.ts';
import { Tag } from './card.tsx';
import { Icon, type IconName } from './icon.tsx';

const { symbol } = BRAND;

function Row({ icon, label, children }: { icon: IconName; label: ReactNode; children: ReactNode }) {
  return (
    <li className="flex min-h-12 items-center gap-3 text-sm">
      <span className="flex size-9 shrink-0 items-center justify-center rounded-control bg-wash text-basalt-3">
        <Icon name={icon} size={20} />
      </span>
      <span className="min-w-0 grow text-pretty">{label}</span>
      <span className="figures shrink-0 font-semibold">{children}</span>
    </li>
  );
}

export function Example() {
  const { t, i18n } = useLingui();
  const text = (amount: string) => openText(amount, i18n.locale);
  const hashrate = text(EXAMPLE.hashrate);
  const staked = text(EXAMPLE.staked);
  return (
    <section aria-label={t`Example`}>
      <Tag tone="quiet">
        <Trans>Example</Trans>
      </Tag>
      <ul className="m-0 mt-1.5 grid list-none divide-y divide-line p-0">
        <Row icon="miner" label={<Trans>Claimed after 24 hours with {hashrate} hashrate</Trans>}>
          +{text(EXAMPLE.output)} {symbol}
        </Row>
        <Row icon="assets" label={<Trans>Worth</Trans>}>
          {text(EXAMPLE.value)} USDT
        </Row>
        <Row
          icon="staking"
          label={
            <Trans>
              Reward a day for {staked} {symbol} staked
            </Trans>
          }
        >
          +{text(EXAMPLE.reward)} {symbol}
        </Row>
      </ul>
    </section>
  );
}
