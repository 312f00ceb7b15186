// The offline page's parsing of pasted data, over all golden vectors and over typical pasting mistakes.
import { expect, test } from 'vitest';
import { gather } from '#draws/questions.ts';
import { verdictOf } from '#draws/proof.ts';
import { Malformed } from '#draws/fields.ts';
import vectors from '#draws/vectors.json' with { type: 'json' };
import { vectorOf, worldOf } from '#tests/draws/node.ts';
import { proofText } from '#features/verify/verify.rules.ts';
import { checkPaper, commandOf, NO_JSON } from './paper.ts';
import { TEXTS } from './texts.ts';

const world = worldOf(vectorOf());
const { answers } = await gather(world.claim, world.ask);
const paper = proofText(world.claim, answers);

test.each(vectors)('accepts $round by the $rule rule: $note', async (vector) => {
  const { claim, ask } = worldOf(vector);
  const { checks } = checkPaper(proofText(claim, (await gather(claim, ask)).answers), '');
  expect(verdictOf(checks)).toBe('matches');
});

test('answers of the reader’s own node replace those in the data', async () => {
  const other = worldOf(vectorOf());
  const tx = other.transactions.get(other.claim.txHash);
  if (tx) tx.from = `0x${'00'.repeat(20)}`;
  const own = (await gather(other.claim, other.ask)).answers.map((answer) => ({ jsonrpc: '2.0', ...answer }));
  for (const text of [
    JSON.stringify(own),
    JSON.stringify(own, null, 2),
    own.map((one) => JSON.stringify(one)).join('\n\n'),
  ]) {
    const { checks, questions } = checkPaper(paper, text);
    expect(checks.filter(({ state }) => state === 'differs').map(({ id }) => id)).toEqual(['sender']);
    expect(questions).toEqual([]);
  }
});

test('checks a claim alone as far as possible, and says what to request', async () => {
  const { checks, questions } = checkPaper(JSON.stringify(world.claim), ' ');
  expect(verdictOf(checks)).toBe('unknown');
  expect(questions).toHaveLength(4);
  const command = commandOf(questions);
  expect(command).toMatch(
    /^curl -s https:\/\/YOUR-NODE -H 'content-type: application\/json' --data '\[\{.*\}\]'$/,
  );
  const first = JSON.stringify(await world.ask(questions));
  const second = checkPaper(JSON.stringify(world.claim), first);
  expect(second.questions.map(({ id }) => id)).toEqual([`transaction ${world.claim.txHash}`]);
  const rest = JSON.stringify(await world.ask(second.questions));
  const done = checkPaper(JSON.stringify(world.claim), `${first}\n${rest}`);
  expect([verdictOf(done.checks), done.questions]).toEqual(['matches', []]);
});

test('names what cannot be parsed', () => {
  const named = (data: string, own = '') => {
    try {
      checkPaper(data, own);
    } catch (error) {
      if (error instanceof Malformed) return error.field;
    }
    return 'nothing';
  };
  expect(named('{')).toBe(NO_JSON);
  expect(named('hello')).toBe(NO_JSON);
  expect(named('[]')).toBe('claim');
  expect(named('{"claim": null}')).toBe('claim');
  expect(named(paper.replace('"seed"', '"sead"'))).toBe('seed');
  expect(named(paper.replace(/"miner": "0x/, '"miner": "0y'))).toBe('miner');
  expect(named(paper, '<html>')).toBe(NO_JSON);
  expect(named(paper, '{"error":{"message":"limit"}}')).toBe('answers');
});

test('every language has all texts', () => {
  const keys = (value: object): string[] =>
    Object.entries(value).flatMap(([key, inner]) =>
      typeof inner === 'object' ? [key, ...keys(inner as object)] : [key],
    );
  for (const texts of Object.values(TEXTS)) {
    expect(keys(texts)).toEqual(keys(TEXTS.en));
    expect(JSON.stringify(texts)).not.toContain('""');
    expect(texts.malformed).toContain('{}');
  }
});
