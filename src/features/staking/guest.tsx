// Staking for who is not signed in: the rate, how it works, the calculator, and the way in.
import { Trans } from '@lingui/react/macro';
import { AsOf } from '#ui/as-of.tsx';
import { AskToConnect } from '#ui/ask-to-connect.tsx';
import { Body } from '#ui/hero.tsx';
import { Calculator } from './calculator.tsx';
import { How } from './how.tsx';
import { StakingHero } from './staking-hero.tsx';
import type { Staking } from './staking.rules.ts';

interface GuestProps {
  data: Staking & { asOf: string };
  away: boolean;
  busy: boolean;
  onRefresh: () => void;
}

export function Guest({ data, away, busy, onRefresh }: GuestProps) {
  return (
    <>
      <StakingHero guest data={data} busy={busy} onRefresh={onRefresh} />
      <Body columns>
        <div className="grid gap-3">
          {away && <AsOf asOf={data.asOf} />}
          <AskToConnect>
            <Trans>Your orders and what they have paid are shown once your wallet is connected.</Trans>
          </AskToConnect>
          <How data={data} />
        </div>
        <Calculator data={data} />
      </Body>
    </>
  );
}
