// The wallet is asked to approve a withdrawal to another address: what it shows, for comparison.
import { Trans, useLingui } from '@lingui/react/macro';
import { Moment, SLOW_MS } from '#features/assets/moment.tsx';
import { openText } from '#lib/amounts.ts';
import { useAfter } from '#lib/use-after.ts';
import { Fact, Facts } from '#ui/card.tsx';
import type { Asset } from './withdraw.rules.ts';

interface ApprovalProps {
  asset: Asset;
  amount: string;
  recipient: string;
  /** The wallet has signed, and the server has not answered yet. */
  isSigned: boolean;
}

export function WithdrawApproval({ asset, amount, recipient, isSigned }: ApprovalProps) {
  const { t, i18n } = useLingui();
  const slow = useAfter(SLOW_MS);
  const { coin } = asset;
  const figure = (value: string) => `${openText(value, i18n.locale, { max: Infinity })} ${coin}`;
  return (
    <Moment
      coin={coin}
      title={isSigned ? t`Checking the signature` : t`Sign with your wallet to approve this withdrawal`}
      text={isSigned ? t`One moment.` : t`Check that your wallet shows the same text, then sign it there.`}
    >
      <div className="rounded-control bg-wash px-3.5 py-1 text-left">
        <Facts>
          <Fact label={<Trans>Amount</Trans>}>{figure(amount)}</Fact>
          <Fact label={<Trans>Fee, part of the amount</Trans>}>{figure(asset.withdrawFee)}</Fact>
          <Fact label={<Trans>Recipient</Trans>}>
            <span className="font-mono break-all">{recipient}</span>
          </Fact>
        </Facts>
      </div>
      <p className="m-0 min-h-10 text-sm text-pretty text-amber-ink">
        {slow && !isSigned && <Trans>Don't see it? Open your wallet.</Trans>}
      </p>
    </Moment>
  );
}
