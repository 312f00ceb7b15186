// Pasted data: complete data is parsed; anything else is refused with the name of the field.
import { expect, test } from 'vitest';
import { vectorOf, worldOf } from '#tests/draws/node.ts';
import { type Claim, readClaim } from './claim.ts';
import { learn, NOTHING, readAnswers, trimmed } from './evidence.ts';
import { Malformed } from './fields.ts';
import { checkDraw, verdictOf } from './proof.ts';
import { gather } from './questions.ts';

const world = () => worldOf(vectorOf());
const { claim } = world();

/** The field that a parser reports. */
function complaint(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof Malformed) return error.field;
    throw error;
  }
  return 'nothing';
}

test('parses a claim from its JSON, even with upper-case hex digits', () => {
  expect(readClaim(JSON.parse(JSON.stringify(claim)))).toEqual(claim);
  expect(readClaim({ ...claim, seed: `0x${claim.seed.slice(2).toUpperCase()}` })).toEqual(claim);
  expect(readClaim({ ...claim, chainId: undefined })).toEqual({ ...claim, chainId: null });
});

test.each<[keyof Claim, unknown[]]>([
  ['round', [undefined, 'race:', 'lottery:2026-02-30', 5_849_201, 'chess:1']],
  ['rule', [undefined, 'fair', null]],
  ['chainId', ['56', -1, 1.5]],
  ['seed', [undefined, null, '0x', claim.seed.slice(2), `${claim.seed}00`, `${claim.seed.slice(0, -1)}g`]],
  ['seedHash', [undefined, 7]],
  ['blockNumber', ['50000', -1, 0.5, 2 ** 60]],
  ['blockHash', ['latest']],
  ['txHash', ['']],
  ['hash', [null]],
  [
    'result',
    [
      undefined,
      [],
      [1, 2, 3],
      [1, 2, 3, 4, 5, 7],
      ['1', 2, 3, 4, 5, 6],
      '123456',
      [1, 2, 3, 4, 5, Number.NaN],
    ],
  ],
])('refuses a claim with a wrong %s and names that field', (field, values) => {
  for (const value of values) expect(complaint(() => readClaim({ ...claim, [field]: value }))).toBe(field);
});

test('refuses what is not a claim at all', () => {
  for (const value of [null, undefined, 'claim', 7, [], [claim]])
    expect(complaint(() => readClaim(value))).toBe('claim');
});

test('accepts one answer or many, batched or bare, and blocks with full transactions', () => {
  const answer = { jsonrpc: '2.0', id: 'chainId', result: '0x38' };
  expect(readAnswers(answer)).toEqual([{ id: 'chainId', result: '0x38' }]);
  expect(readAnswers([answer, { jsonrpc: '2.0', id: 7, result: null }])).toHaveLength(2);
  const { blocks, transactions } = world();
  const block = blocks.get(claim.blockNumber);
  const whole = { ...block, transactions: [transactions.get(claim.txHash)] };
  expect(learn(NOTHING, { id: '', result: whole }).blocks[0]?.last).toBe(claim.txHash);
});

test('refuses what is not an answer', () => {
  const block = world().blocks.get(claim.blockNumber);
  const bad: [unknown, string][] = [
    [{ ...block, number: 7 }, 'number'],
    [{ ...block, timestamp: '0xffffffffffffff' }, 'timestamp'],
    [{ ...block, timestamp: '0x1fffffffffffff' }, 'timestamp'],
    [{ ...block, hash: null }, 'hash'],
    [{ ...block, miner: '0x00' }, 'miner'],
    [{ ...block, transactions: null }, 'transactions'],
    [{ ...block, transactions: [7] }, 'transactions'],
    [{ hash: claim.txHash }, 'from'],
    ['0x38', 'answers'],
    [[], 'answers'],
  ];
  for (const [result, field] of bad)
    expect(
      complaint(() => learn(NOTHING, { id: '', result })),
      field,
    ).toBe(field);
  expect(complaint(() => learn(NOTHING, { id: 'chainId', result: 56 }))).toBe('chainId');
  for (const value of ['', 7, null, {}, [{}], { id: 'x', error: { code: -32_000, message: 'limit' } }])
    expect(complaint(() => readAnswers(value))).toBe('answers');
});

test('trimmed answers still prove the draw', async () => {
  const { answers } = await gather(claim, world().ask);
  const small = answers.map(trimmed);
  expect(JSON.stringify(small).length).toBeLessThan(JSON.stringify(answers).length);
  const chain = (JSON.parse(JSON.stringify(small)) as typeof small).reduce(learn, NOTHING);
  expect(verdictOf(checkDraw(claim, chain))).toBe('matches');
});
