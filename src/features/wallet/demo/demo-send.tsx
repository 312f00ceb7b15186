// What a transaction does, in words: asset, exact amount, recipient, fee.
import { Trans, useLingui } from '@lingui/react/macro';
import { fromUnits } from '#rules/amounts.ts';
import { openText } from '#lib/amounts.ts';
import { Fact, Facts } from '#ui/card.tsx';
import type { SendPrompt } from './demo-prompt.ts';

/** Every token of the app has 18 decimals; another's amount is shown in its smallest units rather than wrongly. */
const sized = (amount: bigint, decimals: number | undefined): string =>
  decimals === 18 ? fromUnits(amount) : amount.toString();

export function SendDetails({ prompt }: { prompt: SendPrompt }) {
  const { i18n } = useLingui();
  const { send, transfer, token, fee } = prompt;
  const text = (units: string) => openText(units, i18n.locale, { max: 18 });
  const call = !transfer && send.data !== '0x';
  return (
    <Facts>
      {transfer && (
        <Fact label={<Trans>Amount</Trans>}>
          {text(sized(transfer.amount, token?.decimals))}{' '}
          {token?.coin ?? <Trans>smallest units of an unknown token</Trans>}
        </Fact>
      )}
      {(send.value > 0n || !transfer) && (
        <Fact label={<Trans>Amount</Trans>}>{text(fromUnits(send.value))} BNB</Fact>
      )}
      <Fact label={<Trans>Recipient</Trans>}>{transfer?.to ?? send.to ?? <Trans>a new contract</Trans>}</Fact>
      {call && (
        <Fact label={<Trans>Contract call</Trans>}>
          <span className="block max-h-24 overflow-y-auto text-xs">{send.data}</span>
        </Fact>
      )}
      <Fact label={<Trans>Network fee, at most</Trans>}>{text(fromUnits(fee))} BNB</Fact>
    </Facts>
  );
}
