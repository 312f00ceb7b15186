// Said at the top while the fund holds nothing: what is not possible, and what is.
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Card } from '#ui/card.tsx';
import { Notice } from '#ui/notice.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { indexQuery } from './buyback.queries.ts';

export function EmptyFund() {
  const staking = useQuery(indexQuery()).data?.features.staking === true;
  return (
    <Card>
      <Notice tone="amber" icon="clock">
        <strong className="block">
          <Trans>The fund is empty now</Trans>
        </strong>
        <Trans>
          It holds less than 0.01 USDT. It can buy again once somebody pays for a miner or hashrate. What you
          hold stays yours, and your miner goes on producing.
        </Trans>
      </Notice>
      {staking && (
        <LinkButton to="/pages/pledge/index" className="mt-3">
          <Trans>Stake meanwhile</Trans>
        </LinkButton>
      )}
    </Card>
  );
}
