// An event stream is parsed the same way, however the network splits it.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { streamParser } from './event-stream.ts';

/** The result of parsing a stream that arrives in these pieces. */
function parsed(...pieces: string[]) {
  const topics: string[] = [];
  const retries: number[] = [];
  const take = streamParser({ onEvent: (topic) => topics.push(topic), onRetry: (ms) => retries.push(ms) });
  for (const piece of pieces) take(piece);
  return { topics, retries };
}

describe('an event stream', () => {
  test('reports the topic of each event at the blank line that ends it', () => {
    expect(parsed('event: balance\ndata: {}\n').topics).toEqual([]);
    expect(parsed('event: balance\ndata: {}\n\nevent: race\ndata: {}\n\n').topics).toEqual([
      'balance',
      'race',
    ]);
  });

  test('calls an event without a name "message", and drops one without data', () => {
    expect(parsed('data: 1\n\nevent: balance\n\ndata\n\n').topics).toEqual(['message', 'message']);
  });

  test('ignores comments, unknown fields and invalid times', () => {
    expect(parsed(':\n\n: hello\nid: 7\nretry: 3000\nretry: soon\nretry:5\n\n')).toEqual({
      topics: [],
      retries: [3000, 5],
    });
  });

  test('accepts all three kinds of line ending', () => {
    expect(parsed('event: a\r\ndata: 1\r\n\r\nevent: b\rdata: 1\r\revent: c\ndata: 1\n\n').topics).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  test('is parsed the same however it is split', () => {
    const line = fc.oneof(
      fc.constantFrom('event: balance', 'event:race', 'data: {}', 'data', ':', '', 'retry: 40', 'id: 1', 'x'),
      fc.string({ maxLength: 5 }).filter((text) => !/[\r\n]/.test(text)),
    );
    const text = fc
      .array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r')), { maxLength: 30 })
      .map((lines) => `${lines.map(([words, end]) => words + end).join('')}:`);
    const cuts = fc.array(fc.nat(200), { maxLength: 20 });
    fc.assert(
      fc.property(text, cuts, (whole, at) => {
        const ends = [...new Set(at.filter((cut) => cut < whole.length))].toSorted((a, b) => a - b);
        const pieces = [...ends, whole.length].map((end, index) => whole.slice(ends[index - 1] ?? 0, end));
        expect(pieces.join('')).toBe(whole);
        expect(parsed(...pieces)).toEqual(parsed(whole));
      }),
    );
  });
});
