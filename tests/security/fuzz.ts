/** Thousands of requests to every call, in every role, and what their replies, the books and the log say afterwards. */
import { newcomer } from '#tests/support/person.ts';
import {
  type Actor,
  type Target,
  belongings,
  bookFaults,
  claimerOf,
  ending,
  enter,
  freeze,
  furnish,
  logFaults,
} from './cast.ts';
import { requestFor } from './fuzz-requests.ts';
import { Findings, type Request, faultsOf, transmit } from './wire.ts';

interface Roles {
  /** Tokens by role; undefined for a guest. */
  readonly tokens: Record<string, string | undefined>;
  /** Texts that a reply to this role must not contain. */
  readonly foreign: Record<string, readonly string[]>;
}

/** All roles; `renew` signs in again those whose session has ended. */
async function rolesOf(target: Target, victim: Actor) {
  let member = await enter(target);
  let frozen = await enter(target);
  if (target.dataDir !== undefined) await freeze(target.dataDir, frozen);
  const again = async (actor: Actor): Promise<Actor> => {
    const { data } = await actor.api.call('GET /api/user/info', {});
    if (data && 'address' in data) return actor;
    const next = await newcomer(target.url, { wallet: actor.wallet });
    actor.secrets.push(next.user.inviteCode, next.token, next.outboxToken);
    return Object.assign(actor, next);
  };
  let claimer = await claimerOf(target, member);
  return {
    async renew(): Promise<Roles> {
      member = await again(member);
      frozen = await again(frozen);
      const looks = await member.api.as(claimer).call('GET /api/user/info', {});
      if (looks.code !== 0) claimer = await claimerOf(target, member);
      const [of, own, cold] = [victim.secrets, member.secrets, frozen.secrets];
      const [nobody, hers] = [
        [...of, ...own, ...cold],
        [...of, ...cold],
      ];
      return {
        tokens: {
          ...{
            guest: undefined,
            member: member.token,
            outbox: member.outboxToken,
            claimer,
            frozen: frozen.token,
          },
          ...{ stranger: 'A'.repeat(43), nonsense: 'ünknown token' },
        },
        foreign: {
          ...{ guest: nobody, stranger: nobody, nonsense: nobody, frozen: [...of, ...own] },
          ...{ member: hers, outbox: hers, claimer: hers },
        },
      };
    },
    people: () => [member, frozen],
  };
}

/** How often each role asks: most actions need a session. */
const ROLES = [
  ...['member', 'member', 'member', 'member', 'member', 'claimer', 'claimer', 'frozen', 'outbox', 'guest'],
  ...['stranger', 'nonsense'],
];
const BATCH = 100;
const AT_ONCE = 8;

interface FuzzReport {
  readonly requests: number;
  readonly seed: number;
  /** Code, or the status of a reply without one, → count. */
  readonly codes: Record<string, number>;
  readonly problems: string[];
}

/**
 * Sends `requests` requests. Sessions are renewed in between; at the end, books, log and an untouched account are
 * checked.
 */
export async function fuzz(
  target: Target,
  { requests, seed }: { requests: number; seed: number },
): Promise<FuzzReport> {
  const findings = new Findings();
  const codes: Record<string, number> = {};
  const victim = await enter(target);
  await furnish(victim);
  const before = await belongings(victim.api);
  const cast = await rolesOf(target, victim);
  for (let from = 0; from < requests; from += BATCH) {
    const roles = await cast.renew();
    const count = Math.min(BATCH, requests - from);
    const made = await Promise.all(
      Array.from({ length: count }, async (_, i) => ({
        n: from + i,
        ...(await requestFor(seed, from + i, ROLES)),
      })),
    );
    // Calls that end a session come last, so that the others still have theirs.
    made.sort(
      (a, b) => Number(a.name !== null && ending(a.name)) - Number(b.name !== null && ending(b.name)),
    );
    const send = async () => {
      for (let next = made.shift(); next; next = made.shift()) {
        const { n, name, role, request } = next;
        const token = roles.tokens[role];
        const own: Request['headers'] = token === undefined ? {} : { authorization: `Bearer ${token}` };
        const reply = await transmit(target.url, {
          ...request,
          headers: { ...own, ...request.headers },
        });
        const code = /^\{"code":(\d+)/.exec(reply.text)?.[1] ?? `status ${reply.status}`;
        codes[code] = (codes[code] ?? 0) + 1;
        const bodiless = request.method === 'HEAD' && reply.text === '';
        const example = `request ${n} (${request.method} ${request.path.slice(0, 80)} as ${role})`;
        if (bodiless && reply.status < 500) continue;
        for (const fault of faultsOf(name, reply, roles.foreign[role])) findings.add(fault, example);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, send));
  }
  if ((await belongings(victim.api)) !== before)
    findings.add('an account was changed that nobody used', 'at the end');
  const rest = [...(await bookFaults(target)), ...logFaults(target, [victim, ...cast.people()])];
  return { requests, seed, codes, problems: [...findings.lines, ...rest] };
}
