// Where the pool of the open round comes from.
import { Trans, useLingui } from '@lingui/react/macro';
import { Card, Fact, Facts } from '#ui/card.tsx';
import { openAdit } from '#ui/figure.ts';
import { type Lottery, sourcesOf } from './lottery.rules.ts';
import { MINER_ADDS } from '#rules/figures.ts';
import { countText } from './lottery.words.ts';

export function PoolCard({ data }: { data: Lottery }) {
  const { t, i18n } = useLingui();
  const { locale } = i18n;
  const { issued, paid } = sourcesOf(data);
  const each = openAdit(MINER_ADDS, locale);
  return (
    <Card title={t`Where the pool comes from`}>
      <Facts>
        <Fact label={<Trans>Rolled over</Trans>}>{openAdit(data.rolledOver, locale)}</Fact>
        <Fact label={<Trans>Paid guesses</Trans>}>{openAdit(paid, locale)}</Fact>
        <Fact label={<Trans>Permanent miners</Trans>}>{countText(data.miners, locale)}</Fact>
        <Fact label={<Trans>Added by them</Trans>}>{openAdit(issued, locale)}</Fact>
      </Facts>
      <p className="m-0 mt-2 text-[13px] text-pretty text-muted">
        <Trans>
          Every permanent miner adds {each} to each draw. They are newly issued: nobody pays them in.
        </Trans>
        {data.previous?.state === 'drawing' && (
          <>
            {' '}
            <Trans>What the last round leaves comes on top once it is drawn.</Trans>
          </>
        )}
      </p>
    </Card>
  );
}
