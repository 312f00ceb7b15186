// The demo wallet's answers (EIP-1193). Storage, signer, node and the user's consent are injected, so that every method
// can be tested without a browser.
import { sameAddress } from '#rules/addresses.ts';
import {
  type ProviderEvents,
  type Request,
  RPC_ERROR,
  RpcError,
  hexChainId,
  readChainId,
} from '#features/wallet/eip1193.ts';
import type { DemoPrompt, Token } from './demo-prompt.ts';
import { isPassedOn } from './demo-rpc.ts';
import type * as Signer from './demo-signer.ts';
import {
  type DemoAccount,
  type DemoChain,
  type DemoState,
  readDemoState,
  selectedAddress,
} from './demo-state.ts';
import { readSend, readTransfer, readableText } from './demo-transaction.ts';

export interface DemoFacts extends DemoChain {
  /** By contract address, in lower case. */
  tokens: ReadonlyMap<string, Token>;
}

export interface DemoDeps {
  store: { read(): DemoState; write(state: DemoState): void };
  /** The app's chain and tokens. */
  facts(): Promise<DemoFacts>;
  signer(): Promise<typeof Signer>;
  rpc(url: string, method: string, params?: unknown): Promise<unknown>;
  /** Whether the user agrees. */
  consent(prompt: DemoPrompt): Promise<boolean>;
  /** Requests gas and test USDT from the faucet. */
  fund(address: string): Promise<void>;
  emit<E extends keyof ProviderEvents>(event: E, value: Parameters<ProviderEvents[E]>[0]): void;
}

export const ACCOUNTS = 2;

export function createDemoProvider(deps: DemoDeps) {
  const { store } = deps;
  let asking = false;

  const change = (patch: Partial<DemoState>): DemoState => {
    const state = { ...store.read(), ...patch };
    store.write(state);
    return state;
  };
  const accounts = (): string[] => {
    const address = selectedAddress(store.read());
    return address === undefined ? [] : [address];
  };
  const chain = async (): Promise<DemoChain> => store.read().chain ?? (await deps.facts());

  async function ask(prompt: DemoPrompt): Promise<void> {
    if (asking) throw new RpcError(RPC_ERROR.pending, 'A request is open already');
    asking = true;
    try {
      if (!(await deps.consent(prompt))) throw new RpcError(RPC_ERROR.rejected, 'User rejected the request.');
    } finally {
      asking = false;
    }
  }

  /** Creates each account's key once and funds each account once; if the faucet fails, the next connection retries. */
  async function open(index: number): Promise<DemoAccount> {
    const { newKey } = await deps.signer();
    const known = store.read().accounts;
    const all = [...known];
    while (all.length <= index) all.push({ ...newKey(), funded: false });
    const account = all[index];
    if (!account) throw new RpcError(RPC_ERROR.internal, 'no such account');
    if (all.length > known.length) change({ accounts: all });
    if (!account.funded) void fund(account.address);
    return account;
  }
  async function fund(address: string): Promise<void> {
    try {
      await deps.fund(address);
      const marked = store
        .read()
        .accounts.map((one) => (one.address === address ? { ...one, funded: true } : one));
      change({ accounts: marked });
    } catch {
      // Signing in needs no gas; the next connection retries.
    }
  }

  function keyOf(address: unknown): DemoAccount {
    const { accounts: all, selected, connected } = store.read();
    const account = all[selected];
    if (!connected || !account || typeof address !== 'string' || !sameAddress(account.address, address))
      throw new RpcError(RPC_ERROR.unauthorized, 'This account is not connected');
    return account;
  }

  async function connect(): Promise<string[]> {
    const wasConnected = store.read().connected;
    const { address } = await open(store.read().selected);
    change({ connected: true });
    if (!wasConnected) {
      deps.emit('connect', { chainId: hexChainId((await chain()).chainId) });
      deps.emit('accountsChanged', [address]);
    }
    return [address];
  }

  async function sign([data, address]: readonly unknown[]): Promise<string> {
    const { key, address: own } = keyOf(address);
    if (typeof data !== 'string')
      throw new RpcError(RPC_ERROR.invalidParams, 'personal_sign takes [data, address]');
    const hex = /^0x([0-9a-f]{2})*$/i.test(data) ? data : undefined;
    const text = hex === undefined ? data : readableText(hex);
    await ask({ kind: 'sign', address: own, text: text ?? data, readable: text !== undefined });
    const { hexOf, signBytes } = await deps.signer();
    return signBytes(key, hex ?? hexOf(data));
  }

  async function send([param]: readonly unknown[]): Promise<unknown> {
    const request = readSend(param);
    if (!request) throw new RpcError(RPC_ERROR.invalidParams, 'not a transaction');
    const { key, address } = keyOf((param as { from?: unknown }).from);
    const [{ chainId, rpcUrl }, { tokens }] = await Promise.all([chain(), deps.facts()]);
    const question = { from: address, to: request.to, value: hex(request.value), data: request.data };
    const [gas, price] = await Promise.all([
      deps.rpc(rpcUrl, 'eth_estimateGas', [question]),
      deps.rpc(rpcUrl, 'eth_gasPrice'),
    ]);
    // A fifth above the estimate: a contract's state may change before the transaction is mined.
    const gasLimit = (BigInt(String(gas)) * 6n) / 5n;
    const gasPrice = BigInt(String(price));
    const transfer = request.to === null ? undefined : readTransfer(request.data);
    const token = transfer && tokens.get(request.to?.toLowerCase() ?? '');
    await ask({ kind: 'send', address, send: request, transfer, token, fee: gasLimit * gasPrice, chainId });
    const nonce = Number(await deps.rpc(rpcUrl, 'eth_getTransactionCount', [address, 'pending']));
    const { signTransaction } = await deps.signer();
    const raw = signTransaction(key, { ...request, chainId, nonce, gasLimit, gasPrice });
    return deps.rpc(rpcUrl, 'eth_sendRawTransaction', [raw]);
  }

  async function goTo(target: DemoChain, isOwn: boolean): Promise<null> {
    const before = (await chain()).chainId;
    change({ chain: isOwn ? null : target });
    if (before !== target.chainId) deps.emit('chainChanged', hexChainId(target.chainId));
    return null;
  }

  async function switchTo([param]: readonly unknown[]): Promise<null> {
    const wanted = readChainId((param as { chainId?: unknown } | undefined)?.chainId);
    const own = await deps.facts();
    const target = [own, ...store.read().chains].find(({ chainId }) => chainId === wanted);
    if (!target) throw new RpcError(RPC_ERROR.unknownChain, 'This chain is not known to the wallet');
    if ((await chain()).chainId === wanted) return null;
    await ask({ kind: 'chain', chainId: wanted });
    return goTo({ chainId: target.chainId, rpcUrl: target.rpcUrl }, wanted === own.chainId);
  }

  async function addChain([param]: readonly unknown[]): Promise<null> {
    const { chainId, rpcUrls } = (param ?? {}) as { chainId?: unknown; rpcUrls?: unknown };
    const added = {
      chainId: readChainId(chainId),
      rpcUrl: String((rpcUrls as unknown[] | undefined)?.[0] ?? ''),
    };
    if (!Number.isSafeInteger(added.chainId) || !URL.canParse(added.rpcUrl))
      throw new RpcError(RPC_ERROR.invalidParams, 'not a chain');
    const own = await deps.facts();
    await ask({ kind: 'chain', ...added });
    const others = store.read().chains.filter((one) => one.chainId !== added.chainId);
    if (added.chainId !== own.chainId) change({ chains: [...others, added] });
    return goTo(added, added.chainId === own.chainId);
  }

  function revoke(): null {
    if (store.read().connected) {
      change({ connected: false });
      deps.emit('accountsChanged', []);
      deps.emit('disconnect', new RpcError(RPC_ERROR.disconnected, 'The wallet was disconnected'));
    }
    return null;
  }

  async function request({ method, params = [] }: Request): Promise<unknown> {
    const list = Array.isArray(params) ? (params as readonly unknown[]) : [params];
    switch (method) {
      case 'eth_requestAccounts':
        return connect();
      case 'eth_accounts':
        return accounts();
      case 'eth_chainId':
        return hexChainId((await chain()).chainId);
      case 'net_version':
        return String((await chain()).chainId);
      case 'personal_sign':
        return sign(list);
      case 'eth_sendTransaction':
        return send(list);
      case 'wallet_switchEthereumChain':
        return switchTo(list);
      case 'wallet_addEthereumChain':
        return addChain(list);
      case 'wallet_revokePermissions':
        return revoke();
      default:
        if (isPassedOn(method)) return deps.rpc((await chain()).rpcUrl, method, params);
        throw new RpcError(RPC_ERROR.unsupported, `${method} is not supported`);
    }
  }

  /** The user chooses another account in the wallet's own panel. */
  async function selectAccount(index: number): Promise<void> {
    const { address } = await open(index);
    if (store.read().selected === index) return;
    const { connected } = change({ selected: index });
    if (connected) deps.emit('accountsChanged', [address]);
  }

  /** Another tab wrote the state: this tab's page is notified as if it had happened here. */
  function changedElsewhere(before: string | null, after: string | null): void {
    const [old, now] = [readDemoState(before), readDemoState(after)].map(selectedAddress);
    if (old !== now) deps.emit('accountsChanged', now === undefined ? [] : [now]);
  }

  return { request, selectAccount, revoke, changedElsewhere };
}

export type DemoProvider = ReturnType<typeof createDemoProvider>;

const hex = (value: bigint): string => `0x${value.toString(16)}`;
