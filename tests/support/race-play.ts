// Plays the race from outside: finds the open round, bets over HTTP and moves the clock. Also works outside a test.
import type { Output } from '#contract';
import { type Client, client } from '#tests/support/http.ts';
import { ask, skip } from '#tests/support/person.ts';

type Opening = Output<'GET /api/game/opening'>;

export const openingOf = (api: Client): Promise<Opening> => ask(api, 'GET /api/game/opening', {});
export const racesOf = async (api: Client) => (await ask(api, 'GET /api/game/record', {})).items;
export const resultOf = (api: Client, round: number) =>
  ask(api, 'GET /api/game/ranking', { round: String(round) });

/** Seconds from the server's time to `moment`. */
export const until = ({ serverTime }: Opening, moment: string): number =>
  (Date.parse(moment) - Date.parse(serverTime)) / 1000;

/** Betting time that a journey needs. */
const ENOUGH_SECONDS = 240;

/** The open race, or the next one if too little betting time is left. */
export async function openRace(url: string): Promise<Opening> {
  const race = await openingOf(client(url));
  if (until(race, race.bettingEndsAt) > ENOUGH_SECONDS) return race;
  await skip(url, Math.ceil(until(race, race.drawsAt)) + 1);
  return openingOf(client(url));
}

/** Moves the clock just past the end of betting in the open race. */
export async function closeBetting(url: string): Promise<void> {
  const race = await openingOf(client(url));
  await skip(url, Math.ceil(until(race, race.bettingEndsAt)) + 1);
}

/** Moves the clock past the draw of the open race. The race is settled when this resolves. */
export async function drawRace(url: string, round: number): Promise<void> {
  const race = await openingOf(client(url));
  if (race.round !== round) throw new Error(`race ${race.round} is open, not ${round}`);
  await skip(url, Math.ceil(until(race, race.drawsAt)) + 2);
}

export const betOverHttp = (api: Client, round: number, lane: number, amount: string) =>
  ask(api, 'POST /api/game/coining', { round, bets: [{ lane, amount }] });
