/** The rate limit as a hook: decides before a body is read. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callOf } from '#contract';
import type { CallName } from '#contract';
import type { Clock } from '#server/jobs/clock.ts';
import type { RateLimiter } from './rate-limit.ts';
import { answer } from './replies.ts';
import { bearerToken, hashToken } from './session.ts';

/** Calls that make sign-in work without being signed in: they have a limit of their own. */
const SIGN_IN: ReadonlySet<CallName> = new Set(['GET /api/auth/nonce', 'POST /api/auth/login']);

/** Limits are about the machine's load: the machine's time counts, not the one that the time machine moves. */
export function limitRequests(limiter: RateLimiter, clock: Clock) {
  return (name: CallName) => {
    const guest = callOf(name).session === 'none';
    const signIn = SIGN_IN.has(name);
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const token = guest ? undefined : bearerToken(request.headers.authorization);
      const caller = { ip: request.ip, token: token ? hashToken(token).toString('hex') : undefined, signIn };
      const wait = limiter.admit(caller, clock.wall().getTime());
      if (wait > 0) return answer(reply.header('retry-after', String(wait)), 'too_many_requests', 'null');
      return undefined;
    };
  };
}
