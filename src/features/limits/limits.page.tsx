// Responsible play: the account's current limit and pause, the odds of both games, and where to find help.
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { type ReactNode, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { signedInAtom } from '#lib/session.ts';
import { ConnectButton } from '#ui/connect-button.tsx';
import { Card, Facts } from '#ui/card.tsx';
import { Body } from '#ui/hero.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { EmptyState } from '#ui/views.tsx';
import type { PauseDays } from '#rules/limits.ts';
import { RACE_LANES, RACE_PAYOUT } from '#rules/figures.ts';
import { LOTTERY_ODDS } from '#rules/lottery.ts';
import { LotteryOdds, RaceOdds } from '#ui/odds-facts.tsx';
import { PageLink } from '#ui/page-link.tsx';
import { Icon } from '#ui/icon.tsx';
import { LimitsKnown, OwnLimits } from './own-limits.tsx';
import { PauseActions, PauseTitle } from './pause-confirm.tsx';
import { PauseConfirm } from './pause-part.tsx';
import { useLimits } from './use-limits.ts';
import { cachedLong } from '#api/queries.ts';

/** Both are free, in many countries and languages, and are not related to this service. */
const HELP = [
  { name: 'Gambling Therapy', url: 'https://www.gamblingtherapy.org/' },
  { name: 'Gamblers Anonymous', url: 'https://gamblersanonymous.org/' },
] as const;

/** When playing is no longer fun: how to notice, and who helps for free. */
function HelpCard() {
  return (
    <Card title={<Trans>When it stops being fun</Trans>}>
      <div className="grid gap-3 text-sm text-pretty">
        <ul className="m-0 grid list-disc gap-1.5 pl-5">
          <li>
            <Trans>You bet to win back losses.</Trans>
          </li>
          <li>
            <Trans>You bet money you need.</Trans>
          </li>
          <li>
            <Trans>You hide it from people close to you.</Trans>
          </li>
        </ul>
        <p className="m-0">
          <Trans>
            Take a pause and talk to somebody. These services are independent, free and anonymous:
          </Trans>
        </p>
        <ul className="m-0 list-none p-0">
          {HELP.map(({ name, url }) => (
            <li key={url}>
              <a
                href={url}
                target="_blank"
                rel="noreferrer noopener"
                className="flex min-h-11 items-center gap-2 font-medium text-ink underline underline-offset-4"
              >
                <Icon name="link" size={18} className="shrink-0 text-muted" />
                <span lang="en">{name}</span>
              </a>
            </li>
          ))}
        </ul>
        <p className="m-0 text-sm text-muted">
          <Trans>
            Questions?{' '}
            <PageLink to="/pages/contact/index" className="font-medium underline underline-offset-4">
              Write to us
            </PageLink>
          </Trans>
        </p>
      </div>
    </Card>
  );
}

function Game({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <section>
      <h3 className="m-0 text-base font-semibold">{name}</h3>
      <Facts>{children}</Facts>
    </section>
  );
}

/** The odds of both games as figures, if enabled here, with a link to how a draw is checked. */
function OddsCard() {
  const { data } = useQuery(cachedLong('GET /api/index'));
  const { race = true, lottery = true } = data?.features ?? {};
  if (!race && !lottery) return null;
  return (
    <Card title={<Trans>The odds</Trans>}>
      <div className="grid gap-4">
        <p className="m-0 text-sm text-pretty">
          <Trans>Only play with what you can lose.</Trans>
        </p>
        {race && (
          <Game name={<Trans>Race</Trans>}>
            <RaceOdds lanes={RACE_LANES} payout={RACE_PAYOUT} />
          </Game>
        )}
        {lottery && (
          <Game name={<Trans>Web3 Guess</Trans>}>
            <LotteryOdds outcomes={LOTTERY_ODDS} />
          </Game>
        )}
        <p className="m-0 text-sm text-pretty text-muted">
          <Trans>
            Losing often doesn't make a win more likely.{' '}
            <PageLink to="/pages/main/result" className="font-medium underline underline-offset-4">
              Check any draw
            </PageLink>
          </Trans>
        </p>
      </div>
    </Card>
  );
}

export function Page() {
  const signedIn = useAtomValue(signedInAtom);
  return (
    <Body overlap={false} columns>
      {signedIn ? <Own /> : <Guest />}
      <div className="grid gap-3">
        <OddsCard />
        <HelpCard />
      </div>
    </Body>
  );
}

function Own() {
  const state = useLimits(true);
  const [asking, setAsking] = useState<PauseDays | null>(null);
  // The content stays while the sheet closes.
  const [days, setDays] = useState<PauseDays>(1);
  const ask = (chosen: PauseDays) => {
    setDays(chosen);
    setAsking(chosen);
  };
  const leave = () => setAsking(null);
  return (
    <Card title={<Trans>Your limits</Trans>}>
      <OwnLimits state={state} onPause={ask} />
      <Sheet
        open={asking !== null}
        onClose={leave}
        kind="dialog"
        title={<PauseTitle days={days} />}
        actions={<PauseActions days={days} state={state} onDone={leave} />}
      >
        <div className="grid gap-5">
          <LimitsKnown state={state}>
            {(data) => <PauseConfirm data={data} days={days} refusal={state.refusalOf('pause')} />}
          </LimitsKnown>
        </div>
      </Sheet>
    </Card>
  );
}

function Guest() {
  const { t } = useLingui();
  return (
    <Card tone="amber">
      <EmptyState icon="clock" title={t`Set your own limit`}>
        <Trans>
          Cap what you bet in a day, or pause both games for 1, 7 or 30 days. Nobody can end a pause early.
        </Trans>
      </EmptyState>
      <ConnectButton />
    </Card>
  );
}
