// Miner management: the shaft with the live cycle, the one next step, earnings and hashrate.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { useAway, useWaiting } from '#api/away.ts';
import { stale } from '#api/changes.ts';
import { errorText } from '#api/errors.ts';
import { signedInAtom } from '#lib/session.ts';
import { AsOf } from '#ui/as-of.tsx';
import { AskToConnect } from '#ui/ask-to-connect.tsx';
import { Absent, FailedView } from '#ui/failed-view.tsx';
import { Body, Hero } from '#ui/hero.tsx';
import { PageLoading } from '#ui/page-loading.tsx';
import { useNow } from '#ui/now.ts';
import { Skeleton } from '#ui/views.tsx';
import { MinerAction } from './miner-action.tsx';
import { HashrateCard } from './hashrate-card.tsx';
import { Earnings, Honesty } from './miner-facts.tsx';
import { MinerHero } from './miner-hero.tsx';
import { claimsQuery, configQuery, minerQuery, hashrateQuery } from './mining.queries.ts';
import { cycleOf, type Miner, type MiningConfig, stateAt } from './mining.rules.ts';
import { OutputChart } from './output-chart.tsx';
import { ReminderCard } from './reminder-card.tsx';
import { Shaft } from './shaft.tsx';

/** Another device or the time machine may move the miner while the page is open. */
const ASK_AGAIN_MS = 60_000;

export function Page() {
  return useAtomValue(signedInAtom) ? <Own /> : <Guest />;
}

function Own() {
  const miner = useQuery({ ...minerQuery(), refetchInterval: ASK_AGAIN_MS });
  const config = useQuery(configQuery());
  const away = useAway(miner);
  // Their cards stand between others: they are waited for, so that nothing moves when they come.
  const waiting = useWaiting(miner, config, useQuery(hashrateQuery()), useQuery(claimsQuery()));
  if (waiting) return <Loading />;
  if (miner.data && config.data)
    return <Working miner={miner.data} config={config.data} asOf={away ? miner.data.asOf : undefined} />;
  const failed = [miner, config].find((each) => each.isError && !each.data);
  return failed ? (
    <>
      <Hero className="min-h-100" />
      <Body>
        <FailedView
          message={errorText(failed.error)}
          onRetry={() => void Promise.all([miner.refetch(), config.refetch()])}
        />
        <OutputChart />
      </Body>
    </>
  ) : (
    <Loading />
  );
}

interface WorkingProps {
  miner: Miner;
  config: MiningConfig;
  /** Of when the miner is, while nothing newer can be asked for. */
  asOf: string | undefined;
}

function Working({ miner, config, asOf }: WorkingProps) {
  const cycle = cycleOf(miner, config);
  const state = stateAt(miner, cycle, useNow(1000));
  const ahead = state !== miner.state;
  useEffect(() => {
    if (ahead) void stale('GET /api/mining/index');
  }, [ahead]);
  return (
    <>
      <Hero>
        <MinerHero miner={miner} config={config} cycle={cycle} />
      </Hero>
      <Body columns>
        <div className="grid gap-3">
          {asOf !== undefined && (
            <AsOf asOf={asOf}>
              {state === 'running' && (
                <Trans>The miner runs on; what it has produced is counted up by the clock.</Trans>
              )}
            </AsOf>
          )}
          <MinerAction miner={miner} cycle={cycle} state={state} />
          <ReminderCard />
          <Earnings miner={miner} config={config} />
          <OutputChart />
        </div>
        <div className="grid gap-3">
          <HashrateCard miner={miner} config={config} />
          <Honesty config={config} />
        </div>
      </Body>
    </>
  );
}

const Loading = () => (
  <PageLoading hero="min-h-100" lines={[3, 5]}>
    <Skeleton dark className="mt-16 h-5 w-40" />
    <Skeleton dark className="mt-4 h-9 w-52" />
    <Skeleton dark className="mt-8 h-6 w-32" />
  </PageLoading>
);

function Guest() {
  const { t } = useLingui();
  const config = useQuery(configQuery());
  if (useWaiting(config)) return <Loading />;
  return (
    <>
      <Hero>
        <div className="flex justify-center">
          <Shaft
            share={0}
            mode="idle"
            label={t`The shaft of a miner, with its lamp at the mouth`}
            className="h-79 w-30"
          />
        </div>
      </Hero>
      <Body columns>
        <AskToConnect>
          <Trans>
            Your miner, its hashrate and what it has produced are shown once your wallet is connected.
          </Trans>
        </AskToConnect>
        {config.data ? <Honesty config={config.data} /> : <Absent of={config} lines={4} />}
      </Body>
    </>
  );
}
