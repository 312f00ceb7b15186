// Texts about what is wrong with an amount or an address, and about the daily limit.
import { t } from '@lingui/core/macro';
import { amountText, openText } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { networkName } from '#lib/network.ts';
import { tooLittleText } from '#ui/figure.ts';
import { nextDay } from '#rules/days.ts';
import { timeWithin } from '#lib/time.ts';
import type { WalletFaultKind } from '#lib/connected-wallet.ts';
import { type AddressProblem, type KnownAddresses, tokenAt } from './address.rules.ts';
import type { AmountProblem, Asset } from './withdraw.rules.ts';

/** The daily limit allows no more than `left`; `resetsAt` in milliseconds since the epoch. */
function limitText(coin: string, left: string, resetsAt: number, language: string): string {
  const time = timeWithin(resetsAt, language);
  if (/^[0.]*$/.test(left)) return t`You've used today's ${coin} limit. A new one starts ${time}.`;
  const most = `${amountText(left, language)} ${coin}`;
  return t`You can withdraw ${most} more today. Your limit resets ${time}.`;
}

function leastText(coin: string, minimum: string, language: string): string {
  const least = `${openText(minimum, language, { max: Infinity })} ${coin}`;
  return t`The smallest withdrawal is ${least}.`;
}

export function amountProblemText(
  problem: Exclude<AmountProblem, 'empty' | 'invalid'>,
  asset: Asset,
  now: number,
  language: string,
): string {
  const { coin, minWithdraw, withdrawLeft } = asset;
  switch (problem) {
    case 'balance':
      return tooLittleText(`${amountText(asset.balance, language)} ${coin}`);
    case 'limit':
      return limitText(coin, withdrawLeft ?? '0', nextDay(now).getTime(), language);
    case 'min':
      return leastText(coin, minWithdraw, language);
  }
}

export function addressProblemText(
  problem: AddressProblem,
  address: string,
  { known, chainId }: { known: KnownAddresses; chainId: number },
): string {
  switch (problem) {
    case 'empty':
      return t`Enter the address`;
    case 'network': {
      const network = networkName(chainId);
      return t`This link is for another network. Ask for an address on ${network}.`;
    }
    case 'link':
      return t`We can't read this link. Paste only the wallet address.`;
    case 'shape':
      return t`This isn't a wallet address. Addresses start with 0x, followed by 40 digits or letters from a to f.`;
    case 'checksum':
      return t`This address has a typo: its capital letters don't match. Copy it again.`;
    case 'unowned':
      return t`Nobody owns this address. Coins sent there would be lost.`;
    case 'token': {
      const coin = tokenAt(address, known) ?? '';
      return t`This is ${coin}'s contract, not a wallet. Coins sent there would be lost.`;
    }
    case 'treasury': {
      const { name } = BRAND;
      return t`This is ${name}'s deposit address, not your wallet.`;
    }
  }
}

/** Why the wallet did not approve a withdrawal. */
export function walletFaultText(kind: WalletFaultKind): string {
  switch (kind) {
    case 'rejected':
      return t`You declined in your wallet. Nothing was sent.`;
    case 'pending':
      return t`Another request is open in your wallet. Answer it there, then try again. Nothing was sent.`;
    case 'disconnected':
      return t`Your wallet has to approve this. Unlock it and choose this account. Nothing was sent.`;
    default:
      return t`Your wallet didn't sign. Nothing was sent. Try again.`;
  }
}

/** What the server may include with 1302: the daily limit, or the coin's minimum. */
type AmountData = Partial<Record<'coin' | 'left' | 'resetsAt' | 'minimum', unknown>>;

/** The server's refusal of an amount, with figures; undefined if it sent none. */
export function amountRefusal(data: unknown, language: string): string | undefined {
  const { coin, left, resetsAt, minimum } = (data ?? {}) as AmountData;
  if (typeof coin !== 'string') return undefined;
  if (typeof left === 'string' && typeof resetsAt === 'string')
    return limitText(coin, left, Date.parse(resetsAt), language);
  return typeof minimum === 'string' ? leastText(coin, minimum, language) : undefined;
}
