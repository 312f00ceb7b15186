// Moments of a deposit that consist of a sentence and a picture: waiting for the wallet, the wrong network, an error.
import { Trans, useLingui } from '@lingui/react/macro';
import { Notice } from '#ui/notice.tsx';
import { useAfter } from '#lib/use-after.ts';
import { Moment, SLOW_MS } from '#features/assets/moment.tsx';
import { networkName } from '#lib/network.ts';
import { openText } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { Fact, Facts } from '#ui/card.tsx';
import { Address } from '#ui/copy.tsx';
import { faultWords } from './deposit.words.ts';
import type { Flow, Order } from './flow.ts';
import { TestMoney } from './test-money.tsx';

/** What the wallet should show, for comparison. */
function Agreed({ order }: { order: Order }) {
  const { i18n } = useLingui();
  return (
    <div className="rounded-control bg-wash px-3.5 py-1 text-left">
      <Facts>
        <Fact label={<Trans>You send</Trans>}>
          {openText(order.amount, i18n.locale, { max: Infinity })} {order.coin}
        </Fact>
        <Fact label={<Trans>To {BRAND.name}</Trans>}>
          <Address address={order.treasury} className="-my-3 -mr-3" />
        </Fact>
      </Facts>
    </div>
  );
}

export function InWallet({ order }: { order: Order }) {
  const { t } = useLingui();
  const slow = useAfter(SLOW_MS);
  return (
    <Moment
      coin={order.coin}
      title={t`Confirm in your wallet`}
      text={t`Your wallet shows the transfer. Check that the amount and recipient match, then confirm there.`}
    >
      <Agreed order={order} />
      <p className="m-0 min-h-10 text-sm text-pretty text-amber-ink">
        {slow && (
          <Trans>
            Don't see it? Open your wallet and look for a waiting request. You can close this in the meantime.
          </Trans>
        )}
      </p>
    </Moment>
  );
}

export function WrongChain({ flow }: { flow: Extract<Flow, { at: 'wrong_chain' }> }) {
  const { t } = useLingui();
  const network = networkName(flow.order.chainId);
  return (
    <Moment
      coin={flow.order.coin}
      mark="info"
      title={t`Wrong network`}
      text={t`Your wallet is on another network. ${BRAND.name} runs on ${network}. Nothing was sent.`}
    >
      {flow.refused && (
        <Notice tone="amber" icon="warn" alert>
          <Trans>
            The network wasn't switched. Try again, or switch it in your wallet and then continue.
          </Trans>
        </Notice>
      )}
    </Moment>
  );
}

export function WentWrong({ flow, demo }: { flow: Extract<Flow, { at: 'fault' }>; demo: boolean }) {
  const { title, text } = faultWords(flow.kind);
  return (
    <Moment
      coin={flow.order.coin}
      mark={flow.kind === 'rejected' ? 'info' : 'warn'}
      title={title}
      text={text}
    >
      {flow.words !== null && (
        <p className="m-0 rounded-control bg-wash px-3.5 py-3 text-left text-sm text-muted wrap-anywhere">
          <Trans>Your wallet said: {flow.words}</Trans>
        </p>
      )}
      {demo && flow.kind === 'no_gas' && (
        <div className="text-left">
          <TestMoney owner={flow.order.owner} />
        </div>
      )}
    </Moment>
  );
}
