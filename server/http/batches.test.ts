/** Hot calls in batches: one per session, and neither a failure nor a lock that one runs into affects the others. */
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Refusal } from '#server/lib/refusal.ts';
import { type Item, type Outcome, batched } from './batches.ts';
import { betCall } from '#tests/support/race.ts';

const bet = (session: string, key: string): Item => ({
  call: betCall(Buffer.from(session), new Date(0), key),
});
const done = (key: string): Outcome => ({ code: 'ok', reply: key, replay: false, account: null });

/** A queue whose batches are answered by the test, one by one. */
function held(most?: number) {
  const sent: string[][] = [];
  const answers: { done: (all: Outcome[]) => void; failed: (error: Error) => void }[] = [];
  const ask = batched<Item>(
    (items, wait) => {
      sent.push([...items.map(({ call }) => call.key), ...(wait ? ['waits'] : [])]);
      return new Promise<Outcome[]>((resolve, reject) => answers.push({ done: resolve, failed: reject }));
    },
    { ...(most && { most }), mostWaiting: 8 },
  );
  async function answer(outcomes?: Outcome[] | Error): Promise<void> {
    const batch = (sent.at(-1) ?? []).filter((key) => key !== 'waits');
    const waiting = answers.shift();
    if (outcomes instanceof Error) waiting?.failed(outcomes);
    else waiting?.done(outcomes ?? batch.map(done));
    await turn();
  }
  return { ask, sent, answer };
}

test('the first runs at once, and bets that arrive meanwhile run together, up to a limit', async () => {
  const { ask, sent, answer } = held(3);
  const all = ['a', 'b', 'c', 'd', 'e'].map((key) => ask(bet(key, key)));
  expect(sent).toEqual([['a']]);
  await answer();
  expect(sent).toEqual([['a'], ['b', 'c', 'd']]);
  await answer();
  await answer();
  expect(sent.at(-1)).toEqual(['e']);
  expect((await Promise.all(all)).map(({ reply }) => reply)).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('a session has one call in a batch, in the order in which they came', async () => {
  const { ask, sent, answer } = held();
  const all = [ask(bet('x', '1')), ask(bet('y', '2')), ask(bet('y', '3')), ask(bet('z', '4'))];
  for (let n = 0; n < 3; n += 1) await answer();
  expect(sent).toEqual([['1'], ['2', '4'], ['3']]);
  await Promise.all(all);
});

test('a postponed bet is in the next batch, before the others', async () => {
  const { ask, sent, answer } = held(2);
  const all = ['1', '2', '3', '4'].map((key) => ask(bet(key, key)));
  await answer();
  await answer([done('2'), { ...done('3'), code: 'later' }]);
  expect(sent.at(-1)).toEqual(['3', '4']);
  await answer();
  expect((await Promise.all(all)).map(({ code }) => code)).toEqual(['ok', 'ok', 'ok', 'ok']);
});

test('a failed batch is retried one by one, and only the bet that fails on its own is refused', async () => {
  const { ask, sent, answer } = held();
  const all = ['1', '2', '3'].map((key) => ask(bet(key, key)));
  const settled = Promise.allSettled(all);
  await answer();
  await answer(new Error('of one of them'));
  await answer(new Error('of this one'));
  await answer();
  expect(sent).toEqual([['1'], ['2', '3'], ['2', 'waits'], ['3', 'waits']]);
  expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('if the database does not answer, all fail at once, and later bets are served', async () => {
  const { ask, sent, answer } = held();
  const settled = Promise.allSettled(['1', '2', '3'].map((key) => ask(bet(key, key))));
  await answer();
  await answer(new Refusal('unavailable'));
  expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  const next = ask(bet('4', '4'));
  expect(sent.at(-1)).toEqual(['4']);
  await answer();
  expect((await next).reply).toBe('4');
});

test('a call that meets a lock waits for it by itself, while the next batches run', async () => {
  const { ask, sent, answer } = held();
  const all = ['1', '2', '3', '4'].map((key) => ask(bet(key, key)));
  await answer();
  await answer([done('2'), { ...done('3'), code: 'busy' }, done('4')]);
  expect(sent.at(-1)).toEqual(['3', 'waits']);
  const next = ask(bet('5', '5'));
  expect(sent.at(-1)).toEqual(['5']);
  await answer([done('3')]);
  await answer([done('5')]);
  expect((await Promise.all([...all, next])).map(({ reply }) => reply)).toEqual(['1', '2', '3', '4', '5']);
});

test('a call is refused when too many are waiting, and told when to come back', async () => {
  const { ask, answer } = held();
  const all = Array.from({ length: 9 }, (_, n) => ask(bet(String(n), String(n))));
  await expect(ask(bet('x', 'x'))).rejects.toMatchObject({ name: 'unavailable', data: { retryAfter: 2 } });
  await answer();
  await answer();
  expect(await Promise.all(all)).toHaveLength(9);
});
