/**
 * Serves one call of the contract: session, gates, idempotency, validation, handler, in this order. Session and
 * idempotency of a POST are in calls.sql: `calls_begin` and `calls_end` inside the one SQL function of a hot call,
 * `call_begin` and `call_end` around the handler of any other.
 */
import { parse } from 'node:querystring';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { type CallName, callNames, callOf } from '#contract';
import { type Call, type FileForm, isFileForm, opensWithOutbox } from '#contract/call.ts';
import { MAX_BATCH } from '#contract/system.ts';
import type { CodeName } from '#contract/codes.ts';
import type { Database, Db } from '#server/db/client.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { callsUnderWay } from '#server/lib/metrics.ts';
import { Refusal, refuse } from '#server/lib/refusal.ts';
import { announced, readBody } from './body.ts';
import type { Body } from './body.ts';
import { refuseIssues } from './faults.ts';
import type { Done } from './changes.ts';
import type { Context, FileCall, Handler, HotCall, OneTrip, TwoStep } from './handlers.ts';
import { answerOnce, begin, hasReply, storeRefusal } from './idempotency.ts';
import type { Answer, Once } from './idempotency.ts';
import { chooseLanguage } from './language.ts';
import { admitCall, networkOf } from './rate-limit.ts';
import type { RateLimiter } from './rate-limit.ts';
import { answer, envelopeFor, refusalFor, sendFile } from './replies.ts';
import type { SecurityLog } from './security-log.ts';
import { type Caller, bearerToken, findCaller, hashToken, isClaimOnly } from './session.ts';
import { type Params, checkKey, checkSigned, requestText } from './signature.ts';
import { BUSY_SECONDS, arriveWithin, uploadTurns } from './uploads.ts';
import { check, unfitText } from './validation.ts';

interface ServeDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly limiter: RateLimiter;
  readonly signKeys: readonly string[];
  /** Checks each reply against the contract before sending it, so that outside production a bug shows immediately. */
  readonly checkReplies: boolean;
  /** Called once for each POST that was executed. */
  readonly done: Done;
  /** Milliseconds within which the body of an upload must arrive. */
  readonly uploadMs: number;
  readonly security: Pick<SecurityLog, 'carriedOut' | 'refused'>;
  readonly log: Logger;
  readonly handlers: Readonly<Record<CallName, Route['served']>>;
}

/**
 * One call with its handler. The types of its input and output are erased here: the schemas check both, and `Handlers`
 * has checked which kind of handler the call may have.
 */
export interface Route {
  readonly name: CallName;
  readonly call: Call;
  readonly served: Handler<CallName> | TwoStep<CallName> | OneTrip<CallName> | FileCall<CallName>;
}

/** What a caller gets: a code, and `data` as JSON text. */
interface Shown {
  readonly code: CodeName;
  readonly data: string;
  readonly replay: boolean;
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
  const reads = database.read ?? (<T>(work: (from: Db) => Promise<T>) => work(db));

  /** What a batch may request, by path: reads that answer with an envelope. */
  const inBatches = new Map<string, Route>();
  for (const name of callNames) {
    const [method, path = ''] = name.split(' ');
    const call = callOf(name);
    if (method === 'GET' && !call.form) inBatches.set(path, { name, call, served: deps.handlers[name] });
  }

  const tokenOf = ({ call }: Route, request: FastifyRequest) =>
    call.session === 'none' ? undefined : bearerToken(request.headers.authorization);

  /** Records whose request it is, for its log line and for the request limits. */
  function known(request: FastifyRequest, { token }: Pick<Once, 'token'>, id: bigint): void {
    if (token) limiter.trust(Buffer.from(token).toString('hex'), id, clock.wall().getTime());
    request.callerId = id;
  }

  function turnedDown(route: Route, request: FastifyRequest, code: CodeName): void {
    const token = tokenOf(route, request);
    if (token && code === 'session_expired') limiter.forget(hashToken(token).toString('hex'));
    deps.security.refused(route.name, code, networkOf(request.ip));
  }

  async function callerOf(
    route: Route,
    request: FastifyRequest,
    now: Date,
    from = db,
  ): Promise<Caller | null> {
    const token = tokenOf(route, request);
    if (token === undefined) return route.call.session === 'required' ? refuse('session_expired') : null;
    const hash = hashToken(token);
    const caller = token === '' ? null : await findCaller(from, hash, opensWithOutbox(route.call), now);
    if (!caller) return refuse('session_expired');
    known(request, { token: hash }, caller.id);
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
    { body, from = db }: { body?: Body; from?: Db },
  ) =>
    ({
      after,
      input,
      user,
      db: from,
      now,
      lang: chooseLanguage(request.headers['accept-language']),
      network: networkOf(request.ip),
      files: body?.files ?? {},
    }) as AnyContext;

  /** The context of a GET's handler, once session and query have been checked. */
  async function asked(
    route: Route,
    request: FastifyRequest,
    now: Date,
    after: (tell: () => void) => void,
    { from = db, query = request.query } = {},
  ): Promise<AnyContext> {
    const user = await callerOf(route, request, now, from);
    const issue = unfitText(query);
    if (issue) return refuseIssues([issue]);
    // As in the text that is signed, an empty value is none.
    const given = Object.entries(query as Params).filter(([, value]) => value !== '');
    const checked = check(route.call.query, Object.fromEntries(given));
    if ('issues' in checked) return refuseIssues(checked.issues);
    return contextOf(request, user, now, checked.value, after, { from });
  }

  /** `query` is that of a call within a batch. */
  async function get(
    route: Route,
    request: FastifyRequest,
    now: Date,
    query = request.query,
  ): Promise<Shown> {
    const { served } = route;
    if (typeof served !== 'function') throw unfit(route);
    const { data, tells } = await reads(async (from) => {
      const tells: (() => void)[] = [];
      const context = await asked(route, request, now, (tell) => tells.push(tell), { from, query });
      return { data: textOf(route, await served(context)), tells };
    });
    for (const tell of tells) tell();
    return { code: 'ok', data, replay: false };
  }

  /** The envelope of one read in a batch, as the read would get it on its own. */
  async function inBatch(path: string, request: FastifyRequest, now: Date): Promise<string> {
    const [address = ''] = path.split('?', 1);
    const query = path.slice(address.length + 1);
    const route = inBatches.get(address);
    if (!route) return envelopeFor(request, 'not_found', 'null');
    try {
      const wait = admitCall(limiter, clock, route.name, request);
      if (wait > 0) refuse('too_many_requests', { retryAfter: wait });
      return envelopeFor(request, 'ok', (await get(route, request, now, parse(query))).data);
    } catch (error) {
      if (error instanceof Refusal) turnedDown(route, request, error.name);
      const { name, data } = refusalFor(error, request, deps.log);
      return envelopeFor(request, name, JSON.stringify(data ?? null));
    }
  }

  /** One read after another, so a batch never holds more than one database connection. */
  async function batch(route: Route, request: FastifyRequest, now: Date): Promise<Shown> {
    const { input } = await asked(route, request, now, () => undefined);
    const paths = (input as { calls: string }).calls.split(' ');
    if (paths.length > MAX_BATCH)
      refuseIssues([{ path: 'calls', reason: `at most ${MAX_BATCH} in one batch` }]);
    const replies: string[] = [];
    for (const path of paths) replies.push(await inBatch(path, request, now));
    return { code: 'ok', data: `{"replies":[${replies.join()}]}`, replay: false };
  }

  /**
   * Accounts whose history is being written: one at a time, because a long one keeps the process busy for seconds. The
   * file of all data has its own limit.
   */
  const writing = new Set<bigint>();
  async function file(
    route: Route,
    form: FileForm,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const context = await asked(route, request, clock.now(), (tell) => tell());
    if (!isFile(route.served)) throw unfit(route);
    const account = (context.user as Caller | null)?.id;
    if (form === 'csv' && account !== undefined) {
      if (writing.has(account)) refuse('too_many_requests', { retryAfter: BUSY_SECONDS });
      // A caller that has gone already would never close it.
      if (!reply.raw.closed) writing.add(account);
      reply.raw.once('close', () => writing.delete(account));
    }
    return sendFile(reply, form, await route.served.file(context));
  }

  /** Simultaneous tries with one key run one after another, so a slow first step does not run twice. */
  const waiting = new Map<string, Promise<unknown>>();
  async function inTurn(once: Once, work: () => Promise<Answer>): Promise<Answer> {
    const id = `${once.token && Buffer.from(once.token).toString('hex')} ${once.key}`;
    const mine = (waiting.get(id) ?? Promise.resolve()).then(work, work);
    waiting.set(id, mine);
    try {
      return await mine;
    } finally {
      if (waiting.get(id) === mine) waiting.delete(id);
    }
  }

  /** A POST that is not hot: its handler runs in the transaction that stores the reply. */
  async function cold(route: Route, request: FastifyRequest, once: Once, input: unknown, body: Body) {
    const { served } = route;
    if (isHot(served) || isFile(served)) throw unfit(route);
    let tells: (() => void)[] = [];
    const contextFor = (caller: Caller | null) => {
      if (caller) known(request, once, caller.id);
      return contextOf(request, caller, once.now, input, (tell) => tells.push(tell), { body });
    };
    let handler: Handler<CallName>;
    if (isTwoStep(served)) {
      const { caller, standing } = await begin(db, once);
      if (standing) return standing;
      try {
        handler = await served.prepare(contextFor(caller));
      } catch (error) {
        return storeRefusal(db, once, error);
      }
    } else handler = served;
    const answer = await answerOnce(db, once, async (tx, caller) => {
      // A retried transaction starts its list anew.
      tells = [];
      return textOf(route, await handler({ ...contextFor(caller), db: tx }));
    });
    if (answer.code === 'ok' && !answer.replay) for (const tell of tells) tell();
    return answer;
  }

  /** Checks that every POST must pass before its own work begins. */
  function passGates(request: FastifyRequest, fields: Params) {
    const asked = checkSigned(fields, deps.signKeys, clock);
    const key = checkKey(request.headers['idempotency-key']);
    if (Object.keys(request.query as object).length > 0)
      refuseIssues([{ path: '', reason: 'a POST takes no query' }]);
    return { asked, key };
  }

  async function answerPost(route: Route, request: FastifyRequest, once: Once, checked: Checked, body: Body) {
    const { served } = route;
    if ('issues' in checked) {
      // A reply stored under the key comes before any complaint about the body.
      const { standing } = await begin(db, once);
      return standing ?? refuseIssues(checked.issues);
    }
    const input = checked.value;
    if (isHot(served)) return served.oneTrip({ call: once, input } as HotCall<never>);
    const work = () => cold(route, request, once, input, body);
    return isTwoStep(served) ? inTurn(once, work) : work();
  }

  async function post(route: Route, request: FastifyRequest, now: Date): Promise<Shown> {
    const { name, call, served } = route;
    const token = tokenOf(route, request);
    if (token === '' || (token === undefined && call.session === 'required')) refuse('session_expired');
    const body = await readBody(request, call);
    let passed: ReturnType<typeof passGates>;
    try {
      passed = passGates(request, body.fields);
    } catch (error) {
      // An expired session is reported first.
      await callerOf(route, request, now);
      throw error;
    }
    const { asked, key } = passed;
    const once: Once = {
      ...{ name, key, now, trace: request.id, text: requestText(name, asked, body.files) },
      ...{ token: token === undefined ? null : hashToken(token), outbox: opensWithOutbox(call) },
    };
    const checked = check(call.body, asked);
    const { code, reply, replay, account } = await answerPost(route, request, once, checked, body);
    if (account !== null) known(request, once, account);
    if (code === 'ok' && !replay && 'value' in checked) {
      deps.done(route, checked.value, account);
      deps.security.carriedOut(name, checked.value, { account, network: networkOf(request.ip) });
    }
    const isWritten = code === 'ok' && isHot(served);
    return { code, replay, data: isWritten ? textOf(route, (served.view ?? JSON.parse)(reply)) : reply };
  }

  const inUploadTurn = uploadTurns();

  /**
   * A POST with documents, which are read into memory: a caller that has no session, no turn or may not send them now
   * is refused before that.
   */
  async function upload(route: Route, request: FastifyRequest, now: Date): Promise<Shown> {
    const { call, served } = route;
    arriveWithin(request.raw, deps.uploadMs);
    const bytes = announced(request, call);
    const user = (await callerOf(route, request, now)) ?? refuse('session_expired');
    if (call.byClaimer !== true && (await isClaimOnly(db, user.tokenHash)))
      refuse('forbidden', { reason: 'claim_only' });
    const key = checkKey(request.headers['idempotency-key']);
    return inUploadTurn(user.id, request.raw, async () => {
      const answered = await hasReply(db, user.id, key);
      const upload = { ...{ user, db, now, bytes, answered }, network: networkOf(request.ip) };
      const withdraw = isTwoStep(served) ? await served.admit?.(upload) : undefined;
      let shown: Shown | undefined;
      try {
        return (shown = await post(route, request, now));
      } finally {
        if (shown?.code !== 'ok' || shown.replay) await withdraw?.();
      }
    });
  }

  async function served(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { form } = route.call;
    if (isFileForm(form)) return file(route, form, request, reply);
    const now = clock.now();
    const read = form === 'batch' ? batch : get;
    const serve = request.method !== 'POST' ? read : route.call.files ? upload : post;
    const result = await serve(route, request, now);
    if (result.replay) reply.header('idempotent-replay', 'true');
    else if (result.code !== 'ok') turnedDown(route, request, result.code);
    return answer(reply, result.code, result.data, route.call.cacheSeconds);
  }

  /** Calls whose handlers are running, and the callbacks waiting until there are none. */
  let underWay = 0;
  let quiet: (() => void) | undefined;
  return {
    serve: async (route: Route, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      underWay += 1;
      callsUnderWay.inc();
      try {
        return await served(route, request, reply);
      } catch (error) {
        if (error instanceof Refusal) turnedDown(route, request, error.name);
        throw error;
      } finally {
        underWay -= 1;
        callsUnderWay.dec();
        if (underWay === 0) quiet?.();
      }
    },
    /** Resolves once no call is in progress, or after `mostMs`. */
    finished: (mostMs: number): Promise<void> =>
      new Promise((resolve) => {
        if (underWay === 0) return resolve();
        quiet = resolve;
        setTimeout(resolve, mostMs).unref();
      }),
  };
}
