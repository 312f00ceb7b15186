// How a change of hashrate affects a day: output and its value, before and after.
import { Trans, useLingui } from '@lingui/react/macro';
import { amountText } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { Fact, Facts } from '#ui/card.tsx';
import type { Outcome as OutcomeFigures } from './hashrate.rules.ts';

const { symbol } = BRAND;

/** Placeholder for a figure, so that nothing moves when it arrives. */
const NOTHING = '–';

interface OutcomeProps {
  /** Undefined while no amount is typed. */
  outcome: OutcomeFigures | undefined;
}

export function Outcome({ outcome }: OutcomeProps) {
  const { t } = useLingui();
  return (
    <section aria-label={t`Output per day`} className="rounded-control bg-wash px-3.5 py-1.5">
      <Facts>
        <OutcomeFacts outcome={outcome} />
      </Facts>
    </section>
  );
}

/** The same, for use among other facts. */
export function OutcomeFacts({ outcome }: OutcomeProps) {
  return (
    <>
      <Fact label={<Trans>Per day</Trans>}>
        {outcome ? (
          <Change before={outcome.before.output} after={outcome.after.output} coin={symbol} />
        ) : (
          NOTHING
        )}
      </Fact>
      <Fact label={<Trans>Worth</Trans>}>
        {outcome ? <Change before={outcome.before.value} after={outcome.after.value} coin="USDT" /> : NOTHING}
      </Fact>
    </>
  );
}

function Change({ before, after, coin }: { before: string; after: string; coin: string }) {
  const { i18n } = useLingui();
  const [old, next] = [before, after].map((amount) => amountText(amount, i18n.locale));
  return (
    <>
      <span className="font-normal text-muted">{old} →</span> {next} {coin}
    </>
  );
}
