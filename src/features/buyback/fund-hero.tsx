// The hero of the repurchase page: what the fund holds, and where that comes from.
import { Trans } from '@lingui/react/macro';
import { HeroFigure, HeroHead } from '#ui/hero-head.tsx';
import type { Fund } from './buyback.queries.ts';

interface FundHeroProps {
  fund: Fund;
  busy: boolean;
  onRefresh: () => void;
}

export function FundHero({ fund, busy, onRefresh }: FundHeroProps) {
  return (
    <>
      <HeroHead busy={busy} onRefresh={onRefresh} own={false}>
        <Trans>The repurchase fund holds</Trans>
      </HeroHead>
      <HeroFigure value={fund.balance} unit="USDT" max={4} />
      <p className="m-0 mt-2 mb-2 max-w-130 text-sm text-pretty text-mist">
        <Trans>
          It is fed by what people pay for permanent miners and hashrate. It buys back while it lasts: what it
          does not hold, it cannot pay.
        </Trans>
      </p>
    </>
  );
}
