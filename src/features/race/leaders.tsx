// The largest payouts of a race; addresses are masked by the server.
import { Trans, useLingui } from '@lingui/react/macro';
import { SHOWN_DECIMALS } from '#lib/amounts.ts';
import { openAdit } from '#ui/figure.ts';
import type { Result } from './race.rules.ts';

export function Leaders({ leaders }: Pick<Result, 'leaders'>) {
  const { t, i18n } = useLingui();
  const figure = (amount: string) => openAdit(amount, i18n.locale, SHOWN_DECIMALS);
  return (
    <div>
      <h3 className="m-0 mb-1 text-[15px] font-semibold">
        <Trans>Leaders of this race</Trans>
      </h3>
      {leaders.length === 0 ? (
        <p className="m-0 text-sm text-muted">
          <Trans>Nobody had bet on the champion.</Trans>
        </p>
      ) : (
        <ol aria-label={t`Leaders of this race`} className="m-0 list-none divide-y divide-line p-0">
          {leaders.map(({ address, stake, payout }, place) => {
            const staked = figure(stake);
            const rank = place + 1;
            return (
              <li key={`${address} ${rank}`} className="flex min-h-11 items-center gap-3 py-1.5 text-sm">
                <span className="figures w-5 text-muted">{rank}</span>
                <span className="min-w-0 grow leading-tight">
                  <span className="figures block truncate font-medium">{address}</span>
                  <span className="figures block text-[13px] text-muted">
                    <Trans>of {staked} staked</Trans>
                  </span>
                </span>
                <span className="figures min-w-0 text-right font-semibold wrap-anywhere">
                  {figure(payout)}
                </span>
              </li>
            );
          })}
        </ol>
      )}
    </div>
  );
}
