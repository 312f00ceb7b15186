// What the operator's answers turn into, and what is said about a round without one.
import { describe, expect, test } from 'vitest';
import { lotteryDigits } from '#draws/lottery.ts';
import { raceRanking } from '#draws/race.ts';
import { vectorOf, worldOf } from '#tests/draws/node.ts';
import {
  nodeAddressFault,
  lotteryStanding,
  newestDrawn,
  type LotteryResult,
  markedLanes,
  proofText,
  raceStanding,
  unsettledRace,
  type Ranking,
} from './verify.rules.ts';

const { claim } = worldOf(vectorOf());

const ranking: Ranking = {
  ...claim,
  round: 5_849_201,
  drawsAt: '2025-08-09T17:30:00.000Z',
  ranking: claim.result,
  champion: claim.result[0] ?? 0,
  totalStake: '10',
  winnersStake: '1',
  profitAndLoss: null,
  lanes: ['F', 'B', 'C', 'D', 'E', 'A'].map((coin, index) => ({
    lane: index === 0 ? 6 : index === 5 ? 1 : index + 1,
    coin,
    stake: '0',
  })),
  leaders: [],
};

const lottery: LotteryResult = {
  ...claim,
  ...{ round: '2026-11-21', state: 'settled', drawn: [1, 2, 3], closesAt: '2026-11-21T12:00:00.000Z' },
  ...{ pool: '0', carried: '0', issued: '0', paid: '0', rolledOver: '0' },
  ...{ guesses: 1, winners: 0, share: '0', myGuesses: [], myReward: '0' },
};

describe('the state of a round', () => {
  test('of a race contains its claim and the coins by lane', () => {
    const standing = raceStanding(ranking, 56);
    expect(standing).toMatchObject({ state: 'settled', coins: ['A', 'B', 'C', 'D', 'E', 'F'] });
    expect(standing).toMatchObject({ claim: { ...claim, round: 'race:5849201', chainId: 56 } });
  });
  test('of a lottery round is settled, void, or undrawn because nobody guessed', () => {
    expect(lotteryStanding(lottery, 56)).toMatchObject({
      state: 'settled',
      claim: { round: 'lottery:2026-11-21', result: [1, 2, 3] },
    });
    expect(lotteryStanding({ ...lottery, state: 'void', drawn: null, hash: null }, 56)).toEqual({
      state: 'void',
    });
    expect(lotteryStanding({ ...lottery, drawn: null, hash: null, seed: null }, 56)).toEqual({
      state: 'idle',
    });
  });
  test('is refused, not skipped, if something is missing', () => {
    expect(() => lotteryStanding({ ...lottery, seed: null }, 56)).toThrow('seed');
  });
  test('of a race without a result follows from the refusal', () => {
    const answers = [{ state: 'void' }, { state: 'waiting' }, null, undefined, 'void'];
    expect(answers.map((data) => unsettledRace(data).state)).toEqual([
      'void',
      'drawing',
      'idle',
      'idle',
      'idle',
    ]);
  });
});

test('the marked lanes are those of the ranking, as far as the hash has them', () => {
  for (const note of ['transaction, seed and round', 'four lanes', 'no lane at all', 'in order']) {
    const { hash } = vectorOf(note);
    const marked = markedLanes(hash).map((at) => Number(hash.charAt(at)));
    expect(raceRanking(hash).slice(0, marked.length)).toEqual(marked);
    expect(lotteryDigits(hash)).toHaveLength(3);
  }
});

test('a shared proof contains its claim and the trimmed answers', () => {
  const { blocks } = worldOf(vectorOf());
  const result = { ...blocks.get(claim.blockNumber), extraData: '0x00' };
  const paper = JSON.parse(proofText(claim, [{ id: 'block', result }])) as Record<string, unknown>;
  expect(paper['claim']).toEqual(claim);
  expect(JSON.stringify(paper)).not.toContain('extraData');
});

test('a node is reached by https, or by http on this device, and its address contains no name or password', () => {
  for (const good of [
    'https://node.example',
    'https://node.example:8545/v3/key?x=1',
    'https://9.9.9.9',
    'https://[2001:db8::1]/',
    'http://127.0.0.1:8545/',
    'http://localhost:8545',
  ])
    expect(nodeAddressFault(good), good).toBeUndefined();
  for (const bad of [
    '',
    'node.example',
    'ws://node.example',
    'https://',
    'javascript:alert(1)',
    'https://a:b@node.example',
    'http://node.example',
    'http://9.9.9.9:8545',
    'http://[::1]:8545',
  ])
    expect(nodeAddressFault(bad), bad).toBe('form');
});

test('an address on a private network is refused, however it is written', () => {
  for (const host of [
    '10.0.0.5',
    '172.16.0.1',
    '172.31.255.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '0x0a000005',
    '167772165',
    '192.168.257',
    '[::]',
    '[fd00::1]',
    '[fe80::1]',
    '[::ffff:10.0.0.5]',
    '[64:ff9b::a00:5]',
    'router',
    'router.',
    'nas.local',
    'NAS.LOCAL.',
    'node.internal',
    'box.home.arpa',
  ])
    for (const scheme of ['https', 'http'])
      expect(nodeAddressFault(`${scheme}://${host}:8545/`), host).toBe('private');
  for (const host of ['172.32.0.1', '100.128.0.1', '11.0.0.1', 'local.example'])
    expect(nodeAddressFault(`https://${host}`), host).toBeUndefined();
});

test('the latest draw is the latest round with a hash, skipping days without a guess and void rounds', () => {
  const hash = `0x${'ab'.repeat(32)}`;
  const rounds = [
    { round: '2026-11-24', state: 'settled', hash: null },
    { round: '2026-11-23', state: 'void', hash },
    { round: '2026-11-22', state: 'settled', hash },
    { round: '2026-11-21', state: 'settled', hash },
  ] as const;
  expect(newestDrawn(rounds)).toBe('2026-11-22');
  expect(newestDrawn(rounds.slice(0, 2))).toBeNull();
});
