// The proof of a draw: true claims pass, and each single lie is reported at its own step and nowhere else.
import { describe, expect, test } from 'vitest';
import { again } from '#tests/draws/reference.ts';
import { SOMEBODY, VALIDATOR, vectorOf, type World, worldOf } from '#tests/draws/node.ts';
import type { Claim } from './claim.ts';
import { NOTHING } from './evidence.ts';
import { type Check, type CheckId, checkDraw, verdictOf } from './proof.ts';
import { gather, MOST_BLOCKS, questionsOf } from './questions.ts';
import vectors from './vectors.json' with { type: 'json' };

const other = again(`0x${'11'.repeat(32)}`);
const idsOf = (checks: Check[], state: Check['state']): CheckId[] =>
  checks.filter((check) => check.state === state).map(({ id }) => id);

async function prove(world: World, claim: Claim = world.claim): Promise<Check[]> {
  return checkDraw(claim, (await gather(claim, world.ask)).chain);
}

/** Modifies one of the world's blocks in place. */
function change(world: World, number: number, fields: object): void {
  const block = world.blocks.get(number);
  if (!block) throw new Error(`no block ${number}`);
  world.blocks.set(number, { ...block, ...fields });
}

test.each(vectors)('accepts $round by the $rule rule: $note', async (vector) => {
  const checks = await prove(worldOf(vector));
  expect(checks.map(({ id }) => id).join(' ')).toBe(
    'seed chain block time first transaction sender final hash result',
  );
  expect(checks.filter(({ state }) => state !== 'matches')).toEqual([]);
  expect(verdictOf(checks)).toBe('matches');
});

const race = vectorOf('transaction, seed and round');
const plain = vectorOf('in order');

describe('a claim that has been tampered with', () => {
  const lies: [what: string, lie: Partial<Claim>, found: CheckId[]][] = [
    ['seed', { seed: other }, ['seed', 'hash', 'result']],
    ["seed's hash", { seedHash: other }, ['seed']],
    ['hash', { hash: other }, ['hash']],
    ['result', { result: [6, 5, 4, 3, 2, 1] }, ['result']],
    ['block hash', { blockHash: other }, ['block']],
    ['transaction', { txHash: other }, ['transaction', 'hash', 'result']],
    ['round', { round: 'race:7' }, ['time', 'hash', 'result']],
  ];
  test.each(lies)('is detected when its %s is changed', async (_, lie, found) => {
    const world = worldOf(race);
    const checks = await prove(world, { ...world.claim, ...lie });
    expect(verdictOf(checks)).toBe('differs');
    expect(idsOf(checks, 'differs')).toEqual(expect.arrayContaining(found.slice(0, 1)));
    for (const id of idsOf(checks, 'differs')) expect(found).toContain(id);
  });

  test('is detected by the plain rule whatever seed it names for a wrong transaction', async () => {
    const world = worldOf(plain);
    const checks = await prove(world, { ...world.claim, txHash: other, hash: other });
    expect(idsOf(checks, 'differs')).toEqual(['transaction', 'result']);
  });

  test('is detected when it names a block after the first qualifying one', async () => {
    const world = worldOf(race);
    const next = world.claim.blockNumber + 1;
    const last = world.blocks.get(next)?.transactions.at(-1) ?? '';
    const tx = world.transactions.get(last);
    if (tx) tx.from = VALIDATOR;
    const claim = {
      ...world.claim,
      blockNumber: next,
      blockHash: world.blocks.get(next)?.hash ?? '',
      txHash: last,
    };
    const checks = await prove(world, claim);
    expect(idsOf(checks, 'differs')).toContain('first');
    expect(checks.find(({ id }) => id === 'first')?.found).toBe(String(world.claim.blockNumber));
  });

  test('is detected when it names a block before T', async () => {
    const world = worldOf(race);
    change(world, world.claim.blockNumber, { timestamp: '0x1' });
    const checks = await prove(world);
    expect(idsOf(checks, 'differs')).toEqual(['time']);
  });

  test('is detected when somebody other than the validator sent its transaction', async () => {
    const world = worldOf(race);
    const tx = world.transactions.get(race.txHash);
    if (tx) tx.from = SOMEBODY;
    expect(idsOf(await prove(world), 'differs')).toEqual(['sender']);
  });

  test('is detected when its block is empty', async () => {
    const world = worldOf(race);
    change(world, world.claim.blockNumber, { transactions: [] });
    expect(idsOf(await prove(world), 'differs')).toEqual(['transaction', 'sender']);
  });
});

describe('the search for an earlier block', () => {
  test('goes back over all blocks that do not qualify, and fetches no more than it needs', async () => {
    const world = worldOf(race, 37);
    expect(verdictOf(await prove(world))).toBe('matches');
    expect(world.asked.length).toBeLessThan(2 + 2 * 37 + 12);
  });
  test('finds the one that qualifies', async () => {
    const world = worldOf(race, 20);
    const early = world.claim.blockNumber - 13;
    const block = world.blocks.get(early);
    const tx = world.transactions.get(block?.transactions.at(-1) ?? '');
    if (!tx) throw new Error('that block has no transaction');
    tx.from = VALIDATOR;
    const checks = await prove(world);
    expect(idsOf(checks, 'differs')).toEqual(['first']);
    expect(checks.find(({ id }) => id === 'first')?.found).toBe(String(early));
  });
  test('gives up after a fixed number of blocks, and says so', async () => {
    const world = worldOf(race, MOST_BLOCKS + 20);
    const checks = await prove(world);
    expect(verdictOf(checks)).toBe('unknown');
    expect(checks.find(({ id }) => id === 'first')).toMatchObject({
      why: 'tooFar',
      found: String(world.claim.blockNumber - MOST_BLOCKS),
    });
  });
  test('reaches as far as promised', async () => {
    expect(verdictOf(await prove(worldOf(race, MOST_BLOCKS - 1)))).toBe('matches');
  });
  test('does not trust blocks that do not follow each other', async () => {
    const world = worldOf(race, 5);
    change(world, world.claim.blockNumber - 2, { hash: other });
    const checks = await prove(world);
    expect(checks.find(({ id }) => id === 'first')).toMatchObject({ state: 'unknown', why: 'broken' });
  });
});

describe('a node that does not say enough', () => {
  const reasons = (checks: Check[]) =>
    checks.filter(({ state }) => state === 'unknown').map(({ id, why }) => `${id} ${why}`);
  const chainIds = ['block', 'time', 'first', 'transaction', 'sender', 'final'];

  test('proves nothing and accuses nobody when it is on another chain', async () => {
    const world = worldOf(race);
    world.chainId = 1;
    const checks = await prove(world);
    expect(reasons(checks)).toEqual(['chain', ...chainIds].map((id) => `${id} wrongChain`));
    expect(idsOf(checks, 'matches')).toEqual(['seed', 'hash', 'result']);
  });
  test('proves nothing when it does not have the block', async () => {
    const world = worldOf(race);
    world.blocks.clear();
    expect(reasons(await prove(world))).toEqual(chainIds.map((id) => `${id} missing`));
  });
  test('proves nothing when it does not have the transaction', async () => {
    const world = worldOf(race);
    world.transactions.clear();
    expect(reasons(await prove(world))).toEqual(['sender missing']);
  });
  test('proves nothing while the block is not final', async () => {
    const world = worldOf(race);
    world.finalized = world.claim.blockNumber - 1;
    expect(reasons(await prove(world))).toEqual(['final notFinal']);
  });
  test('proves nothing when it was not asked', () => {
    const { claim } = worldOf(race);
    expect(reasons(checkDraw(claim, NOTHING))).toEqual(['chain', ...chainIds].map((id) => `${id} missing`));
    const unnamed = checkDraw({ ...claim, chainId: null }, NOTHING);
    expect(reasons(unnamed)).toEqual(chainIds.map((id) => `${id} missing`));
    expect(questionsOf(claim, NOTHING).map(({ id }) => id)).toEqual([
      'chainId',
      'finalized',
      `block ${claim.blockNumber}`,
      `block ${claim.blockNumber - 1}`,
    ]);
  });
  test('does not hide a difference', async () => {
    const world = worldOf(race);
    world.blocks.clear();
    expect(verdictOf(await prove(world, { ...world.claim, hash: other }))).toBe('differs');
  });
});
