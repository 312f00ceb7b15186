// Texts about a deposit: what happened, that nothing was lost, and what to do.
import { t } from '@lingui/core/macro';
import { amountText, openText } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { tooLittleText } from '#ui/figure.ts';
import { fromUnits } from '#rules/amounts.ts';
import type { Status } from './deposit.rules.ts';
import type { Fault } from './flow.ts';

interface Words {
  title: string;
  text: string;
}

/** More than the wallet holds; `held` in smallest units of 18 decimals. */
export function tooMuchText(
  { coin, amount, held }: { coin: string; amount: string; held: bigint | null },
  language: string,
): string {
  const full = (value: string, write = openText) => `${write(value, language, { max: Infinity })} ${coin}`;
  const [balance, wanted] = [full(fromUnits(held ?? 0n), amountText), full(amount)];
  return `${tooLittleText(balance)} ${t`Deposit amount: ${wanted}.`}`;
}

export function faultWords(kind: Fault): Words {
  switch (kind) {
    case 'rejected':
      return {
        title: t`Deposit cancelled`,
        text: t`You declined in your wallet. Nothing was sent and nothing was charged.`,
      };
    case 'pending':
      return {
        title: t`Your wallet is already waiting for you`,
        text: t`Another request is open in your wallet. Answer it there, then try again. Nothing was sent.`,
      };
    case 'disconnected':
      return {
        title: t`Your wallet is not connected`,
        text: t`It may be locked, on another account, or gone from this browser. Connect it again to continue. Nothing was sent.`,
      };
    case 'no_gas':
      return {
        title: t`Not enough BNB for the network fee`,
        text: t`A transfer costs a little BNB, paid to the network by your wallet. Add some BNB and try again. Nothing was sent.`,
      };
    case 'failed':
      return {
        title: t`Deposit failed`,
        text: t`Your wallet couldn't send it. If your wallet shows it as sent anyway, we'll credit it.`,
      };
  }
}

/** One or two words for a tag. */
export function statusTag(status: Status | null): string {
  switch (status?.is) {
    case 'confirming': {
      const { count, of } = status;
      return t`${count} of ${of}`;
    }
    case 'crediting':
      return t`Confirmed`;
    case 'credited':
      return t`Credited`;
    case 'failed':
      return t`Failed`;
    case 'replaced':
      return t`Replaced`;
    case 'lost':
      return t`Not found`;
    default:
      return t`Sent`;
  }
}

/** What its state means, and what happens next. */
export function statusText(status: Status | null): string {
  switch (status?.is) {
    case 'confirming':
      return t`Your deposit has arrived. We'll credit it after a few more confirmations.`;
    case 'crediting':
      return status.slow
        ? t`Crediting is taking longer than usual. Nothing is lost: your coins will appear in your balance.`
        : t`Confirmed. We're adding it to your balance.`;
    case 'credited':
      return t`Added to your balance.`;
    case 'failed':
      return t`The network refused this transfer. Your coins stayed in your wallet; only the network fee was paid.`;
    case 'replaced':
      return t`Your wallet put another transaction in this one's place, so this one moved nothing. If the new one is a transfer to ${BRAND.name}, we'll credit it.`;
    case 'lost':
      return t`The network can't find this transaction. Check your wallet: if it was sent, we'll credit it.`;
    default:
      return status?.slow
        ? t`The network is taking longer than usual; a higher fee in your wallet can speed it up. You don't need to do anything.`
        : t`Sent. Waiting for the network.`;
  }
}
