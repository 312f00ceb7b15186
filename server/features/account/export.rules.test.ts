// The data export of an account: its content comes from the sections and is produced as it is sent.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PlainRow } from '#server/lib/sections.ts';
import { AT_MOST, WINDOW_MS, jsonFile, secondsToWait } from './export.rules.ts';

async function* each(rows: readonly PlainRow[]): AsyncGenerator<PlainRow> {
  yield* rows;
}
async function textOf(parts: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const part of parts) text += part;
  return text;
}

describe('the file', () => {
  test('is JSON with the head, and the sections and rows unchanged', async () => {
    const row = fc.dictionary(
      fc.string(),
      fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
    );
    const sections = fc.uniqueArray(
      fc.record({ name: fc.string(), about: fc.string(), rows: fc.array(row) }),
      {
        selector: ({ name }) => name,
      },
    );
    await fc.assert(
      fc.asyncProperty(sections, async (all) => {
        const file = jsonFile(
          { format: 1, madeAt: new Date(0) },
          all.map((section) => ({ ...section, rows: each(section.rows) })),
        );
        const entries = all.map(({ name, about, rows }) => [name, { about, rows }] as const);
        expect(JSON.parse(await textOf(file))).toEqual(
          JSON.parse(
            JSON.stringify({
              format: 1,
              madeAt: '1970-01-01T00:00:00.000Z',
              sections: Object.fromEntries(entries),
            }),
          ),
        );
      }),
    );
  });

  test('is produced only as fast as it is read', async () => {
    let made = 0;
    async function* endless(): AsyncGenerator<PlainRow> {
      for (;;) yield { n: (made += 1) };
    }
    const text = jsonFile({}, [{ name: 'endless', about: '', rows: endless() }]);
    const first = await text.next();
    expect(String(first.value).length).toBeLessThan(70_000);
    const before = made;
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(made).toBe(before);
    await text.return(undefined);
  });

  test('breaks off where a section cannot be read', async () => {
    async function* broken(): AsyncGenerator<PlainRow> {
      yield { n: 1 };
      throw new Error('gone');
    }
    await expect(textOf(jsonFile({}, [{ name: 'x', about: '', rows: broken() }]))).rejects.toThrow('gone');
  });
});

test('the wait lasts until the earliest export of the hour no longer counts', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const before = (ms: number) => new Date(now.getTime() - ms);
  expect(
    secondsToWait(
      Array.from({ length: AT_MOST }, () => now),
      now,
    ),
  ).toBe(WINDOW_MS / 1000);
  expect(secondsToWait([before(WINDOW_MS + 1), before(WINDOW_MS - 1500), now], now)).toBe(2);
  expect(secondsToWait([before(WINDOW_MS)], now)).toBe(1);
  expect(secondsToWait([], now)).toBe(1);
});
