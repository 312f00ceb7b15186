/** The clock of a server in demo mode: reading it, and moving it to a given time. */
import { client } from '#tests/support/http.ts';
import { type Person, ask, newcomer, skip } from '#tests/support/person.ts';

const DAY_MS = 86_400_000;
/** 12:00 in Singapore, as time of day in UTC. */
const NOON_MS = 4 * 3_600_000;

/** Milliseconds of the server's clock. */
export const timeAt = async (url: string) =>
  Date.parse((await ask(client(url), 'GET /api/index', {})).serverTime);

/** Moves the clock; the users then sign in again, since a session ends after 24 h without a call and after 7 days. */
export async function pass(url: string, seconds: number, ...people: Person[]): Promise<void> {
  await skip(url, seconds);
  const sign = async (person: Person) =>
    Object.assign(person, await newcomer(url, { wallet: person.wallet }));
  await Promise.all(people.map(sign));
}

/** Moves the clock to this moment, or up to a second later. */
export async function skipTo(url: string, ms: number): Promise<void> {
  const seconds = Math.ceil((ms - (await timeAt(url))) / 1000);
  if (seconds > 0) await skip(url, seconds);
}

/** Moves the clock to the next noon in Singapore, so that no day ends during a test. */
export async function skipToNoon(url: string): Promise<void> {
  const now = await timeAt(url);
  const ahead = (NOON_MS - (now % DAY_MS) + DAY_MS) % DAY_MS;
  await skip(url, Math.ceil(ahead / 1000) + 1);
}

/** The day in Singapore, `days` after that of `ms`. */
export const singaporeDay = (ms: number, days = 0) =>
  new Date(ms + 8 * 3_600_000 + days * DAY_MS).toISOString().slice(0, 10);
