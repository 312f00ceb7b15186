// A deposit is followed through everything that can happen to its transaction: sped up, cancelled, reported by a node
// that comes and goes.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Chain, NodeFault, type Receipt, type Transfer } from '#features/assets/chain-reads.ts';
import { type Deposit, NO_MEMORY } from './deposit.rules.ts';
import { type FollowDeps, type Followed, follow, step } from './follow.ts';

const TOKEN = '0x1111111111111111111111111111111111111111';
const TREASURY = '0x2222222222222222222222222222222222222222';
const OWNER = '0xab5801a7d398351b8be11c439e05c5b3259aec9b';
const OLD = `0x${'aa'.repeat(32)}`;
const NEW = `0x${'bb'.repeat(32)}`;
const unit = 10n ** 18n;

const transfer = (hash: string, amount = 5n * unit): Transfer => ({
  hash,
  token: TOKEN,
  from: OWNER,
  to: TREASURY,
  amount,
});

/** A chain whose state the test sets. */
function world(change: Partial<Deposit> = {}) {
  let deposit: Deposit = {
    id: 'a',
    hash: OLD,
    coin: 'USDT',
    amount: '5',
    decimals: 18,
    token: TOKEN,
    treasury: TREASURY,
    owner: OWNER,
    chainId: 1337,
    block: 90,
    sentAt: 0,
    sender: null,
    nonce: null,
    ...change,
  };
  const state = {
    head: 100,
    nonce: 7,
    away: false,
    receipts: new Map<string, Receipt>(),
    pool: new Map<string, { from: string; nonce: number }>([[OLD, { from: OWNER, nonce: 7 }]]),
    logs: [] as Transfer[],
    others: [] as string[],
    searches: 0,
  };
  const ask = async <T>(answer: T): Promise<T> => {
    if (state.away) throw new NodeFault('unreachable');
    return answer;
  };
  const chain = {
    head: () => ask(state.head),
    nonce: () => ask(state.nonce),
    receipt: (hash: string) => ask(state.receipts.get(hash) ?? null),
    transaction: (hash: string) => ask(state.pool.get(hash) ?? null),
    transfers: () => ((state.searches += 1), ask(state.logs)),
  } as unknown as Chain;
  const notified: Followed[] = [];
  const deps: FollowDeps = {
    chain,
    confirmations: 3,
    now: () => 0,
    deposit: () => deposit,
    change: (patch) => void (deposit = { ...deposit, ...patch }),
    others: () => state.others,
    tell: (followed) => void notified.push(followed),
  };
  const looks = async (count: number) => {
    let memory = NO_MEMORY;
    for (let at = 0; at < count; at += 1) memory = await step(deps, memory);
  };
  return { deps, state, notified, looks, now: () => deposit };
}

const page = Object.assign(new EventTarget(), { hidden: false });
beforeEach(() => {
  vi.useFakeTimers();
  page.hidden = false;
  vi.stubGlobal('document', page);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('learns a transaction’s nonce from the node', async () => {
  const { looks, now, notified } = world();
  await looks(1);
  expect(now()).toMatchObject({ sender: OWNER, nonce: 7 });
  expect(notified.at(-1)).toEqual({ status: { is: 'sent', slow: false }, away: false });
});

test('follows a sped-up transaction under its new hash, with its amount', async () => {
  const { looks, state, now, notified } = world();
  await looks(1);
  state.nonce = 8;
  state.pool = new Map([[NEW, { from: OWNER, nonce: 7 }]]);
  state.receipts.set(NEW, { block: 100, ok: true, transfers: [transfer(NEW, 6n * unit)] });
  state.logs = [transfer(NEW, 6n * unit)];
  await looks(4);
  expect(now()).toMatchObject({ hash: NEW, amount: '6' });
  expect(notified.at(-1)?.status).toEqual({ is: 'confirming', count: 1, of: 3 });
});

test('reports a cancelled transaction as replaced, and does not mistake another deposit of the account for its successor', async () => {
  const { looks, state, now, notified } = world();
  await looks(1);
  const other = `0x${'cc'.repeat(32)}`;
  state.nonce = 8;
  state.pool = new Map([
    [NEW, { from: OWNER, nonce: 8 }],
    [other, { from: OWNER, nonce: 7 }],
  ]);
  state.logs = [transfer(NEW), transfer(other)];
  state.others = [other];
  await looks(3);
  expect(notified.at(-1)?.status).toEqual({ is: 'replaced' });
  expect(now().hash).toBe(OLD);
});

test('reports a replaced transaction even if the node refuses the search', async () => {
  const { deps, looks, state, notified } = world();
  await looks(1);
  state.nonce = 8;
  state.pool.clear();
  deps.chain.transfers = () => Promise.reject(new NodeFault('refused'));
  await looks(3);
  expect(notified.at(-1)?.status).toEqual({ is: 'replaced' });
});

test('reports a node that is down, and keeps what was known', async () => {
  const { deps, state, notified } = world();
  state.receipts.set(OLD, { block: 99, ok: true, transfers: [transfer(OLD)] });
  const stop = follow(deps);
  await vi.advanceTimersByTimeAsync(0);
  expect(notified.at(-1)).toEqual({ status: { is: 'confirming', count: 2, of: 3 }, away: false });
  state.away = true;
  await vi.advanceTimersByTimeAsync(1000);
  expect(notified.at(-1)).toEqual({ status: { is: 'confirming', count: 2, of: 3 }, away: true });
  state.away = false;
  state.head = 101;
  await vi.advanceTimersByTimeAsync(5000);
  expect(notified.at(-1)).toEqual({ status: { is: 'crediting', slow: false }, away: false });
  stop();
});

test('asks a node that is down ever more rarely, and once it is back at the usual pace', async () => {
  const { deps, state, notified } = world();
  state.away = true;
  const stop = follow(deps);
  await vi.advanceTimersByTimeAsync(62_000);
  // After 0, 2, 6, 14, 30 and 62 seconds.
  expect(notified).toHaveLength(6);
  state.away = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(notified).toHaveLength(7);
  await vi.advanceTimersByTimeAsync(3000);
  expect(notified).toHaveLength(10);
  stop();
});

test('pauses while the page is hidden, and leaves nothing behind', async () => {
  const { deps, notified } = world();
  page.hidden = true;
  const stop = follow(deps);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(notified).toEqual([]);
  page.hidden = false;
  await vi.advanceTimersByTimeAsync(1000);
  expect(notified).toHaveLength(1);
  stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(notified).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});
