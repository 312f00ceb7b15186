// The people of a run: each has a wallet, does what a person does with money, and retries unanswered requests with
// the same key. Their requests and the answers form the model's side of the story.
import type { Wallet } from 'ethers';
import type { CallName } from '#contract';
import { DEVELOPMENT_SIGN_KEY } from '#contract/signing.ts';
import { requestOf } from '#tests/support/http.ts';
import { signInMessage } from '#tests/support/wallet.ts';
import { DAY_MS } from '#rules/days.ts';
import { SENDABLE_DAYS } from '#rules/figures.ts';
import type { SimulatedChain } from './chain.ts';
import { CHAIN_ID, COUPON, PUBLIC_URL, VERIFIED, depositOf } from './genesis.ts';
import { GENESIS, kernel } from './kernel.ts';
import type { Server } from './server.ts';

const UNIT = 10n ** 18n;

/** What a call does at most once for each key; the model counts these. */
export type Effect =
  | 'start'
  | 'claim'
  | 'buy'
  | 'hashrate'
  | 'resale'
  | 'stake'
  | 'unstake'
  | 'swap'
  | 'sell'
  | 'withdraw'
  | 'bet'
  | 'guess'
  | 'coupon';

/** One thing that a person wanted, under its key. */
export interface Deed {
  readonly person: Person;
  readonly effect: Effect;
  readonly key: string;
  readonly input: Record<string, unknown>;
  /** When the person wanted it, in ms. */
  readonly at: number;
  /** The answer's code once there is a final one; `given up` if nobody will resend it. */
  outcome: number | 'waiting' | 'given up';
  data?: Record<string, unknown>;
}

export interface Network {
  latencyMs: number;
  /** Shares of requests. */
  lost: number;
  lostAnswers: number;
  doubled: number;
}

export interface Reply {
  readonly status: number;
  readonly code: number;
  readonly data: Record<string, unknown>;
  readonly text: string;
  readonly replay: boolean;
}

interface Around {
  readonly token: string | undefined;
  readonly network: Network;
  readonly chain: SimulatedChain;
  readonly servers: () => readonly Server[];
  readonly deeds: Deed[];
  /** Something that must never happen. */
  readonly wrong: (what: string) => void;
  /** True once nothing new is started. */
  readonly isOver: () => boolean;
}

export interface Person {
  readonly name: string;
  readonly wallet: Wallet;
}

/** How long a client waits for an answer. */
const PATIENCE_MS = 15_000;
const TRIES = 5;
/** Refusals that are not stored: the same key is resent. */
const AGAIN = new Set([409, 429, 503, 1002, 1304, 1308]);

export function person(at: number, wallet: Wallet, around: Around) {
  const { network, chain, deeds, wrong } = around;
  const { random } = kernel;
  const self: Person = { name: `person ${at}`, wallet };
  let { token } = around;
  // The verified ones' first deposit was made before the run.
  let nonce = at < VERIFIED ? 1 : 0;
  const newKey = () => crypto.randomUUID();
  const chance = (share: number) => random.chance(share);
  const think = (most: number) => kernel.pause(random.int(0, most), `${self.name} thinks`);
  const hop = () => kernel.pause(random.int(0, network.latencyMs), 'hop');

  /** One request to one server; undefined if there is no answer in time. */
  async function once(
    name: CallName,
    input: Record<string, unknown>,
    key: string | null,
  ): Promise<Reply | undefined> {
    const {
      method,
      path: url,
      headers,
      body,
    } = await requestOf(name, input, { token, key }, DEVELOPMENT_SIGN_KEY);
    await hop();
    const up = around.servers().filter(({ app }) => app);
    const server = up[random.int(0, up.length - 1)];
    if (!server?.app || chance(network.lost)) return undefined;
    const payload = body && { payload: body };
    const answered = server.serve({ method, url, headers, ...payload });
    const silence = Promise.withResolvers<undefined>();
    const late = kernel.after(PATIENCE_MS, 'no answer', () => silence.resolve(undefined));
    const response = await Promise.race([answered, silence.promise]);
    late.cancelled = true;
    if (!response) return undefined;
    kernel.touch();
    await hop();
    const { code, data } = JSON.parse(response.body) as Reply;
    kernel.note(
      `${self.name} ${name} ${(key ?? '').slice(0, 8)} -> ${code}${code > 0 ? ` ${JSON.stringify(data).slice(0, 80)}` : ''}`,
    );
    if (code === 500) wrong(`${name} was answered with 500: ${response.body}`);
    const replay = response.headers['idempotent-replay'] === 'true';
    if (chance(network.lostAnswers)) return undefined;
    return { status: response.statusCode, code, data, text: response.body, replay };
  }

  async function get(
    name: CallName,
    query: Record<string, unknown> = {},
  ): Promise<Record<string, unknown> | undefined> {
    for (let tries = 0; tries < 2; tries += 1) {
      const reply = await once(name, query, null);
      if (reply?.code === 401) token = undefined;
      if (reply) return reply.code === 0 ? reply.data : undefined;
    }
    return undefined;
  }

  async function signIn(): Promise<boolean> {
    const got = await get('GET /api/auth/nonce');
    if (!got) return false;
    const options = { chainId: CHAIN_ID, publicUrl: PUBLIC_URL };
    const message = signInMessage(wallet.address, String(got['nonce']), options);
    const signature = await wallet.signMessage(message);
    const key = newKey();
    for (let tries = 0; tries < 3; tries += 1) {
      const reply = await once('POST /api/auth/login', { message, signature }, key);
      if (reply?.code === 0) token = String(reply.data['token']);
      if (reply) return reply.code === 0;
    }
    return false;
  }

  /** Sends a deed until there is a final answer, at most `most` times; with Infinity it never gives up. */
  async function send(name: CallName, deed: Deed, most = TRIES): Promise<number | undefined> {
    for (let tries = 0; tries < most; tries += 1) {
      // Replies are not stored longer than this, so nobody may ask for one after that.
      if (kernel.now - deed.at > SENDABLE_DAYS * DAY_MS) {
        deed.outcome = 'given up';
        unfinished.delete(deed);
        return undefined;
      }
      const again = chance(network.doubled);
      const [reply, twin] = await Promise.all([
        once(name, deed.input, deed.key),
        again ? once(name, deed.input, deed.key) : undefined,
      ]);
      if (reply?.code === 0 && twin?.code === 0 && reply.text !== twin.text)
        wrong(`${name}: one key was answered in two ways: ${reply.text} and ${twin.text}`);
      const told = reply ?? twin;
      if (told?.code === 401) {
        token = undefined;
        await signIn();
        continue;
      }
      if (told && !AGAIN.has(told.code)) {
        deed.outcome = told.code;
        if (told.code === 0) deed.data = told.data;
        return told.code;
      }
      await think(3000);
    }
    return undefined;
  }

  async function act(name: CallName, effect: Effect, input: Record<string, unknown>): Promise<Deed> {
    const deed: Deed = { person: self, effect, key: newKey(), input, at: kernel.now, outcome: 'waiting' };
    deeds.push(deed);
    unfinished.set(deed, name);
    if ((await send(name, deed)) !== undefined) unfinished.delete(deed);
    else if (chance(0.3)) {
      // It dies with the device.
      deed.outcome = 'given up';
      unfinished.delete(deed);
    }
    return deed;
  }
  const unfinished = new Map<Deed, CallName>();

  async function deposit(): Promise<void> {
    const amount = BigInt(random.int(1, 500)) * UNIT;
    chain.send(await depositOf(wallet, nonce, amount));
    kernel.note(`${self.name} sends ${amount / UNIT} USDT to the treasury, nonce ${nonce}`);
    nonce += 1;
  }

  async function unstake(): Promise<void> {
    const list = await get('GET /api/stake/list');
    const items = (list?.['items'] ?? []) as { id: string }[];
    const order = items[random.int(0, Math.max(0, items.length - 1))];
    if (order) await act('POST /api/stake/unstake', 'unstake', { id: order.id });
  }

  async function bet(): Promise<void> {
    const opening = await get('GET /api/game/opening');
    const bets = [{ lane: random.int(1, 6), amount: String(random.int(1, 5)) }];
    if (opening) await act('POST /api/game/coining', 'bet', { round: opening['round'], bets });
  }

  const start = () => act('POST /api/mining/claim1', 'start', {});
  const claim = () => act('POST /api/mining/claim', 'claim', {});
  /** When a day has passed since the last claim. */
  let due = GENESIS + DAY_MS;
  async function daily(): Promise<void> {
    if ((await claim()).outcome !== 0) return;
    due = kernel.now + DAY_MS;
    const { outcome } = await act('POST /api/mining/buy', 'buy', { method: 'usdt' });
    if (outcome === 0) await start();
    await unstake();
  }

  const some = (all: readonly string[]): string => random.pick(all);
  const ways: readonly (readonly [weight: number, () => Promise<unknown>])[] = [
    [3, deposit],
    [1, start],
    [2, claim],
    [1, () => act('POST /api/mining/buy', 'buy', { method: chance(0.7) ? 'usdt' : 'invite' })],
    [2, () => act('POST /api/mining/power/buy', 'hashrate', { hashrate: some(['100', '300', '1000']) })],
    [2, () => act('POST /api/mining/power/buyback', 'resale', { hashrate: some(['100', '200']) })],
    [3, () => act('POST /api/stake/stake', 'stake', { amount: some(['10', '15', '40']) })],
    [2, unstake],
    [2, () => act('POST /api/assets/swap', 'swap', { from: 'USDT', to: 'ADIT', amount: some(['1', '5']) })],
    [2, () => act('POST /api/assets/swap', 'sell', { from: 'ADIT', to: 'USDT', amount: some(['2', '8']) })],
    [
      4,
      () => act('POST /api/assets/withdraw', 'withdraw', { coin: 'USDT', amount: some(['10', '11', '30']) }),
    ],
    [3, bet],
    [2, () => act('POST /api/mining/bet', 'guess', { numbers: [random.int(0, 9), 1, random.int(0, 9)] })],
    [2, () => act('POST /api/assets/redeem', 'coupon', { code: COUPON })],
    [1, () => get('GET /api/assets/records')],
    [1, () => act('POST /api/stake/stake', 'stake', { amount: '1' })],
  ];
  const total = ways.reduce((sum, [weight]) => sum + weight, 0);
  function choose(): () => Promise<unknown> {
    let left = random.int(1, total);
    for (const [weight, way] of ways) if ((left -= weight) <= 0) return way;
    return deposit;
  }

  return {
    ...self,
    get nonce() {
      return nonce;
    },
    async live(): Promise<void> {
      await think(1000);
      while (!around.isOver()) {
        const stale = [...unfinished][0];
        if (!token && !(await signIn())) await think(1500);
        else if (stale && chance(0.5)) {
          if ((await send(stale[1], stale[0])) !== undefined) unfinished.delete(stale[0]);
        } else if (kernel.now >= due && chance(0.4)) await daily();
        else if (chance(0.02)) {
          await once('POST /api/auth/logout', {}, newKey());
          token = undefined;
        } else await choose()();
        await think(500);
      }
    },
    /** Resends what was never answered until it is. */
    async finish(): Promise<void> {
      for (const [deed, name] of unfinished) await send(name, deed, 50);
      unfinished.clear();
    },
  };
}
