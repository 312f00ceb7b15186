// What an airdrop is here and what it never asks for, since elsewhere the word is a common bait.
import { Trans } from '@lingui/react/macro';
import { BRAND } from '#lib/brand.ts';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';

const { symbol } = BRAND;

export function About() {
  return (
    <Card title={<Trans>What an airdrop is here</Trans>}>
      <ul className="m-0 grid list-none gap-3 p-0 text-sm text-pretty">
        <li className="flex gap-3">
          <Icon name="gift" size={20} className="shrink-0 text-muted" />
          <span>
            <Trans>
              Every account starts with gifted hashrate. More may come by a coupon code, each of which an
              account can redeem once.
            </Trans>
          </span>
        </li>
        <li className="flex gap-3">
          <Icon name="miner" size={20} className="shrink-0 text-muted" />
          <span>
            <Trans>
              Gifted hashrate mines like any other and cannot be sold. Gifted coins are yours like those that
              you mined or deposited.
            </Trans>
          </span>
        </li>
        <li className="flex gap-3">
          <Icon name="assets" size={20} className="shrink-0 text-muted" />
          <span>
            <Trans>{symbol} is newly issued for it; other coins come from the reserve of the exchange.</Trans>
          </span>
        </li>
        <li className="flex gap-3">
          <Icon name="warn" size={20} className="shrink-0 text-muted" />
          <span>
            <Trans>
              Nobody from here asks you to send coins first, to approve a contract or to tell your recovery
              phrase. Whoever does is not us.
            </Trans>
          </span>
        </li>
      </ul>
    </Card>
  );
}
