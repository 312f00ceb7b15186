// What the miner has earned, with its value, and what "mining" is here.
import { Trans, useLingui } from '@lingui/react/macro';
import { openText, percentText } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { decimalsOf } from '#ui/amount-shown.ts';
import { AnimatedNumber } from '#ui/animated-number.tsx';
import { Card, Fact, Facts } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import { bonusLevels } from './hashrate.rules.ts';
import { type Miner, type MiningConfig, valueOf } from './mining.rules.ts';

const { symbol } = BRAND;

interface FactsProps {
  miner: Miner;
  config: MiningConfig;
}

export function Earnings({ miner, config }: FactsProps) {
  const { i18n } = useLingui();
  const tokenValue = openText(config.tokenValue, i18n.locale);
  const value = valueOf(miner.totalOutput, config.tokenValue);
  return (
    <Card title={<Trans>Earnings</Trans>}>
      <Facts>
        <Fact label={<Trans>Yesterday</Trans>}>
          <AnimatedNumber value={miner.yesterdayOutput} max={decimalsOf(miner.yesterdayOutput)} /> {symbol}
        </Fact>
        <Fact label={<Trans>Total output</Trans>}>
          <AnimatedNumber value={miner.totalOutput} max={decimalsOf(miner.totalOutput)} live /> {symbol}
        </Fact>
        <Fact label={<Trans>Cumulative value</Trans>}>
          <AnimatedNumber value={value} max={decimalsOf(value)} /> USDT
        </Fact>
      </Facts>
      <p className="m-0 mt-2 text-[13px] text-pretty text-muted">
        <Trans>
          Valued at {tokenValue} USDT for one {symbol}, the fixed value of rewards.
        </Trans>
      </p>
    </Card>
  );
}

export function Honesty({ config }: { config: MiningConfig }) {
  const { i18n } = useLingui();
  const outputPerHashrate = openText(config.outputPerHashrate, i18n.locale);
  return (
    <Card title={<Trans>What mining is here</Trans>}>
      <div className="flex items-start gap-3 text-sm text-pretty">
        <Icon name="info" size={22} className="mt-0.5 shrink-0 text-muted" />
        <p className="m-0">
          <Trans>
            Mining here is a reward programme: your device and our servers compute no proof of work. One
            hashrate is credited with {outputPerHashrate} {symbol} for each complete cycle of 24 hours.
          </Trans>
        </p>
      </div>
      <TeamBonus config={config} />
    </Card>
  );
}

/** Levels that the operator has switched off bring nothing and are not told. */
function TeamBonus({ config }: Pick<FactsProps, 'config'>) {
  const { i18n } = useLingui();
  const [direct, indirect, third] = bonusLevels(config, undefined).map(({ share }) =>
    percentText(share, i18n.locale),
  );
  if (direct === undefined) return null;
  return (
    <p className="m-0 mt-3 text-[13px] text-pretty text-muted">
      {third !== undefined ? (
        <Trans>
          Team bonus: {direct} of the own hashrate of verified people you invited, {indirect} on the second
          level and {third} on the third.
        </Trans>
      ) : indirect !== undefined ? (
        <Trans>
          Team bonus: {direct} of the own hashrate of verified people you invited, and {indirect} on the
          second level.
        </Trans>
      ) : (
        <Trans>Team bonus: {direct} of the own hashrate of verified people you invited.</Trans>
      )}
    </p>
  );
}
