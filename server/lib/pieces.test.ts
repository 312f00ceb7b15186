// Work in pieces: all bytes in order, and other work gets its turn in between.
import { expect, test } from 'vitest';
import { inPieces } from './pieces.ts';

test('all bytes are passed once, in order', async () => {
  const bytes = new Uint8Array(1_300_000).map((_, at) => at % 251);
  const got: Uint8Array[] = [];
  await inPieces(bytes, (piece) => got.push(piece));
  expect(Buffer.concat(got).equals(bytes)).toBe(true);
  await inPieces(new Uint8Array(0), () => expect.fail('there is nothing to do'));
});

test('no piece is larger than half a mebibyte, and others run after each', async () => {
  const seen: string[] = [];
  const work = inPieces(new Uint8Array(2 ** 21 + 1), (piece) => seen.push(`piece of ${piece.length}`));
  const other = async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      seen.push('other');
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await Promise.all([work, other()]);
  const pieces = [524_288, 524_288, 524_288, 524_288, 1];
  expect(seen).toEqual(pieces.flatMap((size) => [`piece of ${size}`, 'other']));
});
