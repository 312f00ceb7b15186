// The buttons of the exchange sheet. Offline none of them leads to money that moves.
import { Trans, useLingui } from '@lingui/react/macro';
import { Notice, OfflineNotice } from '#ui/notice.tsx';
import { go } from '#lib/navigate.ts';
import { Button } from '#ui/button.tsx';
import { isAboutAmount, openMoney, refusalText } from './exchange.words.ts';
import type { Exchange } from './use-exchange.ts';

interface ActionsProps {
  exchange: Exchange;
  /** Of the form. */
  id: string;
  onClose: () => void;
}

export function ExchangeActions({ exchange, id, onClose }: ActionsProps) {
  const { i18n } = useLingui();
  if (exchange.done)
    return (
      <>
        <Button
          look="ghost"
          wide
          onClick={() => void go('/pages/asset/capital?category=exchange').finally(onClose)}
        >
          <Trans>View in fund history</Trans>
        </Button>
        <Button look="secondary" wide onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </>
    );
  const amount = openMoney(exchange.amount, exchange.pair.from, i18n.locale);
  return (
    <>
      <Button
        wide
        type="submit"
        form={id}
        busy={exchange.busy}
        disabled={!exchange.busy && (!exchange.online || exchange.waits)}
      >
        {exchange.problem === null ? <Trans>Exchange {amount}</Trans> : <Trans>Exchange</Trans>}
      </Button>
      {exchange.online ? <Obstacle exchange={exchange} /> : <OfflineNotice />}
    </>
  );
}

/** Why there is no quote, or why nothing was exchanged, where the hand is. What is about the amount stands at its field. */
function Obstacle({ exchange }: { exchange: Exchange }) {
  const { refusal, quoteError, circumstances } = exchange;
  if (refusal && refusal.about !== 'amount')
    return (
      <Notice tone={refusal.about === 'moved' ? 'amber' : 'bad'} icon="warn" alert>
        {refusal.text}
      </Notice>
    );
  if (!quoteError || isAboutAmount(quoteError)) return null;
  return (
    <Notice tone="amber" icon="clock" alert>
      {refusalText(quoteError, circumstances)}
    </Notice>
  );
}
