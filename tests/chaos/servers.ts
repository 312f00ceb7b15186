// Faults of several servers on one PostgreSQL: killed servers, a killed database, a broken network between them, wrong clocks.
import { setTimeout as sleep } from 'node:timers/promises';
import { client } from '#tests/support/http.ts';
import { LINK_FAULTS } from '#tests/support/link.ts';
import { type Round, goesOn, recovers } from './under-load.ts';

/** Longer than most calls take, so that a kill hits any step. */
const WINDOW_MS = 400;

/** One server is killed each round, at a random moment; the others carry on while it restarts. */
export const kills: Round = async (world) => {
  const {
    fleet: { members },
    random,
  } = world;
  const dead = members.filter(({ alive }) => !alive);
  if (dead.length > 0 && members.length - dead.length < 2)
    await Promise.race(dead.map((member) => member.launch()));
  // A single server is killed at work, however long its start has taken.
  if (members.length === 1) await goesOn(world);
  await sleep(random.int(0, WINDOW_MS));
  const victim = random.pick(members.filter(({ alive }) => alive));
  await victim.kill();
  const launch = victim.launch();
  if (members.length === 1) await launch;
  return 'killed';
};

/** PostgreSQL is killed, or shut down immediately, and restarted. */
export const postgres: Round = async (world, round) => {
  const { fleet, random } = world;
  const how = round % 2 === 1 ? 'kill' : 'shutdown';
  await sleep(random.int(0, WINDOW_MS));
  await fleet.cluster?.die(how);
  await sleep(random.int(0, WINDOW_MS));
  await fleet.cluster?.revive();
  await goesOn(world);
  await Promise.all(fleet.members.map((member) => recovers(member)));
  return how;
};

/** Milliseconds by which a server's own machine may be wrong. */
const STEPS = [26 * 3_600_000, -26 * 3_600_000, 3_600_000, -3_600_000, 60_000, -60_000, 1000, -1000];

/**
 * The clock of one server's machine is set ahead or back, and then corrected. Everybody carries on, nobody is signed
 * out, and anyone who claims before the cycle is over is told to wait, even with a request that has the wrong clock's
 * time.
 */
export const clocks: Round = async (world, round) => {
  const { fleet, random, load, bystander } = world;
  const ms = STEPS[(round - 1) % STEPS.length] ?? 0;
  const member = random.pick(fleet.members);
  await member.step(ms);
  const api = client(member.url).as(bystander.token);
  for (const at of [new Date(), new Date(Date.now() + ms)]) {
    const { code } = await api.call('POST /api/mining/claim', {}, { at });
    if (code === 0) load.problems.push(`a cycle was claimed early at a clock ${ms} ms ahead`);
  }
  await goesOn(world);
  await recovers(member);
  await sleep(random.int(0, WINDOW_MS));
  await member.step(0);
  return `a step of ${ms} ms`;
};

/** Longer than the server waits for an answer from its database. */
const ENDLESS_MS = 40_000;
/** One in this many silences is endless. */
const ENDLESS_EVERY = 25;

/** The network between one server, or all, and the database fails. */
export const partition: Round = async (world, round) => {
  const { fleet, random } = world;
  const fault = LINK_FAULTS[(round - 1) % LINK_FAULTS.length] ?? 'cut';
  const hit = random.chance(0.3) ? fleet.members : [random.pick(fleet.members)];
  const ms = round % ENDLESS_EVERY === 0 && fault !== 'delay' ? ENDLESS_MS : random.int(100, 1500);
  for (const { link } of hit) link?.begin(fault, random.int(20, 300));
  await sleep(ms);
  for (const { link } of hit) link?.calm();
  await goesOn(world);
  await Promise.all(hit.map((member) => recovers(member)));
  return `${fault} at ${hit.length} for ${ms} ms`;
};

/** The faults of a plan, one by one; each begins when all servers are running. */
export function inTurn(plan: readonly Round[]): Round {
  const times = new Map<Round, number>();
  return async (world, n) => {
    await Promise.all(world.fleet.members.map((member) => member.launch()));
    const round = plan[(n - 1) % plan.length];
    if (!round) throw new Error('nothing is planned');
    const time = (times.get(round) ?? 0) + 1;
    times.set(round, time);
    return round(world, time);
  };
}
