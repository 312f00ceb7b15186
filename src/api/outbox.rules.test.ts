// The outbox as a model: whatever happens in whatever order, no action is lost, none changes its key, and they stay
// in order.
import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  add,
  addSending,
  again,
  cancel,
  countsOf,
  discard,
  DONE_RETENTION_MS,
  drop,
  EMPTY,
  FAILED_RETENTION_MS,
  find,
  forget,
  isTooOld,
  isWaiting,
  mute,
  nextToSend,
  notify,
  type Outbox,
  type OutboxItem,
  recover,
  redate,
  release,
  sameIntent,
  SENDABLE_MS,
  settle,
  STEPS,
  take,
  tidy,
  visibleTo,
} from './outbox.rules.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const CALLS = [
  { call: 'POST /api/mining/claim', input: {} },
  { call: 'POST /api/mining/claim1', input: {} },
  { call: 'POST /api/stake/stake', input: { amount: '10' } },
  { call: 'POST /api/stake/unstake', input: { id: '7' } },
] as const;

let made = 0;
const item = (over: Partial<OutboxItem> = {}): OutboxItem =>
  ({
    id: `id-${++made}`,
    address: '0xa',
    ...CALLS[2],
    createdAt: NOW,
    lang: 'en',
    state: 'pending',
    tries: 0,
    ...over,
  }) as OutboxItem;
const box = (...items: OutboxItem[]): Outbox => ({ v: 1, items });
const states = ({ items }: Outbox) => items.map(({ state }) => state);

/** Steps of users, senders and crashes; a number selects one of the existing actions. */
const step = fc.oneof(
  fc.record({
    does: fc.constantFrom('add', 'add sending'),
    which: fc.nat(3),
    who: fc.constantFrom('0xa', '0xb'),
  }),
  fc.record({
    does: fc.constantFrom('take', 'lose', 'put back', 'succeed', 'refuse', 'cancel', 'again', 'forget'),
    which: fc.nat(9),
  }),
  fc.record({ does: fc.constantFrom('crash', 'notify', 'mute', 'tidy') }),
);

test('loses nothing queued and keeps keys, contents and order, whatever happens', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let now = EMPTY;
      /** Every intent ever made: its key, and whether it is still queued according to the model. */
      const intents = new Map<string, { text: string; open: boolean }>();
      const text = ({ call, input, address }: OutboxItem) => JSON.stringify([call, input, address]);
      for (const each of steps) {
        const picked = 'which' in each ? now.items[each.which % Math.max(1, now.items.length)] : undefined;
        switch (each.does) {
          case 'add':
          case 'add sending': {
            if (!('who' in each)) break;
            const intent = item({ ...CALLS[each.which], address: each.who });
            const waits = now.items.some((one) => one.address === each.who && isWaiting(one));
            const [after, stands] = (each.does === 'add' ? add : addSending)(now, intent);
            now = after;
            const isSent = each.does === 'add sending' && !waits;
            if (stands.id === intent.id) expect(stands.state).toBe(isSent ? 'sending' : 'pending');
            if (stands.id === intent.id) intents.set(intent.id, { text: text(intent), open: true });
            else expect(sameIntent(stands, intent) && isWaiting(stands)).toBe(true);
            break;
          }
          case 'take': {
            if (!picked) break;
            const [after, taken] = take(now, picked.id);
            expect(taken !== undefined).toBe(isWaiting(picked));
            now = after;
            break;
          }
          case 'lose':
          case 'put back':
            if (picked) now = release(now, picked.id, each.does === 'lose');
            break;
          case 'succeed':
          case 'refuse': {
            if (!picked || picked.state !== 'sending') break;
            const ending =
              each.does === 'succeed' ? { result: {} } : { reason: { code: 1, name: 'n', message: 'm' } };
            now = settle(now, picked.id, ending, NOW);
            (intents.get(picked.id) ?? { open: false }).open = false;
            break;
          }
          case 'cancel': {
            if (!picked) break;
            const [after, cancelled] = cancel(now, picked.id);
            expect(cancelled).toBe(picked.state === 'pending');
            if (cancelled) (intents.get(picked.id) ?? { open: false }).open = false;
            now = after;
            break;
          }
          case 'again': {
            if (!picked) break;
            const intent = `id-${++made}`;
            now = again(now, picked.id, intent, NOW);
            const anew = find(now, intent);
            if (anew) intents.set(intent, { text: text(anew), open: true });
            break;
          }
          case 'forget':
            if (picked) now = forget(now, [picked.id]);
            break;
          case 'crash':
            now = recover(now);
            break;
          case 'notify':
            now = notify(now, '0xa', () => false)[0];
            break;
          case 'mute':
            now = mute(now, '0xa', true);
            break;
          case 'tidy':
            now = tidy(now, NOW);
        }
        const waiting = now.items.filter(isWaiting).map(({ id }) => id);
        const open = [...intents].filter(([, intent]) => intent.open).map(([id]) => id);
        expect(waiting, 'none lost, none twice, in the order of their intents').toEqual(open);
        for (const stored of now.items) expect(text(stored)).toBe(intents.get(stored.id)?.text);
        expect(nextToSend(now, () => true)?.id).toBe(open[0]);
      }
    }),
    { numRuns: 300 },
  );
});

test('lets either a cancellation or a simultaneous send win, never both', () => {
  const one = item();
  const [sending] = take(box(one), one.id);
  expect(cancel(sending, one.id), 'the sender was first').toEqual([sending, false]);
  const [cancelled] = cancel(box(one), one.id);
  expect(take(cancelled, one.id), 'the user was first').toEqual([cancelled, undefined]);
});

test('dying between adding and sending leaves no expired action that only its device has dated', () => {
  const behind = item({ createdAt: NOW - 2 * SENDABLE_MS, clockUnsure: true });
  const [left] = addSending(EMPTY, behind);
  const found = redate(recover(left), behind.id, NOW);
  expect(isTooOld(found.items[0] as OutboxItem, NOW)).toBe(false);
});

test('a sender that finishes after another one settled the action changes nothing', () => {
  const one = item();
  const done = settle(box(one), one.id, { result: 1 }, NOW);
  expect(settle(done, one.id, { reason: { code: 1, name: 'n', message: 'm' } }, NOW)).toBe(done);
  expect(release(done, one.id, true)).toBe(done);
  expect(recover(done)).toBe(done);
});

test('what was sent without an answer stays unsure, but what the server deferred does not', () => {
  const one = item();
  const sent = take(box(one), one.id)[0];
  expect(release(sent, one.id, false).items[0]).toMatchObject({ state: 'pending', tries: 1 });
  expect(release(sent, one.id, false).items[0]?.unsure).toBeUndefined();
  const lost = release(sent, one.id, true);
  expect(release(take(lost, one.id)[0], one.id, false).items[0]).toMatchObject({ tries: 2, unsure: true });
  expect(recover(sent).items[0], 'a crash may have happened after the server acted').toMatchObject({
    unsure: true,
  });
});

describe('the same intent', () => {
  test.each([
    [0, 0, true],
    [1, 1, true],
    [0, 1, false],
    [2, 2, false],
    [3, 3, true],
  ])('call %i and call %i: %s', (a, b, same) =>
    expect(sameIntent(item(CALLS[a] as Partial<OutboxItem>), item(CALLS[b] as Partial<OutboxItem>))).toBe(
      same,
    ),
  );
  test('is not another order, nor another account’s', () => {
    const redeem = item(CALLS[3]);
    expect(sameIntent(redeem, item({ ...CALLS[3], input: { id: '8' } }))).toBe(false);
    expect(add(box(redeem), item({ ...CALLS[3], address: '0xb' }))[0].items).toHaveLength(2);
  });
  test('may be added again after a refusal', () => {
    const refused = item({ ...CALLS[0], state: 'failed', reason: { code: 1, name: 'n', message: 'm' } });
    expect(add(box(refused), item(CALLS[0]))[0].items).toHaveLength(2);
  });
});

test('retries only a refused action, as a new one at the end', () => {
  const reason = { code: 1203, name: 'mining_incomplete', message: 'm' };
  const refused = item({ state: 'failed', reason, endedAt: NOW, tries: 3, unsure: true, told: true });
  const other = item();
  const after = again(box(refused, other), refused.id, 'new', NOW + 5);
  expect(after.items.map(({ id }) => id)).toEqual([other.id, 'new']);
  expect(find(after, 'new')).toEqual({
    ...item(),
    id: 'new',
    createdAt: NOW + 5,
  });
  expect(again(box(other), other.id, 'new', NOW)).toEqual(box(other));
});

test('an account waits only for its own actions', () => {
  const [a, b] = [item(), item({ address: '0xb' })];
  expect(nextToSend(box(a, b), (address) => address === '0xb')).toBe(b);
  expect(visibleTo(box(a, b), '0xa')).toEqual([a]);
  const muted = mute(box(a, b), '0xa', true);
  expect(
    visibleTo(muted, null).map(({ address }) => address),
    'nothing of an account that has signed out',
  ).toEqual(['0xb']);
  expect(visibleTo(mute(muted, '0xa', false), null)).toHaveLength(2);
});

test('notifies users of an outcome once, only of their own account, and not where they are waiting for it', () => {
  const [done, other, waits] = [item({ state: 'done' }), item({ state: 'done', address: '0xb' }), item()];
  const [notified, news] = notify(box(done, other, waits), '0xa', () => false);
  expect(news).toEqual([done]);
  expect(notify(notified, '0xa', () => false)[1]).toEqual([]);
  expect(notify(box(done), '0xa', (id) => id === done.id)[1]).toEqual([]);
});

test('stops sending after 7 days, keeps results for a day and refusals for a week after the notification, and never drops what is queued', () => {
  expect(isTooOld(item(), NOW + SENDABLE_MS - 1)).toBe(false);
  expect(isTooOld(item(), NOW + SENDABLE_MS)).toBe(true);
  const refused = item({ state: 'failed', endedAt: NOW });
  const all = box(item({ state: 'done', endedAt: NOW }), { ...refused, told: true }, item());
  expect(states(tidy(all, NOW + DONE_RETENTION_MS))).toEqual(['failed', 'pending']);
  expect(states(tidy(all, NOW + 10 * FAILED_RETENTION_MS))).toEqual(['pending']);
  expect(countsOf(all.items)).toEqual({ waiting: 1, refused: 1 });
  expect(
    states(tidy(box(refused), NOW + 10 * FAILED_RETENTION_MS)),
    'nobody has been notified of it',
  ).toEqual(['failed']);
});

describe('a step', () => {
  const reason = { code: 1, name: 'n', message: 'm' };
  const old = NOW - 10 * FAILED_RETENTION_MS;
  /** Every step, with the action that it concerns. */
  const steps: Record<keyof typeof STEPS, (now: Outbox, about: OutboxItem) => readonly Outbox[]> = {
    add: (now, about) => [add(now, { ...about, state: 'pending' })[0]],
    addSending: (now, about) => [
      addSending(now, { ...about, state: 'pending' })[0],
      addSending(box(...now.items, item()), { ...about, state: 'pending' })[0],
      addSending(now, { ...about, state: 'pending', clockUnsure: true })[0],
    ],
    take: (now, { id }) => [take(now, id)[0]],
    release: (now, { id }) => [release(now, id, false)],
    recover: (now) => [recover(now)],
    settle: (now, { id }) => [settle(now, id, { result: 1 }, NOW), settle(now, id, { reason }, NOW)],
    cancel: (now, { id }) => [cancel(now, id)[0]],
    forget: (now, { id }) => [forget(now, [id])],
    tidy: (now) => [tidy(now, NOW)],
    again: (now, { id }) => [again(now, id, id, NOW)],
    drop: (now, { id }) => [drop(now, id)],
    discard: (now, { address }) => [discard(now, address)],
  };
  const STATES = ['none', 'pending', 'sending', 'done', 'failed'] as const;
  const cases = Object.entries(steps).flatMap(([name, run]) =>
    STATES.map((state) => ({ name: name as keyof typeof STEPS, state, run })),
  );
  test.each(cases)('$name applies to $state exactly when the table says so', ({ name, state, run }) => {
    const about = item({ ...(state !== 'none' && { state }), endedAt: old, told: true });
    const before = state === 'none' ? EMPTY : box(about);
    const reached = run(before, about).map((after) => find(after, about.id)?.state ?? 'none');
    const from: readonly string[] = STEPS[name].from;
    expect([...new Set(reached)].toSorted()).toEqual(
      from.includes(state) ? [...STEPS[name].to].toSorted() : [state],
    );
  });

  test('is listed in the table of sw/README.md as it is here', () => {
    const readme = readFileSync(new URL('../../sw/README.md', import.meta.url), 'utf8');
    const rows = [...readme.matchAll(/^\| `(\w+)` \| ([a-z, ]+) \| ([a-z, ]+) \|/gm)];
    expect(rows.map(([, name, from, to]) => [name, from?.split(', '), to?.split(', ')])).toEqual(
      Object.entries(STEPS).map(([name, { from, to }]) => [name, from, to]),
    );
  });
});
