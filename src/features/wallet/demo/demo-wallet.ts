// Assembles the demo wallet: this browser's storage, the devnet's node, ethers on use, and the user's consent.
import { call } from '#api/client.ts';
import { createDemoProvider, type DemoDeps, type DemoFacts } from './demo-provider.ts';
import { askPerson } from './demo-prompt.ts';
import { askNode } from './demo-rpc.ts';
import { demoStore } from './demo-state.ts';

let known: Promise<DemoFacts> | undefined;

async function askFacts(): Promise<DemoFacts> {
  const { chainId, rpcUrl, items } = await call('GET /api/assets/list');
  const tokens = items.flatMap(({ coin, decimals, contract }) =>
    contract === null ? [] : [[contract.toLowerCase(), { coin, decimals }] as const],
  );
  return { chainId, rpcUrl: new URL(rpcUrl, location.origin).href, tokens: new Map(tokens) };
}

function facts(): Promise<DemoFacts> {
  known ??= askFacts();
  known.catch(() => (known = undefined));
  return known;
}

export const openDemoWallet = (emit: DemoDeps['emit']) =>
  createDemoProvider({
    store: demoStore,
    facts,
    signer: () => import('./demo-signer.ts'),
    rpc: askNode,
    consent: askPerson,
    fund: async (address) => void (await call('POST /api/demo/faucet', { address })),
    emit,
  });
