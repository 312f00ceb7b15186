// The parts of a sign-in that touch the world: calls, clock, address bar, storage; and what is kept once it succeeded.
import { changed } from '#api/changes.ts';
import { call } from '#api/client.ts';
import { forgetAnswers, remember } from '#api/queries.ts';
import { storeOutboxToken } from '#api/outbox.ts';
import { dropInviteCode, inviteCodeAtom, rememberInviteCode } from '#lib/invite-code.ts';
import { startSession } from '#lib/session.ts';
import { read } from '#lib/store.ts';
import { serverNow } from '#lib/time.ts';
import { bind } from './bond.ts';
import { type ConnectDeps, type ConnectTalk, type Connected, connect } from './connect.ts';
import type { WalletEntry } from './eip6963.ts';

/** A person may have to find the wallet's window, unlock it and read: two minutes. */
const PATIENCE_MS = 120_000;
/** Ours should answer fast; nobody waits a minute for a nonce. */
const timeoutMs = 15_000;

const deps = (signal: AbortSignal): ConnectDeps => ({
  chain: () => call('GET /api/assets/list', {}, { signal, timeoutMs }),
  nonce: async () => (await call('GET /api/auth/nonce', {}, { signal, timeoutMs })).nonce,
  login: (input) => call('POST /api/auth/login', input, { signal, timeoutMs }),
  checksum: async (address) => (await import('./checksum.ts')).checksum(address),
  now: serverNow,
  place: { host: location.host, origin: location.origin },
  invite: { read: () => read(inviteCodeAtom) ?? undefined, drop: dropInviteCode },
  patienceMs: PATIENCE_MS,
});

/** Keeps the session: token and figures of this tab, the worker's token, the bond with the wallet. */
async function keep(wallet: WalletEntry, { login, address, chainId }: Connected): Promise<void> {
  forgetAnswers();
  startSession(login.token, { address: login.user.address, isFirst: login.isFirst });
  remember('GET /api/user/info', login.user);
  dropInviteCode();
  bind(wallet.provider, { rdns: wallet.rdns, address, chainId });
  await storeOutboxToken({ token: login.outboxToken, address: login.user.address });
  void changed('POST /api/auth/login');
}

/** @throws ConnectFault, whatever went wrong; nothing has changed then. */
export async function signIn(wallet: WalletEntry, talk: ConnectTalk, signal: AbortSignal): Promise<void> {
  // A link that was opened a moment ago counts, wherever the page's own look at it stands.
  rememberInviteCode(location.href);
  await keep(wallet, await connect(wallet.provider, deps(signal), talk, signal));
}
