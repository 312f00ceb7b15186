// Cards of the withdrawals that are on their way, and of those that came to their end during this visit.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { assetsQuery } from '#features/assets/assets.queries.ts';
import { type FundRecord, STATE_NAMES, STATE_TONES } from '#features/assets/record-words.ts';
import { TxLink } from '#features/assets/tx-link.tsx';
import { amountText, shortAddress } from '#lib/amounts.ts';
import { IconButton } from '#ui/button.tsx';
import { Card, Tag } from '#ui/card.tsx';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { StateSentence } from './withdraw-state.tsx';
import { isOpen } from './withdraw.rules.ts';
import { putAway, useWithdrawals } from './withdrawals.ts';

export function OpenWithdrawals() {
  const records = useWithdrawals();
  const { data } = useQuery(assetsQuery());
  if (!records || records.length === 0) return null;
  return (
    <Card title={<Trans>Withdrawals</Trans>}>
      <ul className="m-0 grid list-none divide-y divide-line p-0">
        {records.map((record) => (
          <Row key={record.entry} record={record} explorerUrl={data?.explorerUrl ?? null} />
        ))}
      </ul>
    </Card>
  );
}

function Row({ record, explorerUrl }: { record: FundRecord; explorerUrl: string | null }) {
  const { t, i18n } = useLingui();
  const { coin, state, address, txHash } = record;
  const receiver = address && shortAddress(address);
  const amount = amountText(record.amount.replace('-', ''), i18n.locale);
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1.5 py-3 first:pt-0 last:pb-0">
      <CoinIcon coin={coin} size={40} />
      <div className="flex min-w-0 items-start justify-between gap-2">
        <p className="m-0 min-w-0 leading-tight">
          <span className="figures block font-semibold wrap-anywhere">
            {amount} {coin}
          </span>
          {address !== null && (
            <span className="figures text-[13px] text-muted" title={address}>
              <Trans>to {receiver}</Trans>
            </span>
          )}
        </p>
        <span className="flex shrink-0 items-center">
          <Tag tone={STATE_TONES[state]}>{i18n._(STATE_NAMES[state])}</Tag>
          {!isOpen(record) && (
            <IconButton
              icon="close"
              label={t`Put away`}
              onClick={() => putAway(record.entry)}
              className="-my-2.5 -mr-2.5 text-muted"
            />
          )}
        </span>
      </div>
      <div className="col-start-2">
        <StateSentence record={record} />
        {txHash !== null && (
          <p className="m-0 flex min-h-11 items-center gap-2 text-[13px] text-muted">
            <Trans>Transaction</Trans> <TxLink hash={txHash} explorerUrl={explorerUrl} />
          </p>
        )}
      </div>
    </li>
  );
}
