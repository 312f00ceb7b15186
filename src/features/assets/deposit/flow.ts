// One deposit from the button to the hash: the wallet is checked and asked, and every outcome has a state. It lives
// outside the sheet, since a wallet may answer after the sheet was closed; only one runs at a time.
import { sameAddress } from '#rules/addresses.ts';
import { atom } from 'jotai';
import { WalletFault, type ConnectedWallet, type WalletFaultKind } from '#lib/connected-wallet.ts';
import { transferData } from '#features/assets/chain-reads.ts';
import type { Deposit } from './deposit.rules.ts';

/** What the user has agreed to send. */
export interface Order {
  coin: string;
  /** Decimal string. */
  amount: string;
  /** In the token's smallest units. */
  units: bigint;
  decimals: number;
  token: string;
  treasury: string;
  owner: string;
  chainId: number;
}

export type Fault = Exclude<WalletFaultKind, 'wrong_chain'>;

export type Flow =
  | { at: 'form' }
  /** The wallet has the request, or is being reached. */
  | { at: 'wallet'; order: Order }
  /** `refused`: it was asked to switch and did not. */
  | { at: 'wrong_chain'; order: Order; switching: boolean; refused: boolean }
  /** `words`: the wallet's message. */
  | { at: 'fault'; order: Order; kind: Fault; words: string | null }
  | { at: 'sent'; id: string };

export const FORM: Flow = { at: 'form' };
export const flowAtom = atom<Flow>(FORM);

export interface FlowDeps {
  wallet(): Promise<ConnectedWallet>;
  /** Head of the chain; null when the node does not answer. */
  head(): Promise<number | null>;
  keep(deposit: Deposit): Promise<void>;
  show(flow: Flow): void;
  now(): number;
  newId(): string;
}

/** Long enough for a sentence, too short for a stack trace. */
const MOST_WORDS = 200;

function wordsOf(fault: WalletFault): string | null {
  const { message } = (fault.cause ?? {}) as { message?: unknown };
  return fault.kind === 'failed' && typeof message === 'string' && message
    ? message.slice(0, MOST_WORDS)
    : null;
}

const asFault = (error: unknown): WalletFault =>
  error instanceof WalletFault ? error : new WalletFault('failed', error);

/** Sends the order. Errors are shown, never thrown. */
export async function send(order: Order, deps: FlowDeps): Promise<void> {
  deps.show({ at: 'wallet', order });
  try {
    const wallet = await deps.wallet();
    if (!sameAddress(wallet.address, order.owner)) throw new WalletFault('disconnected');
    if ((await wallet.chainId()) !== order.chainId) throw new WalletFault('wrong_chain');
    const block = await deps.head();
    const hash = await wallet.send({ to: order.token, data: transferData(order.treasury, order.units) });
    const { coin, amount, decimals, token, treasury, owner, chainId } = order;
    const id = deps.newId();
    const facts = { coin, amount, decimals, token, treasury, owner, chainId };
    const fresh = { block: block ?? 0, sentAt: deps.now(), sender: null, nonce: null };
    await deps.keep({ id, hash, ...facts, ...fresh });
    deps.show({ at: 'sent', id });
  } catch (error) {
    const fault = asFault(error);
    if (fault.kind === 'wrong_chain')
      deps.show({ at: 'wrong_chain', order, switching: false, refused: false });
    else deps.show({ at: 'fault', order, kind: fault.kind, words: wordsOf(fault) });
  }
}

/** Asks the wallet to switch to the app's chain, then continues. */
export async function switchAndSend(order: Order, deps: FlowDeps): Promise<void> {
  deps.show({ at: 'wrong_chain', order, switching: true, refused: false });
  try {
    await (await deps.wallet()).goToChain();
  } catch (error) {
    const { kind } = asFault(error);
    if (kind === 'disconnected' || kind === 'pending') deps.show({ at: 'fault', order, kind, words: null });
    else deps.show({ at: 'wrong_chain', order, switching: false, refused: true });
    return;
  }
  await send(order, deps);
}
