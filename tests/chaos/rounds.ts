// The rounds: which actions are taken, what goes wrong, how everything recovers, and whether the ledger has each action
// once and in order.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { isWaiting } from '#api/outbox.rules.ts';
import { waitFor } from '#tests/support/wait.ts';
import type { Account } from './account.ts';
import type { Device } from './device.ts';
import { type FaultName, WORLD_FAULTS, type WorldFault, endsPage, namesOf, planOf } from './faults.ts';
import type { Proxy } from './proxy.ts';
import type { Random } from '#tests/support/random.ts';
import { type Action, isOf, leave, reach, routeOf } from './taps.ts';

const STAKE_FROM = 10.1;
/** How long to wait for a queue's next retry before reopening the app, as a user would. */
const OWN_TRY_MS = 3000;
const DRAIN_MS = 60_000;

export interface Parts {
  readonly random: Random;
  readonly proxy: Proxy;
  readonly device: Device;
  readonly account: Account;
  readonly server: { launch(): Promise<void>; kill(): Promise<void> };
}

export class Rounds {
  readonly problems: string[] = [];
  readonly actions: Record<string, number> = { claim: 0, stake: 0, unstake: 0 };
  readonly faults = Object.fromEntries(WORLD_FAULTS.map((fault) => [fault, 0])) as Record<WorldFault, number>;
  readonly drains = { page: 0, worker: 0, later: 0 };
  untaken = 0;
  #stakes = 0;
  #signedOut = false;
  #dead = false;
  #passed = 0;
  /** Ids of actions before this round. */
  #known: ReadonlySet<string> = new Set();

  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** What the account could do now: one to three actions, of which the second and third can be taken offline. */
  async #intents(): Promise<Action[]> {
    const { random, account } = this.#parts;
    let balance = await account.balance();
    const redeemable = await account.redeemable();
    if (random.chance(0.5) || (balance < STAKE_FROM && redeemable.length === 0)) await account.passDay();
    const intents: Action[] = (await account.isDue())
      ? [{ call: 'POST /api/mining/claim', effect: 'claim' }]
      : [];
    const many = random.chance(0.35) ? random.int(2, 3) : 1;
    if (intents.length > 0 && many === 1) return intents;
    while (intents.length < many && balance >= STAKE_FROM) {
      this.#stakes += 1;
      const amount = `10.${String(this.#stakes).padStart(4, '0')}1`;
      intents.push({ call: 'POST /api/stake/stake', effect: `stake ${amount}`, amount });
      balance -= Number(amount);
    }
    const [order] = redeemable;
    if (intents.length < Math.max(many, 1) && order)
      intents.push({
        call: 'POST /api/stake/unstake',
        effect: `unstake ${order.amount}`,
        id: order.id,
      });
    return intents;
  }

  async #do(fault: WorldFault): Promise<void> {
    const { device, proxy, server, account } = this.#parts;
    switch (fault) {
      case 'cut':
        return proxy.cut();
      case 'offline':
        return device.context.setOffline(true);
      case 'kill_server':
        this.#dead = true;
        return server.kill();
      case 'kill_browser':
        return device.kill();
      case 'close_page':
        return device.isRunning ? device.leave() : undefined;
      case 'reload':
        return void (device.isRunning && (await device.page.reload().catch(() => undefined)));
      case 'second_tab':
        return device.twin();
      case 'sign_out':
        if (this.#dead) return;
        await account.signOut();
        this.#signedOut = true;
    }
  }

  /** Everything works again; the app is open, or is opened, signed in or not. */
  async #restore(): Promise<void> {
    const { random, device, proxy, server, account } = this.#parts;
    if (this.#dead) await server.launch();
    this.#dead = false;
    proxy.restore();
    const closed = !device.isRunning;
    if (closed) await device.start();
    else await device.context.setOffline(false);
    if (this.#signedOut) {
      await account.renew();
      this.#signedOut = false;
      await device.enter(account.session(), '/');
    } else if (closed || !device.hasApp || random.chance(0.15)) {
      // The tab's session ended with the tab: the worker or a guest's page sends, unless the user signs in.
      const who = random.pick(['person', 'guest', 'worker']);
      if (who === 'person') await device.enter(account.session(), '/');
      else if (who === 'guest') await device.comeAsGuest();
      else await device.goAside();
    }
    if (!device.hasApp || random.chance(0.2)) await device.sync();
    else if (random.chance(0.4)) await device.load('/');
  }

  /** Ids under which the action was stored or sent in this round. */
  async #idsOf(action: Action): Promise<string[]> {
    const { proxy, device } = this.#parts;
    const sent = proxy.passed.slice(this.#passed).map(({ key, ...rest }) => ({ id: key, ...rest }));
    const all = [...sent, ...device.written.values(), ...(await device.outbox())];
    const own = all.filter(({ id, call, input }) => !this.#known.has(id) && isOf(action, call, input));
    return [...new Set(own.map(({ id }) => id))];
  }

  async #drained(): Promise<void> {
    const { device } = this.#parts;
    const empty = async () => expect((await device.outbox()).filter(isWaiting)).toEqual([]);
    const way = device.hasApp ? 'page' : 'worker';
    try {
      await waitFor(empty, OWN_TRY_MS);
      this.drains[way] += 1;
    } catch {
      this.drains.later += 1;
      await device.enter(this.#parts.account.session(), '/');
      await waitFor(empty, DRAIN_MS);
    }
  }

  /** While online, visits whatever the actions of an offline round need; ends on the page of the first action. */
  async #lookAround(intents: readonly Action[]): Promise<void> {
    const { device } = this.#parts;
    const places = new Map(intents.toReversed().map((intent) => [routeOf(intent), intent]));
    for (const [route, intent] of places) {
      await device.load(route);
      await reach(device.page, intent);
    }
    await device.load(routeOf(intents[0] as Action));
  }

  /** One round. Returns what happened, for the log. */
  async round(first: FaultName): Promise<string> {
    const { random, device, proxy, account } = this.#parts;
    const intents = await this.#intents();
    const plan = planOf(random, first, intents.length > 1);
    this.#passed = proxy.passed.length;
    const start = intents[0] as Action;
    await device.enter(account.session(), routeOf(start));
    this.#known = new Set([...device.written.keys(), ...(await device.outbox()).map(({ id }) => id)]);
    let lastTap = intents.length === 1 ? await reach(device.page, start) : undefined;
    if (intents.length > 1) await this.#lookAround(intents);
    for (const fault of plan.before) await this.#do(fault);
    for (const intent of intents.slice(0, -1)) {
      const tap = await reach(device.page, intent);
      await tap();
      // The ledger shows what became of it.
      await leave(device.page, intent).catch(() => undefined);
    }
    lastTap ??= await reach(device.page, intents.at(-1) ?? start);
    proxy.plan(...plan.requests);
    const tapped = lastTap().catch(() => undefined);
    const began = performance.now();
    for (const { fault, ms } of plan.after) {
      await sleep(Math.max(0, ms - (performance.now() - began)));
      await this.#do(fault);
    }
    await tapped;
    await sleep(random.int(0, 400));
    // A page in the background may take a moment to store a tap. Leaving it before that would lose the tap.
    const taken = async () => expect(await this.#idsOf(intents.at(-1) ?? start)).not.toEqual([]);
    if (!endsPage(plan)) await waitFor(taken, DRAIN_MS).catch(() => undefined);
    await this.#restore();
    await this.#settle(intents, endsPage(plan));
    proxy.calm();
    for (const fault of [...plan.before, ...plan.after.map((each) => each.fault)]) this.faults[fault] += 1;
    return `${intents.map(({ effect }) => effect).join(', ')}: ${namesOf(plan).join(' ')}`;
  }

  /** Waits for the queue and compares the round's actions with the ledger's entries. */
  async #settle(intents: readonly Action[], mayMiss: boolean): Promise<void> {
    await this.#drained();
    const expected: string[] = [];
    for (const intent of intents) {
      const ids = await this.#idsOf(intent);
      if (ids.length > 1) this.problems.push(`${intent.effect} went under ${ids.length} keys`);
      if (ids.length === 0 && !mayMiss) this.problems.push(`${intent.effect} was not taken`);
      if (ids.length === 0) this.untaken += 1;
      else {
        const [kind = ''] = intent.effect.split(' ');
        this.actions[kind] = (this.actions[kind] ?? 0) + 1;
        expected.push(intent.effect);
      }
    }
    const happened = await this.#parts.account.news();
    if (happened.join() !== expected.join())
      this.problems.push(
        `expected ${expected.join(', ') || 'nothing'}; the ledger has ${happened.join(', ') || 'nothing'}`,
      );
    for (const { id, call, state, reason } of await this.#parts.device.outbox())
      if (state === 'failed' && !this.#known.has(id))
        this.problems.push(`${call} was refused: ${reason?.name} ${reason?.message}`);
  }
}
