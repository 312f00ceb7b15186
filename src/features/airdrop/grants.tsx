// Everything that the account was given, newest first; its welcome hashrate stands at the very end.
import { Trans, useLingui } from '@lingui/react/macro';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '#api/errors.ts';
import { timeText } from '#lib/time.ts';
import { Card } from '#ui/card.tsx';
import { FailedView } from '#ui/failed-view.tsx';
import { Icon } from '#ui/icon.tsx';
import { More } from '#ui/more.tsx';
import { useNow } from '#ui/now.ts';
import { EmptyState } from '#ui/views.tsx';
import { type Grant, exactText } from './airdrop.rules.ts';

interface GrantsProps {
  grants: UseInfiniteQueryResult<InfiniteData<{ items: Grant[] }, string | null>>;
}

export function Grants({ grants }: GrantsProps) {
  const { t } = useLingui();
  const now = useNow(30_000);
  const rows = grants.data?.pages.flatMap(({ items }) => items);
  if (!rows) return <FailedView message={errorText(grants.error)} onRetry={() => void grants.refetch()} />;
  const none = rows.every(({ kind }) => kind === 'welcome');
  return (
    <Card title={<Trans>What you were given</Trans>}>
      {rows.length === 0 ? (
        <EmptyState icon="gift" title={t`Nothing yet`}>
          <Trans>Coupons that you redeem are listed here.</Trans>
        </EmptyState>
      ) : (
        <ul className="m-0 -my-1 list-none divide-y divide-line p-0">
          {rows.map((grant) => (
            <Row key={grant.id} grant={grant} now={now} />
          ))}
        </ul>
      )}
      {none && rows.length > 0 && (
        <p className="m-0 mt-3 text-[13px] text-pretty text-muted">
          <Trans>Coupons that you redeem are listed here.</Trans>
        </p>
      )}
      {grants.hasNextPage && (
        <div className="mt-3">
          <More
            failed={
              grants.isFetchNextPageError && !grants.isFetchingNextPage ? errorText(grants.error) : undefined
            }
            busy={grants.isFetchingNextPage}
            onMore={() => void grants.fetchNextPage({ cancelRefetch: false })}
          >
            <Trans>Show older ones</Trans>
          </More>
        </div>
      )}
    </Card>
  );
}

function Row({ grant, now }: { grant: Grant; now: number }) {
  const { i18n } = useLingui();
  const { kind, code, time, coin, amount, hashrate } = grant;
  return (
    <li className="flex min-h-16 items-center gap-3 py-2">
      <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-wash">
        <Icon name={kind === 'welcome' ? 'miner' : 'gift'} size={20} />
      </span>
      <span className="min-w-0 grow leading-tight">
        <span className="block font-semibold break-words">{code ?? <Trans>Welcome gift</Trans>}</span>
        <time dateTime={time} className="figures block text-[13px] text-muted">
          {timeText(time, i18n.locale, now)}
        </time>
      </span>
      <span className="max-w-1/2 shrink-0 text-right leading-tight">
        {amount !== null && <Given amount={amount}>{coin}</Given>}
        {hashrate !== null && (
          <Given amount={hashrate}>
            <Trans>Hashrate</Trans>
          </Given>
        )}
      </span>
    </li>
  );
}

/** How much, and below it of what. */
function Given({ amount, children }: { amount: string; children: ReactNode }) {
  const { i18n } = useLingui();
  return (
    <>
      <span className="figures block font-semibold wrap-anywhere text-malachite">
        {exactText(amount, i18n.locale, true)}
      </span>
      <span className="block text-[13px] text-muted">{children}</span>
    </>
  );
}
