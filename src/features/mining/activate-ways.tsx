// The parts of the activation sheet: what is got, and the two ways to it with their figures.
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { fromUnits } from '#contract/amounts.ts';
import { amountText } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { Button } from '#ui/button.tsx';
import { Fact, Facts } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import { PageLink } from '#ui/page-link.tsx';
import { type Miner, type MiningConfig, outputOf, purchaseOf } from './mining.rules.ts';

const { symbol } = BRAND;

const Got = ({ children }: { children: ReactNode }) => (
  <li className="flex items-start gap-2">
    <Icon name="check" size={18} className="mt-0.5 shrink-0 text-malachite" />
    <span>{children}</span>
  </li>
);

export function Benefits({ miner, config }: { miner: Miner; config: MiningConfig }) {
  const { i18n } = useLingui();
  const hashrate = amountText(miner.hashrate, i18n.locale);
  const output = amountText(fromUnits(outputOf(miner.hashrate, config)), i18n.locale);
  return (
    <ul className="m-0 grid list-none gap-2 p-0 text-sm text-pretty">
      <Got>
        <Trans>
          {hashrate} hashrate produces {output} {symbol} in each 24 hours
        </Trans>
      </Got>
      <Got>
        <Trans>After a claim the next cycle starts by itself</Trans>
      </Got>
      <Got>
        <Trans>It has no end date</Trans>
      </Got>
    </ul>
  );
}

interface WayProps {
  busy: boolean;
  /** The server's words, empty when there are none. */
  refusal: string;
  onPress: () => void;
}

function Way({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="rounded-2xl border border-line p-4">
      <h3 className="m-0 mb-2 text-[15px] font-semibold">{title}</h3>
      {children}
    </section>
  );
}

const Refusal = ({ children }: { children: string }) => (
  <p role="alert" className="m-0 mb-3 rounded-xl bg-garnet-wash px-3 py-2 text-sm text-garnet empty:hidden">
    {children}
  </p>
);

interface ByUsdtProps extends WayProps {
  /** Decimal strings of USDT. */
  price: string;
  balance: string;
  onLeave: () => void;
}

export function ByUsdt({ price, balance, busy, refusal, onPress, onLeave }: ByUsdtProps) {
  const { i18n } = useLingui();
  const purchase = purchaseOf(balance, price);
  const figure = (amount: string) => `${amountText(amount, i18n.locale)} USDT`;
  const cost = figure(price);
  return (
    <Way title={<Trans>Pay {cost}</Trans>}>
      <Facts>
        <Fact label={<Trans>Price</Trans>}>{cost}</Fact>
        <Fact label={<Trans>Your balance</Trans>}>{figure(balance)}</Fact>
        {purchase.affordable ? (
          <Fact label={<Trans>Balance after</Trans>}>{figure(purchase.after)}</Fact>
        ) : (
          <Fact label={<Trans>Short by</Trans>}>
            <span className="text-garnet">{figure(purchase.missing)}</span>
          </Fact>
        )}
      </Facts>
      <div className="mt-3">
        <Refusal>{refusal}</Refusal>
        {purchase.affordable ? (
          <Button wide busy={busy} onClick={onPress}>
            <Trans>Pay {cost} and activate</Trans>
          </Button>
        ) : (
          <PageLink
            to="/pages/asset/index"
            onClick={onLeave}
            className="flex min-h-12 items-center justify-center rounded-control border border-line font-semibold text-ink no-underline"
          >
            <Trans>To the Asset Center</Trans>
          </PageLink>
        )}
      </div>
    </Way>
  );
}

export function ByInvite({ busy, refusal, onPress }: WayProps) {
  return (
    <Way title={<Trans>By one valid invited user</Trans>}>
      <p className="m-0 mb-3 text-sm text-pretty text-muted">
        <Trans>
          Free of charge, once for each account: somebody you invited yourself has signed in with your invite
          code and has been verified.
        </Trans>
      </p>
      <Refusal>{refusal}</Refusal>
      <Button wide look="secondary" busy={busy} onClick={onPress}>
        <Trans>Activate by invitation</Trans>
      </Button>
    </Way>
  );
}
