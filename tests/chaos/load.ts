/**
 * A steady load of everything that moves money, by many accounts, each with its own Idempotency-Keys. Whatever fails
 * is resent under its key, to any server, until there is an answer. The acknowledgements are kept here, outside the
 * database.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallName, Input } from '#contract';
import { DEVELOPMENT_SIGN_KEY } from '#contract/signing.ts';
import { toUnits } from '#rules/amounts.ts';
import { SENDABLE_DAYS } from '#rules/figures.ts';
import * as bank from '#tests/support/bank.ts';
import { client, requestOf } from '#tests/support/http.ts';
import { devnetOf } from '#tests/support/money.ts';
import { DAY, newcomer, type Person, ask, skip } from '#tests/support/person.ts';
import type { Fleet } from './fleet.ts';
import type { Random } from '#tests/support/random.ts';

/** A server must answer within this time, whatever has happened to it: its own limits are shorter. */
const HANGS_MS = 60_000;
const PAUSE_MS = 30;
/** Servers whose clocks differ by less than this have followed a skip. */
const FOLLOWS_MS = 60_000;
const RACE_ROUND_MS = 300_000;
/** Sessions and replies end a day later: by then everybody signs in again, and older calls are not repeated. */
const SIGNED_IN_DAYS = SENDABLE_DAYS - 1;

/** What a call should leave in the ledger, as `evidence` in books.ts reads it. */
export type Mark = string;

/** A call that was acknowledged with code 0, or may still be. */
export interface Act {
  readonly key: string;
  readonly mark: Mark;
  readonly person: Person;
  readonly call: CallName;
  readonly input: Record<string, unknown>;
  readonly sentAt: number;
}

interface Reply {
  readonly status: number;
  readonly code: number;
  readonly text: string;
  readonly data: unknown;
}

/** What an account can act on: orders with the day of their stake, the day of its last claim, how often it guessed. */
interface Wealth {
  readonly orders: { readonly id: string; readonly amount: string; readonly day: number }[];
  claimedOn: number;
  guesses: number;
}

export class Load {
  /** Acknowledged calls by key, with the first reply. */
  readonly acknowledged = new Map<string, Act & { readonly text: string; readonly day: number }>();
  /** Calls without an answer so far. */
  readonly open = new Map<string, Act>();
  readonly problems: string[] = [];
  refused = 0;
  unavailable = 0;
  /** Milliseconds: the longest wait for an answer, and the longest time without any acknowledgement. */
  longestWait = 0;
  longestOutage = 0;
  #lastAnswer = 0;
  #running: Promise<unknown> = Promise.resolve();
  #going = false;
  #serial = 0;
  readonly #wealth = new Map<Person, Wealth>();
  #day = 0;
  #skippedMs = 0;
  readonly #fleet: Fleet;
  readonly #people: readonly Person[];
  readonly #addresses: ReadonlySet<string>;
  readonly #random: Random;

  constructor(fleet: Fleet, people: readonly Person[], random: Random) {
    this.#fleet = fleet;
    this.#people = people;
    this.#addresses = new Set(people.map(({ wallet }) => wallet.address.toLowerCase()));
    this.#random = random;
    for (const person of people) this.#wealth.set(person, { orders: [], claimedOn: 0, guesses: 0 });
  }

  /** One try. Undefined if nothing came back; the limit must never be needed. */
  async #try({ call, input, key, person }: Act, url: string): Promise<Reply | undefined> {
    const options = { key, token: person.token };
    const { method, path, headers, body } = await requestOf(call, input, options, DEVELOPMENT_SIGN_KEY);
    const began = performance.now();
    try {
      const signal = AbortSignal.timeout(HANGS_MS);
      const response = await fetch(url + path, { method, headers, body: new Uint8Array(body ?? []), signal });
      const text = await response.text();
      return { ...(JSON.parse(text) as { code: number; data: unknown }), status: response.status, text };
    } catch {
      if (performance.now() - began >= HANGS_MS) this.problems.push(`${call} hung for ${HANGS_MS / 1000} s`);
      return undefined;
    }
  }

  /** What the servers have logged about a reply that contains its request id. */
  #loggedOf({ text, data }: Reply): string {
    const id = (data as { requestId?: string } | null)?.requestId;
    const lines = this.#fleet.members.flatMap((member) => member.logs().split('\n'));
    return (id === undefined ? undefined : lines.find((line) => line.includes(id))) ?? text;
  }

  #anywhere(): string {
    const living = this.#fleet.members.filter(({ alive }) => alive);
    const { url } = this.#random.pick(living.length > 0 ? living : this.#fleet.members);
    return url;
  }

  /** Sends until there is an answer; sometimes twice in parallel, as impatient clients do. */
  async #carryOut(act: Act): Promise<Reply> {
    this.open.set(act.key, act);
    for (;;) {
      const urls = this.#random.chance(0.1) ? [this.#anywhere(), this.#anywhere()] : [this.#anywhere()];
      const replies = await Promise.all(urls.map((url) => this.#try(act, url)));
      for (const reply of replies) {
        if (reply?.status === 503) this.unavailable += 1;
        else if (reply && reply.status >= 500)
          this.problems.push(`${act.call} answered ${reply.status}: ${this.#loggedOf(reply)}`);
      }
      const answers = replies.filter((reply) => reply !== undefined && reply.status < 500);
      const [answer] = answers;
      if (answer) {
        this.#judge(act, answers as Reply[]);
        return answer;
      }
      await sleep(PAUSE_MS);
    }
  }

  #judge(act: Act, answers: readonly Reply[]): void {
    const [answer] = answers;
    if (!answer) return;
    this.open.delete(act.key);
    const now = performance.now();
    this.longestWait = Math.max(this.longestWait, now - act.sentAt);
    this.longestOutage = Math.max(this.longestOutage, now - this.#lastAnswer);
    this.#lastAnswer = now;
    const good = answers.filter(({ code }) => code === 0);
    if (good.length > 0 && new Set(answers.map(({ text }) => text)).size > 1)
      this.problems.push(
        `${act.call} was answered in two ways: ${answers.map(({ text }) => text).join(' ')}`,
      );
    if (answer.code === 0) this.acknowledged.set(act.key, { ...act, text: answer.text, day: this.#day });
    else this.refused += 1;
    if (answer.code === 401) this.problems.push(`${act.call}: a live session was refused`);
  }

  /** What this account does next. */
  #next(person: Person): { call: CallName; input: Record<string, unknown>; mark: Mark } {
    const random = this.#random;
    const wealth = this.#wealth.get(person);
    if (!wealth) throw new Error('a stranger');
    const who = person.wallet.address.toLowerCase();
    const of = <K extends CallName>(call: K, input: Input<K>, mark: string) => ({
      ...{ call, input: input as Record<string, unknown>, mark: `${who} ${mark}` },
    });
    /** No two calls of a run have the same amount. */
    const amount = (whole: number) => `${whole}.${String((this.#serial += 1)).padStart(6, '0')}1`;
    if (wealth.claimedOn < this.#day) {
      wealth.claimedOn = this.#day;
      return of('POST /api/mining/claim', {}, 'mining');
    }
    const due = wealth.orders.findIndex(({ day }) => day < this.#day);
    const [order] = due >= 0 && random.chance(0.4) ? wealth.orders.splice(due, 1) : [];
    if (order)
      return of('POST /api/stake/unstake', { id: order.id }, `unstake ADIT ${toUnits(order.amount)}`);
    const dice = random.int(1, 10);
    if (dice <= 4) {
      const staked = amount(10);
      return of('POST /api/stake/stake', { amount: staked }, `stake ADIT -${toUnits(staked)}`);
    }
    if (dice <= 6) {
      const swapped = amount(1);
      const input = { from: 'USDT', to: 'ADIT', amount: swapped };
      return of('POST /api/assets/swap', input, `exchange USDT -${toUnits(swapped)}`);
    }
    if (dice <= 8) {
      const bet = amount(1);
      const round = Math.floor((Date.now() + this.#skippedMs) / RACE_ROUND_MS);
      const input = { round, bets: [{ lane: random.int(1, 6), amount: bet }] };
      return of('POST /api/game/coining', input, `race_bet ADIT -${toUnits(bet)}`);
    }
    if (dice === 9) {
      const hashrate = random.int(1, 3);
      return of(
        'POST /api/mining/power/buy',
        { hashrate: String(hashrate * 100) },
        `hashrate_purchase USDT -${toUnits(String(hashrate))}`,
      );
    }
    const number = (wealth.guesses += 1) % 1000;
    const digits = [...String(number).padStart(3, '0')].map(Number) as [number, number, number];
    return of('POST /api/mining/bet', { numbers: digits }, `guess ${number}`);
  }

  async #live(person: Person): Promise<void> {
    while (this.#going) {
      const act: Act = { ...this.#next(person), key: randomUUID(), person, sentAt: performance.now() };
      const { code, data } = await this.#carryOut(act);
      if (act.call === 'POST /api/stake/stake' && code === 0) {
        const { id, amount } = data as { id: string; amount: string };
        this.#wealth.get(person)?.orders.push({ id, amount, day: this.#day });
      }
      await sleep(this.#random.int(0, PAUSE_MS));
    }
  }

  /** Whether a mark belongs to somebody who acts here. */
  acts(mark: Mark): boolean {
    return this.#addresses.has(mark.split(' ')[0] ?? '');
  }

  /** Everybody begins to act. */
  begin(): void {
    this.#going = true;
    this.#lastAnswer = performance.now();
    this.#running = Promise.all(this.#people.map((person) => this.#live(person)));
  }

  /** Resolves when everything that was sent has its answer: at least one server must be reachable. */
  async rest(): Promise<void> {
    this.#going = false;
    await this.#running;
  }

  /** Lets a day pass while nobody acts, so that there are cycles to claim and stakes to redeem. */
  async passDay(...others: readonly Person[]): Promise<void> {
    await skip(this.#fleet.main.url, DAY);
    this.#skippedMs += DAY * 1000;
    const time = async (url: string) => Date.parse((await ask(client(url), 'GET /api/index', {})).serverTime);
    for (const { url } of this.#fleet.members)
      while ((await time(url)) < (await time(this.#fleet.main.url)) - FOLLOWS_MS) await sleep(PAUSE_MS);
    this.#day += 1;
    if (this.#day % SIGNED_IN_DAYS !== 0) return;
    for (const person of [...this.#people, ...others])
      Object.assign(person, await newcomer(this.#fleet.main.url, { wallet: person.wallet }));
  }

  /** Repeats up to `count` acknowledged calls of the last days: each must get the reply that it got. */
  async repeat(count: number): Promise<void> {
    const all = [...this.acknowledged.values()].filter(({ day }) => this.#day - day < SIGNED_IN_DAYS);
    for (let n = 0; n < Math.min(count, all.length); n += 1) {
      const act = this.#random.pick(all);
      const again = await this.#try(act, this.#anywhere());
      if (again && again.status < 500 && again.text !== act.text)
        this.problems.push(`${act.call} was answered again with ${again.text} instead of ${act.text}`);
    }
  }
}

/** Accounts with permanent miners, 5,000 ADIT and 2,000 USDT. */
export async function crowd({ main }: Fleet, size: number): Promise<Person[]> {
  const devnet = await devnetOf(main);
  try {
    const purses = Array.from({ length: size }, () => ({ USDT: '2010', ADIT: '5000' }));
    const people = await bank.richPeople(main.url, devnet, purses);
    await bank.makePermanent(main.url, ...people);
    for (const { api } of people) await ask(api, 'POST /api/mining/claim1', {});
    return people;
  } finally {
    devnet.close();
  }
}
