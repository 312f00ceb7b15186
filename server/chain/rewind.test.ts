/** How far back a reader goes when a final block disappears: below every effect that disappeared with it. */
import { expect, test } from 'vitest';
import type { Place } from './cursor.ts';
import { firmBlock } from './rewind.ts';
import { NodeUnreachable, type Rpc } from './rpc.ts';

const hashOf = (number: number, fork: string) => `0x${fork}${number.toString(16).padStart(63, '0')}`;
/** A chain of 1,000 blocks that was replaced from block `forked` onwards; `dropped` blocks are no longer available. */
const node = (forked: number, dropped: (number: number) => boolean = () => false): Rpc => ({
  url: '',
  async call<T>(_method: string, [tag]: readonly unknown[] = []): Promise<T> {
    const number = Number(tag);
    if (number > 1000 || dropped(number)) return null as T;
    const fork = (n: number) => (n >= forked ? 'b' : 'a');
    return {
      number: tag,
      timestamp: '0x1',
      hash: hashOf(number, fork(number)),
      parentHash: hashOf(Math.max(0, number - 1), fork(number - 1)),
    } as T;
  },
  batch: async () => [],
});
/** Effects as applied before the fork, newest first. */
const anchors =
  (...numbers: number[]) =>
  async (below: number): Promise<Place | undefined> => {
    const number = numbers.find((one) => one <= below);
    return number === undefined ? undefined : { number, hash: hashOf(number, 'a') };
  };
const base = { from: 990, floor: 0, ready: 990 };

test('goes back at least 128 blocks, both without effects and with valid ones', async () => {
  expect((await firmBlock(node(980), { ...base, anchor: anchors() })).number).toBe(862);
  expect((await firmBlock(node(980), { ...base, anchor: anchors(985, 500) })).number).toBe(862);
});

test('goes back further if effects below that are gone as well', async () => {
  const back = await firmBlock(node(400), { ...base, anchor: anchors(985, 850, 600, 420, 390, 10) });
  expect(back.number).toBeLessThan(420);
  expect(back.hash).toBe(hashOf(back.number, 'a'));
});

test('never goes below the block where this database began to read', async () => {
  expect((await firmBlock(node(5), { ...base, floor: 900, anchor: anchors(985, 10) })).number).toBe(900);
  expect((await firmBlock(node(5), { ...base, anchor: anchors(985, 850, 600, 300, 2) })).number).toBe(0);
});

test('goes back to the newest valid effect on a chain that drops old empty blocks', async () => {
  const thin = node(980, (number) => number < 900 && number !== 700);
  expect((await firmBlock(thin, { ...base, anchor: anchors(985, 700) })).number).toBe(700);
  expect((await firmBlock(thin, { ...base, anchor: anchors() })).number).toBe(990);
  const nothing = firmBlock(
    node(0, () => true),
    { ...base, anchor: anchors() },
  );
  await expect(nothing).rejects.toBeInstanceOf(NodeUnreachable);
});
