// The hero of the race page: which race is open, until when bets are taken, and what everybody has staked.
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { BRAND } from '#lib/brand.ts';
import { signedInAtom } from '#lib/session.ts';
import { clockText } from '#lib/time.ts';
import { AnimatedNumber } from '#ui/animated-number.tsx';
import { HeroHead } from '#ui/hero-head.tsx';
import { Hero } from '#ui/hero.tsx';
import { useNow } from '#ui/now.ts';
import { ProgressBar } from '#ui/progress.tsx';
import { type Opening, phaseAt } from './race.rules.ts';

interface HeroProps {
  race: Opening;
  busy: boolean;
  onRefresh: () => void;
}

export function RaceHero({ race, busy, onRefresh }: HeroProps) {
  const own = useAtomValue(signedInAtom);
  const { round } = race;
  return (
    <Hero>
      <HeroHead busy={busy} onRefresh={onRefresh} own={own}>
        <Trans>Race {round}</Trans>
      </HeroHead>
      <div className="flex items-end justify-between gap-4">
        <Clock race={race} />
        <div className="min-w-0 grow text-right">
          <p className="m-0 text-[13px] text-mist">
            <Trans>Total stake</Trans>
          </p>
          <p className="m-0 text-lg leading-tight font-semibold">
            <AnimatedNumber open value={race.totalStake} max={2} />
            <span className="text-sm font-medium text-mist"> {BRAND.symbol}</span>
          </p>
        </div>
      </div>
      <Passed race={race} />
    </Hero>
  );
}

function Clock({ race }: { race: Opening }) {
  const now = useNow(500);
  const phase = phaseAt(race, now);
  return (
    <div className="shrink-0">
      <p role="status" className="m-0 text-[13px] text-mist">
        {phase.kind === 'open' && <Trans>Betting closes in</Trans>}
        {phase.kind === 'closed' && <Trans>Betting closed, draw in</Trans>}
        {phase.kind === 'over' && <Trans>The draw has begun</Trans>}
      </p>
      <p role="timer" className="figures m-0 text-[34px] leading-none font-semibold">
        {clockText(phase.until === null ? 0 : phase.until - now)}
      </p>
    </div>
  );
}

/** How much of the time for bets has passed. */
function Passed({ race }: { race: Opening }) {
  const { t } = useLingui();
  const now = useNow(1000);
  const from = Date.parse(race.opensAt);
  const share = (now - from) / (Date.parse(race.bettingEndsAt) - from);
  return (
    <div className="mt-4">
      <ProgressBar dark share={share} label={t`Part of the time for bets that has passed`} />
    </div>
  );
}
