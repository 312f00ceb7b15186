// Connects and signs in with one wallet: accounts, chain, message, signature, session. Its dependencies are injected,
// so that every failure can be tested without a browser.
import { sameAddress } from '#rules/addresses.ts';
import type { Input, Output } from '#contract';
import { type ChainFacts, chainIdOf, switchChain } from './chain.ts';
import { type Provider, hexOfText, readAccounts, readChainId } from './eip1193.ts';
import { ConnectFault, type Stage, faultOf, isUnknownInvite } from './fault.ts';
import { within } from '#lib/within.ts';
import { signInMessage } from './sign-in-message.ts';

export type ConnectStep = 'connecting' | 'connected' | 'wrong_chain' | 'signing' | 'checking';
type Login = Output<'POST /api/auth/login'>;

export interface ConnectDeps {
  chain(): Promise<ChainFacts>;
  nonce(): Promise<string>;
  login(input: Input<'POST /api/auth/login'>): Promise<Login>;
  /** EIP-55 form of an address; wallets may answer in lower case, but the message needs the checksum. */
  checksum(address: string): Promise<string>;
  /** Milliseconds on the server's clock. */
  now(): number;
  place: { host: string; origin: string };
  invite: { read(): string | undefined; drop(): void };
  /** Maximum wait for an answer from the wallet, in milliseconds. */
  patienceMs: number;
}

export interface ConnectTalk {
  onStep(step: ConnectStep, address?: string): void;
  /** Resolves when the user agrees to ask the wallet to switch its chain. */
  askSwitch(wanted: ChainFacts): Promise<void>;
  onUnknownInvite(code: string): void;
}

export interface Connected {
  login: Login;
  address: string;
  chainId: number;
}

/** What the wallet is signing with, as far as it is known. */
interface Expected {
  address?: string;
  chainId?: number;
}

/** Rejects when the user leaves, when the wallet disconnects, or when it switches to another account or chain. */
function interruptions(provider: Provider, signal: AbortSignal, expected: Expected) {
  let reject: (fault: ConnectFault) => void = () => undefined;
  const broken = new Promise<never>((_resolve, fail) => (reject = fail));
  broken.catch(() => undefined);
  const onAbort = () => reject(new ConnectFault('cancelled'));
  const onDisconnect = () => reject(new ConnectFault('disconnected'));
  const onAccounts = (accounts: string[]) => {
    const [first] = readAccounts(accounts);
    const { address } = expected;
    if (address === undefined || (first && sameAddress(first, address))) return;
    reject(new ConnectFault(first ? 'account_switched' : 'disconnected'));
  };
  const onChain = (chainId: string) => {
    if (expected.chainId !== undefined && readChainId(chainId) !== expected.chainId)
      reject(new ConnectFault('chain_switched'));
  };
  signal.addEventListener('abort', onAbort);
  provider.on?.('disconnect', onDisconnect);
  provider.on?.('accountsChanged', onAccounts);
  provider.on?.('chainChanged', onChain);
  if (signal.aborted) onAbort();
  const stop = () => {
    signal.removeEventListener('abort', onAbort);
    provider.removeListener?.('disconnect', onDisconnect);
    provider.removeListener?.('accountsChanged', onAccounts);
    provider.removeListener?.('chainChanged', onChain);
  };
  return { broken, stop };
}

async function login(
  deps: ConnectDeps,
  talk: ConnectTalk,
  signed: { message: string; signature: string },
): Promise<Login> {
  const code = deps.invite.read();
  try {
    return await deps.login({ ...signed, ...(code !== undefined && { inviteCode: code }) });
  } catch (error) {
    if (code === undefined || !isUnknownInvite(error)) throw error;
    deps.invite.drop();
    talk.onUnknownInvite(code);
    // The refusal did not use up the nonce: the same signature is valid without the code.
    return deps.login(signed);
  }
}

/** @throws ConnectFault for every failure */
export async function connect(
  provider: Provider,
  deps: ConnectDeps,
  talk: ConnectTalk,
  signal: AbortSignal,
): Promise<Connected> {
  const expected: Expected = {};
  const { broken, stop } = interruptions(provider, signal, expected);
  let stage: Stage = 'connect';
  const wallet = (promise: Promise<unknown>) =>
    within(deps.patienceMs, Promise.race([promise, broken]), () => new ConnectFault('no_answer'));
  const ours = <T>(promise: Promise<T>) => Promise.race([promise, broken]);
  try {
    talk.onStep('connecting');
    const [account] = readAccounts(await wallet(provider.request({ method: 'eth_requestAccounts' })));
    if (account === undefined) throw new ConnectFault('no_account');
    const address = (expected.address = await ours(deps.checksum(account)));
    talk.onStep('connected', address);

    stage = 'chain';
    const [chain, current] = await Promise.all([
      ours(deps.chain()),
      wallet(provider.request({ method: 'eth_chainId' })),
    ]);
    let chainId = readChainId(current);
    while (chainId !== chain.chainId) {
      talk.onStep('wrong_chain', address);
      await ours(talk.askSwitch(chain));
      await wallet(switchChain(provider, chain, deps.place.origin));
      chainId = await ours(chainIdOf(provider));
    }
    expected.chainId = chainId;

    stage = 'sign';
    const nonce = await ours(deps.nonce());
    talk.onStep('signing', address);
    const message = signInMessage({
      domain: deps.place.host,
      uri: deps.place.origin,
      address,
      chainId,
      nonce,
      issuedAt: new Date(deps.now()).toISOString(),
    });
    const signature = await wallet(
      provider.request({ method: 'personal_sign', params: [hexOfText(message), address] }),
    );
    if (typeof signature !== 'string' || !signature.startsWith('0x')) throw new ConnectFault('sign_failed');

    stage = 'login';
    talk.onStep('checking', address);
    return { login: await ours(login(deps, talk, { message, signature })), address, chainId };
  } catch (error) {
    throw faultOf(stage, error);
  } finally {
    stop();
  }
}
