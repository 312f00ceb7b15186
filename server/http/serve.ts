/**
 * Serves one call of the contract: session, gates, idempotency, validation, handler, in this order. A call with a
 * `oneTrip` handler asks the database nothing on the way to it.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallName } from '#contract';
import { type Call, type FileForm, isFileForm, opensWithOutbox } from '#contract/call.ts';
import type { Database } from '#server/db/client.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { refuse } from '#server/lib/refusal.ts';
import { readBody } from './body.ts';
import type { Body } from './body.ts';
import { refuseIssues } from './faults.ts';
import { checkKey, checkSigned } from './gates.ts';
import type { Done } from './changes.ts';
import type { Caller, Context, FileCall, Handler, OneTrip, TwoStep } from './handlers.ts';
import { answerOnce, findReply, storeRefusal } from './idempotency.ts';
import type { Once, Reply } from './idempotency.ts';
import { chooseLanguage } from './language.ts';
import { networkOf } from './rate-limit.ts';
import type { RateLimiter } from './rate-limit.ts';
import { answer, sendFile } from './replies.ts';
import { bearerToken, findCaller, hashToken } from './session.ts';
import { requestDigest, requestText } from './signature.ts';
import { check, unfitText } from './validation.ts';

interface ServeDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly limiter: RateLimiter;
  readonly signKey: string;
  readonly demo: boolean;
  /** Checks each reply against the contract before it is sent: outside production a defect shows at once. */
  readonly checkReplies: boolean;
  /** Told of each POST that was carried out, once. */
  readonly done: Done;
}

/**
 * One call with what serves it. The types of its own input and output end here: the schemas have checked them, and `Handlers` which
 * form of a handler it may have.
 */
export interface Route {
  readonly name: CallName;
  readonly call: Call;
  readonly served: Handler<CallName> | TwoStep<CallName> | OneTrip<CallName> | FileCall<CallName>;
}

type AnyContext = Context<CallName>;
type Checked = ReturnType<typeof check>;

const unfit = ({ name }: Route) => new Error(`${name} cannot be served in the form of its handler`);

const isHot = (served: Route['served']): served is OneTrip<CallName> =>
  typeof served === 'object' && 'oneTrip' in served;
const isTwoStep = (served: Route['served']): served is TwoStep<CallName> =>
  typeof served === 'object' && 'prepare' in served;
const isFile = (served: Route['served']): served is FileCall<CallName> =>
  typeof served === 'object' && 'file' in served;

export function callServer(deps: ServeDeps) {
  const { database, clock, limiter } = deps;
  const db = database.kysely;

  const tokenOf = ({ call }: Route, request: FastifyRequest) =>
    call.session === 'none' ? undefined : bearerToken(request.headers.authorization);

  async function callerOf(route: Route, request: FastifyRequest, now: Date): Promise<Caller | null> {
    const token = tokenOf(route, request);
    if (token === undefined) return route.call.session === 'required' ? refuse('session_expired') : null;
    const hash = hashToken(token);
    const caller = token === '' ? null : await findCaller(db, hash, opensWithOutbox(route.call), now);
    if (!caller) return refuse('session_expired');
    limiter.trust(hash.toString('hex'), clock.wall().getTime());
    request.callerId = caller.id;
    return caller;
  }

  /** The output as JSON text. */
  function textOf({ name, call }: Route, output: unknown): string {
    if (deps.checkReplies) {
      const checked = call.output.safeParse(output);
      if (!checked.success)
        throw new Error(`reply of ${name} breaks the contract: ${JSON.stringify(checked.error.issues)}`);
    }
    return JSON.stringify(output ?? null);
  }

  const contextOf = (
    request: FastifyRequest,
    user: Caller | null,
    now: Date,
    input: unknown,
    after: (tell: () => void) => void,
    body?: Body,
  ) =>
    ({
      after,
      input,
      user,
      db,
      now,
      lang: chooseLanguage(request.headers['accept-language']),
      network: networkOf(request.ip),
      files: body?.files ?? {},
      requestId: request.id,
    }) as AnyContext;

  /** What a GET's handler is given, once session and query have passed. */
  async function asked(
    route: Route,
    request: FastifyRequest,
    now: Date,
    after: (tell: () => void) => void,
  ): Promise<AnyContext> {
    const user = await callerOf(route, request, now);
    if (route.call.demoOnly && !deps.demo) refuse('not_found');
    const unfit = unfitText(request.query);
    if (unfit) return refuseIssues([unfit]);
    const checked = check(route.call.query, request.query);
    if ('issues' in checked) return refuseIssues(checked.issues);
    return contextOf(request, user, now, checked.value, after);
  }

  async function get(route: Route, request: FastifyRequest, now: Date): Promise<Reply> {
    const tells: (() => void)[] = [];
    const context = await asked(route, request, now, (tell) => tells.push(tell));
    const { served } = route;
    if (typeof served !== 'function') throw unfit(route);
    const data = textOf(route, await served(context));
    for (const tell of tells) tell();
    return { code: 'ok', data, replay: false };
  }

  async function file(
    route: Route,
    form: FileForm,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const context = await asked(route, request, clock.now(), (tell) => tell());
    if (!isFile(route.served)) throw unfit(route);
    return sendFile(reply, form, await route.served.file(context));
  }

  /** A POST that is valid and has a hot handler: one trip to the database, made by the handler. */
  async function hot(
    route: Route,
    served: OneTrip<CallName>,
    token: string,
    once: Omit<Once, 'scope'>,
    now: Date,
    input: unknown,
  ): Promise<Reply> {
    const hash = hashToken(token);
    const call = { token: hash, key: once.key, request: requestDigest(once.text), now, db, input };
    const { code, data, account, replay } = await served.oneTrip(
      call as Parameters<typeof served.oneTrip>[0],
    );
    if (code !== 'session_expired') limiter.trust(hash.toString('hex'), clock.wall().getTime());
    if (code === 'ok' && !replay) deps.done(route, input, account);
    return { code, data: code === 'ok' ? textOf(route, data) : JSON.stringify(data ?? null), replay };
  }

  /** Tries of one key that arrive together go one after the other, so that a slow first step is not taken twice. */
  const waiting = new Map<string, Promise<unknown>>();
  async function inTurn(once: Once, work: () => Promise<Reply>): Promise<Reply> {
    const id = `${once.scope} ${once.key}`;
    const mine = (waiting.get(id) ?? Promise.resolve()).then(work, work);
    waiting.set(id, mine);
    try {
      return await mine;
    } finally {
      if (waiting.get(id) === mine) waiting.delete(id);
    }
  }

  /** Any other POST. What already stands under the key comes before a complaint about the body. */
  async function cold(
    route: Route,
    request: FastifyRequest,
    once: Once,
    now: Date,
    user: Caller | null,
    body: Body,
    checked: Checked,
  ) {
    const { served } = route;
    const invalid = 'issues' in checked;
    if (invalid || isTwoStep(served)) {
      const standing = await findReply(db, once);
      // A hot call's reply is kept as its SQL function wrote it, and only that one can read it.
      if (standing && !isHot(served)) return standing;
    }
    if (invalid) return refuseIssues(checked.issues);
    if (isHot(served) || isFile(served)) throw unfit(route);
    let tells: (() => void)[] = [];
    const context = contextOf(request, user, now, checked.value, (tell) => tells.push(tell), body);
    let handler: Handler<CallName>;
    try {
      handler = isTwoStep(served) ? await served.prepare(context) : served;
    } catch (error) {
      return storeRefusal(db, once, now, error);
    }
    const reply = await answerOnce(db, once, now, async (tx) => {
      // A transaction that is tried again starts its list anew.
      tells = [];
      return textOf(route, await handler({ ...context, db: tx }));
    });
    if (reply.code === 'ok' && !reply.replay) {
      for (const tell of tells) tell();
      deps.done(route, checked.value, user?.id ?? null);
    }
    return reply;
  }

  async function post(route: Route, request: FastifyRequest, now: Date): Promise<Reply> {
    const { name, call, served } = route;
    const token = tokenOf(route, request);
    if (call.session === 'required' && !token) refuse('session_expired');
    // A form's documents are read into memory, so that its session is looked up before.
    let user = call.files ? await callerOf(route, request, now) : undefined;
    const body = await readBody(request, call);
    const isHotCall = isHot(served) && token !== undefined;
    if (!isHotCall) user ??= await callerOf(route, request, now);
    if (call.demoOnly && !deps.demo) refuse('not_found');
    const asked = checkSigned(body.fields, deps.signKey, clock);
    const key = checkKey(request.headers['idempotency-key']);
    if (Object.keys(request.query as object).length > 0)
      refuseIssues([{ path: '', reason: 'a POST takes no query' }]);
    const once = { key, call: name, text: requestText(name, asked, body.files) };
    const checked = check(call.body, asked);
    if (isHotCall && 'value' in checked) return hot(route, served, token, once, now, checked.value);
    user ??= await callerOf(route, request, now);
    const caller = user;
    const scoped = { ...once, scope: caller?.id ?? 0n };
    const work = () => cold(route, request, scoped, now, caller, body, checked);
    return isTwoStep(served) ? inTurn(scoped, work) : work();
  }

  return async (route: Route, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { form } = route.call;
    if (isFileForm(form)) return file(route, form, request, reply);
    const now = clock.now();
    const result = await (request.method === 'POST' ? post : get)(route, request, now);
    if (result.replay) reply.header('idempotent-replay', 'true');
    return answer(reply, result.code, result.data);
  };
}
