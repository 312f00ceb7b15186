// How the open race will be drawn: what was fixed before betting opened, and which block decides.
import { Trans, useLingui } from '@lingui/react/macro';
import { Card } from '#ui/card.tsx';
import { Short } from '#ui/copy.tsx';
import type { Config, Opening } from './race.rules.ts';

export function Fairness({ race, config }: { race: Opening; config: Config }) {
  const { t } = useLingui();
  const { round, seedHash } = race;
  return (
    <Card title={t`How race ${round} is drawn`}>
      <p className="m-0 text-sm text-pretty text-muted">
        {config.rule === 'validator' ? (
          <Trans>
            The ranking is read from a hash of three things: a transaction of the chain's own validator in the
            first block after betting, our sealed number, and the race's name. Neither we nor the validator
            nor a player can choose it.
          </Trans>
        ) : (
          <Trans>
            The ranking is read from the hash of the last transaction in the first block after betting that
            its own validator has ended. Our sealed number is opened afterwards and takes no part in it.
          </Trans>
        )}
      </p>
      {seedHash !== null && (
        <div className="mt-2 flex items-center justify-between gap-3">
          <span className="text-[13px] leading-snug text-muted">
            <Trans>Seal of our number, known before the first bet</Trans>
          </span>
          <Short
            text={seedHash}
            label={t`Copy the seal`}
            className="-mr-3 font-mono text-[13px] font-semibold"
          />
        </div>
      )}
    </Card>
  );
}
