/** The file with all data of an account: its contents, their order, and how often it may be requested. Pure. */
import { HOUR_MS } from '#rules/days.ts';
import type { Plain, PlainRow } from '#server/lib/sections.ts';

/** Exports of an account allowed within `WINDOW_MS`: each one reads everything stored about it. */
export const AT_MOST = 4;
export const WINDOW_MS = HOUR_MS;

/** Seconds until the earliest of these exports no longer counts, at least 1. */
export function secondsToWait(times: readonly Date[], now: Date): number {
  const first = Math.min(...times.map((at) => at.getTime()).filter((at) => at > now.getTime() - WINDOW_MS));
  if (!Number.isFinite(first)) return 1;
  return Math.max(1, Math.ceil((first + WINDOW_MS - now.getTime()) / 1000));
}

interface FileSection {
  readonly name: string;
  readonly about: string;
  readonly rows: AsyncIterable<PlainRow>;
}

/**
 * Text is sent in parts of about this many characters: sending small rows one by one would cost more than reading them.
 */
const PART = 64 * 1024;

/** One JSON object (RFC 8259): the head's fields, then `sections`, with one row per line. */
export async function* jsonFile(
  head: Readonly<Record<string, Plain>>,
  sections: readonly FileSection[],
): AsyncGenerator<string> {
  let text = `${JSON.stringify(head).slice(0, -1)},"sections":{`;
  for (const [n, { name, about, rows }] of sections.entries()) {
    text += `${n === 0 ? '' : ','}\n${JSON.stringify(name)}:{"about":${JSON.stringify(about)},"rows":[`;
    let first = true;
    for await (const row of rows) {
      text += `${first ? '' : ','}\n${JSON.stringify(row)}`;
      first = false;
      if (text.length < PART) continue;
      yield text;
      text = '';
    }
    text += ']}';
  }
  yield `${text}\n}}\n`;
}
