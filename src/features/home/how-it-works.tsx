// What a newcomer can expect, in three steps.
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { BRAND } from '#lib/brand.ts';
import { Card } from '#ui/card.tsx';

function Step({ number, title, children }: { number: number; title: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-3.5">
      <span className="figures flex size-8 shrink-0 items-center justify-center rounded-full bg-basalt text-sm font-semibold text-amber">
        {number}
      </span>
      <span>
        <span className="block font-semibold">{title}</span>
        <span className="block text-sm text-pretty text-muted">{children}</span>
      </span>
    </li>
  );
}

export function HowItWorks() {
  const { t } = useLingui();
  return (
    <Card title={t`How it works`}>
      <ol className="m-0 grid list-none gap-4 p-0">
        <Step number={1} title={<Trans>Connect and verify</Trans>}>
          <Trans>
            Sign in with your wallet by signing one readable text, then verify who you are. Both are free.
          </Trans>
        </Step>
        <Step number={2} title={<Trans>Start your trial miner</Trans>}>
          <Trans>
            1,200 hashrate are yours. In 24 hours they produce 12 {BRAND.symbol}, worth 0.12 USDT here.
          </Trans>
        </Step>
        <Step number={3} title={<Trans>Claim, then decide</Trans>}>
          <Trans>
            Go on with a permanent miner for 10 USDT, or for inviting one person who verifies. Or stop:
            nothing is owed.
          </Trans>
        </Step>
      </ol>
    </Card>
  );
}
