// Card with pending deposits, including those of a page that was closed half-way, and those credited during this visit.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { cached } from '#api/queries.ts';
import { TxLink } from '#features/assets/tx-link.tsx';
import { amountText } from '#lib/amounts.ts';
import { timeText } from '#lib/time.ts';
import { IconButton } from '#ui/button.tsx';
import { Card, Tag } from '#ui/card.tsx';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { useNow } from '#ui/now.ts';
import { isOver, type Status } from './deposit.rules.ts';
import { statusTag, statusText } from './deposit.words.ts';
import { putAway } from './deposits.ts';
import { useDeposits, type Shown } from './use-deposits.ts';

export function OpenDeposits() {
  const { data } = useQuery(cached('GET /api/assets/list'));
  const shown = useDeposits(data);
  if (shown.length === 0) return null;
  return (
    <Card title={<Trans>Deposits</Trans>}>
      <ul className="m-0 grid list-none divide-y divide-line p-0">
        {shown.map((each) => (
          <Row key={each.deposit.id} shown={each} explorerUrl={data?.explorerUrl ?? null} />
        ))}
      </ul>
    </Card>
  );
}

function toneOf(status: Status | null) {
  if (status?.is === 'credited') return 'good';
  if (status?.is === 'failed') return 'bad';
  return status?.is === 'replaced' || status?.is === 'lost' ? 'quiet' : 'amber';
}

/** The user may dismiss a deposit that no longer changes, or does not seem to arrive. */
const mayEnd = (status: Status | null): boolean =>
  status !== null && (isOver(status) || (status.is === 'sent' && status.slow));

function Row({
  shown: { deposit, status, away },
  explorerUrl,
}: {
  shown: Shown;
  explorerUrl: string | null;
}) {
  const { t, i18n } = useLingui();
  const now = useNow(15_000);
  const { coin, hash, sentAt, id } = deposit;
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1.5 py-3 first:pt-0 last:pb-0">
      <CoinIcon coin={coin} size={40} />
      <div className="flex min-w-0 items-start justify-between gap-2">
        <p className="m-0 min-w-0 leading-tight">
          <span className="figures block font-semibold wrap-anywhere">
            {amountText(deposit.amount, i18n.locale)} {coin}
          </span>
          <span className="text-xs text-muted">{timeText(sentAt, i18n.locale, now)}</span>
        </p>
        <span className="flex shrink-0 items-center">
          <Tag tone={toneOf(status)}>{statusTag(status)}</Tag>
          {mayEnd(status) && (
            <IconButton
              icon="close"
              label={t`Dismiss`}
              onClick={() => void putAway(id)}
              className="-my-2.5 -mr-2.5 text-muted"
            />
          )}
        </span>
      </div>
      <div className="col-start-2">
        <p role="status" className="m-0 text-sm text-pretty text-muted">
          {away && !(status && isOver(status)) ? (
            <Trans>Can't reach the network. Your deposit continues anyway.</Trans>
          ) : (
            statusText(status)
          )}
        </p>
        <p className="m-0 flex min-h-11 items-center gap-2 text-sm text-muted">
          <Trans>Transaction</Trans> <TxLink hash={hash} explorerUrl={explorerUrl} />
        </p>
      </div>
    </li>
  );
}
