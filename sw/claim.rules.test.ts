// The key of a reminder's claim, and what its notification says in each language.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LANGUAGES, wireLanguage } from '#contract/languages.ts';
import { claimKey, claimedBeforeText, resultText, waitingText } from './claim.rules.ts';
import { claimWords } from './claim.words.ts';

const UUID_8 = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('one cycle has one key, and another account or cycle has another', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), fc.nat(), async (address, endsAt) => {
      const key = await claimKey({ address, endsAt });
      expect(key).toMatch(UUID_8);
      expect(await claimKey({ address, endsAt })).toBe(key);
      expect(await claimKey({ address, endsAt: endsAt + 1 })).not.toBe(key);
      expect(await claimKey({ address: `${address}1`, endsAt })).not.toBe(key);
    }),
  );
});

describe('the result', () => {
  const done = (state: string) =>
    ({ state: 'done', result: { claimed: '1234.5678901', state }, lang: 'en' }) as const;
  const refused = (name: string, message: string) =>
    ({ state: 'failed', reason: { code: 1, name, message }, lang: 'en' }) as const;

  test('names the amount and what comes next', () => {
    expect(resultText(done('running'), false)).toEqual({
      title: '1,234.56789 ADIT claimed',
      body: 'Your miner is running again.',
    });
    expect(resultText(done('pending_start'), false).body).toBe('Open Adit to start the next cycle.');
    expect(resultText(done('expired'), false).body).toBe(
      'Trial finished. Keep mining with a permanent miner.',
    );
  });
  test('names no amount while amounts are hidden', () => {
    expect(resultText(done('running'), true).title).toBe('Claimed');
  });
  test('is not alarming when the cycle was claimed before', () => {
    for (const name of ['mining_incomplete', 'miner_not_activated'])
      expect(resultText(refused(name, 'Mining Progress Not Complete'), false)).toEqual({
        title: 'Already claimed',
        body: "It's in your balance.",
      });
  });
  test('gives the server’s reason for any other refusal, if it gave one', () => {
    expect(resultText(refused('expired', ''), false).body).toBe('Open Adit to see why.');
    expect(resultText(refused('other', 'Because.'), false)).toEqual({
      title: "Your claim didn't go through",
      body: 'Because.',
    });
  });
});

test('a claim that waits says what for', () => {
  expect(waitingText('network', true, 'en').body).toBe("We'll send it as soon as we can.");
  expect(waitingText('network', false, 'en').body).toBe("We'll send it when you open Adit.");
  expect(waitingText('sign_in', true, 'en').title).toBe('Sign in to claim');
});

test.each(LANGUAGES)('in %s every text is there and its own', (lang) => {
  const shown = [
    ...['running', 'pending_start', 'expired'].map((state) =>
      resultText({ state: 'done', result: { claimed: '12', state }, lang: wireLanguage(lang) }, false),
    ),
    claimedBeforeText(lang),
    waitingText('network', true, lang),
    waitingText('network', false, lang),
    waitingText('sign_in', true, lang),
  ];
  for (const { title, body } of shown) expect(`${title} ${body}`).not.toMatch(/[{}!]|undefined/);
  expect(shown[0]?.title).toContain('12 ADIT');
  for (const name of Object.keys(claimWords.en) as (keyof typeof claimWords.en)[]) {
    expect(claimWords[lang][name].trim(), name).not.toBe('');
    if (lang !== 'en') expect(claimWords[lang][name], name).not.toBe(claimWords.en[name]);
  }
});
