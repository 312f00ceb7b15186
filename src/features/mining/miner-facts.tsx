// What the miner has produced and the account has earned, with its value, and what "mining" means here.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '#api/errors.ts';
import { cached, cachedByDay, cachedLong } from '#api/queries.ts';
import { openText } from '#lib/amounts.ts';
import { percentText } from '#lib/percent.ts';
import { BRAND } from '#lib/brand.ts';
import { fittingDecimals } from '#rules/shown-amounts.ts';
import { AnimatedNumber } from '#ui/animated-number.tsx';
import { Card, Fact, Facts } from '#ui/card.tsx';
import { Absent } from '#ui/failed-view.tsx';
import { Icon } from '#ui/icon.tsx';
import { FigureWaits } from '#ui/figure-place.tsx';
import { TryAgain } from '#ui/try-again.tsx';
import { bonusLevels } from './hashrate.rules.ts';
import { teamQuery } from './mining.queries.ts';
import { earningsOf, type Miner, type MiningConfig, valueOf } from './mining.rules.ts';

const { symbol } = BRAND;

/** The figures besides the miner's own; undefined until all of them are loaded. */
function useOtherEarnings() {
  const [outputs, team, staked, summary] = [
    useQuery(cachedByDay('GET /api/stake/outputs')),
    useQuery(cachedByDay('GET /api/user/earnings/days')),
    useQuery(cached('GET /api/stake/index')),
    useQuery(teamQuery()),
  ];
  const all = [outputs, team, staked, summary];
  const failed = all.find(({ isError, data }) => isError && !data);
  const others =
    outputs.data && team.data && staked.data && summary.data
      ? {
          outputs: outputs.data.days,
          team: team.data.days,
          staked: staked.data,
          teamEver: summary.data.summary.totalEarnings,
        }
      : undefined;
  const retry = () => {
    for (const each of all) if (each.isError) void each.refetch();
  };
  return { others, error: failed?.error, retry };
}

export function Earnings({ miner }: { miner: Miner }) {
  const { i18n } = useLingui();
  const config = useQuery(cachedLong('GET /api/mining/config'));
  const { others, error, retry } = useOtherEarnings();
  const rate = config.data?.tokenValue;
  const earned = others && earningsOf(miner, others);
  const figure = (amount: string | undefined, coin: string) =>
    amount === undefined ? (
      <FigureWaits failed={Boolean(error) || config.isError} className="inline-block h-5 w-20 align-middle" />
    ) : (
      <>
        <AnimatedNumber value={amount} max={fittingDecimals(amount)} /> {coin}
      </>
    );
  return (
    <Card title={<Trans>Output and earnings</Trans>}>
      <Facts>
        <Fact label={<Trans>Yesterday's output</Trans>}>{figure(miner.yesterdayOutput, symbol)}</Fact>
        <Fact label={<Trans>Total output</Trans>}>{figure(miner.totalOutput, symbol)}</Fact>
        <Fact label={<Trans>Yesterday's earnings</Trans>}>{figure(earned?.yesterday, symbol)}</Fact>
        <Fact label={<Trans>Cumulative earnings</Trans>}>{figure(earned?.ever, symbol)}</Fact>
        <Fact label={<Trans>Cumulative value</Trans>}>
          {figure(earned && rate && valueOf(earned.ever, rate), 'USDT')}
        </Fact>
      </Facts>
      {error && <TryAgain why={errorText(error)} onRetry={retry} />}
      {rate !== undefined && <Meaning tokenValue={openText(rate, i18n.locale)} />}
    </Card>
  );
}

const Meaning = ({ tokenValue }: { tokenValue: string }) => (
  <p className="m-0 mt-2 text-sm text-pretty text-muted">
    <Trans>
      Earnings are output, staking and team rewards together. 1 {symbol} counts as {tokenValue} USDT.
    </Trans>
  </p>
);

export function Honesty() {
  const { i18n } = useLingui();
  const config = useQuery(cachedLong('GET /api/mining/config'));
  if (!config.data) return <Absent of={config} lines={4} />;
  const outputPerHashrate = openText(config.data.outputPerHashrate, i18n.locale);
  return (
    <Card title={<Trans>What mining means here</Trans>}>
      <div className="flex items-start gap-3 text-sm text-pretty">
        <Icon name="info" size={22} className="mt-0.5 shrink-0 text-muted" />
        <p className="m-0">
          <Trans>
            A reward programme, not proof-of-work mining: 1 hashrate produces {outputPerHashrate} {symbol} per
            full cycle of 24 hours.
          </Trans>
        </p>
      </div>
      <TeamBonus config={config.data} />
    </Card>
  );
}

/** Levels disabled by the operator earn nothing and are not shown. */
function TeamBonus({ config }: { config: MiningConfig }) {
  const { i18n } = useLingui();
  const [direct, indirect, third] = bonusLevels(config, undefined).map(({ share }) =>
    percentText(share, i18n.locale),
  );
  if (direct === undefined) return null;
  return (
    <p className="m-0 mt-3 text-sm text-pretty text-muted">
      {third !== undefined ? (
        <Trans>
          Team bonus: {direct}, {indirect} and {third} of your verified members' hashrate, by level.
        </Trans>
      ) : indirect !== undefined ? (
        <Trans>
          Team bonus: {direct} and {indirect} of your verified members' hashrate, by level.
        </Trans>
      ) : (
        <Trans>Team bonus: {direct} of the hashrate of verified friends you invited.</Trans>
      )}
    </p>
  );
}
