// The deposit flow with its dependencies: wallet, node, device, clock. A second tap while one is in progress does
// nothing.
import { chainAt } from '#features/assets/chain-reads.ts';
import { connectedWallet } from '#lib/connected-wallet.ts';
import { uuid } from '#lib/ids.ts';
import { onSessionEnd } from '#lib/session.ts';
import { write } from '#lib/store.ts';
import { serverNow } from '#lib/time.ts';
import { addDeposit } from './deposits.ts';
import { FORM, type Flow, type FlowDeps, type Order, flowAtom, send, switchAndSend } from './flow.ts';

/** The current attempt. An attempt that was abandoned shows nothing any more, but what it sends is stored. */
let attempt: object | undefined;

onSessionEnd(() => backToForm());

function depsOf(own: object, rpcUrl: string): FlowDeps {
  const show = (flow: Flow) => {
    if (own === attempt) write(flowAtom, flow);
  };
  return {
    wallet: () => connectedWallet(),
    head: () =>
      chainAt(rpcUrl)
        .head()
        .catch(() => null),
    keep: addDeposit,
    show,
    now: serverNow,
    newId: uuid,
  };
}

async function once(rpcUrl: string, run: (deps: FlowDeps) => Promise<void>): Promise<void> {
  if (attempt) return;
  const own = (attempt = {});
  try {
    await run(depsOf(own, rpcUrl));
  } finally {
    if (own === attempt) attempt = undefined;
  }
}

export const sendOrder = (order: Order, rpcUrl: string): Promise<void> =>
  once(rpcUrl, (deps) => send(order, deps));

export const switchNetwork = (order: Order, rpcUrl: string): Promise<void> =>
  once(rpcUrl, (deps) => switchAndSend(order, deps));

/** Starts over. A request that is open in the wallet stays open: it cannot be withdrawn from here. */
export function backToForm(): void {
  attempt = undefined;
  write(flowAtom, FORM);
}

/** The sheet was closed: a finished flow is not shown again; an open wallet request is. */
export function leave(): void {
  if (!attempt) backToForm();
}
