/** Puts the HTTP side together: contract calls, event stream, OpenAPI document, static files, errors, log, shutdown. */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import multipart from '@fastify/multipart';
import Fastify from 'fastify';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { callNames, callOf } from '#contract';
import type { CallName } from '#contract';
import { isFileForm } from '#contract/call.ts';
import type { Database } from '#server/db/client.ts';
import { refuse } from '#server/lib/refusal.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { BODY_LIMIT, bodyLimitOf, discard } from './body.ts';
import { tellChanges } from './changes.ts';
import { CONNECTIONS, closeSilent } from './connections.ts';
import { type EventHub, streamEvents } from './events.ts';
import { refuseIssues } from './faults.ts';
import type { Handlers } from './handlers.ts';
import { logRequests } from './log.ts';
import { openApiDocument } from './openapi.ts';
import { type RateLimits, limitRequests, rateLimiter } from './rate-limit.ts';
import { rateStore } from './rate-store.ts';
import { type FindPicture, servePictures } from './pictures.ts';
import { JSON_TYPE, answer, answerBrokenRequest, answerError } from './replies.ts';
import { commonHeaders, pageHeaders } from './security.ts';
import type { SecurityLog } from './security-log.ts';
import { callServer } from './serve.ts';
import type { Route } from './serve.ts';
import { hashAddress, isNavigation, serveStatic } from './static.ts';
import { traceOf } from './trace.ts';

export interface HttpConfig {
  readonly production: boolean;
  readonly demo: boolean;
  /** Keys that requests may be signed with: while the key is being changed, pages with either one keep working. */
  readonly signKeys: readonly string[];
  /** False: serve the worker that removes the service worker from devices. */
  readonly serviceWorker: boolean;
  readonly publicUrl: string | undefined;
  readonly walletConnectProjectId: string | null;
  readonly trustProxy: boolean;
  readonly rateLimit: RateLimits;
}

export interface AppOptions {
  readonly config: HttpConfig;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly handlers: Handlers;
  readonly events: EventHub;
  readonly security: SecurityLog;
  /** Keys the hashes that stand for accounts and networks in logs and counts. */
  readonly secret: Uint8Array;
  /** Chain endpoints that the page reads from; the content security policy allows them. */
  readonly rpc: readonly string[];
  readonly version: string;
  /** Folder of the built app; if it is missing, no pages are served. */
  readonly staticDir?: string;
  /** Looks up the operator's pictures. */
  readonly pictures?: FindPicture;
  /** Milliseconds within which the body of an upload must arrive; a minute by default. */
  readonly uploadMs?: number;
  /** Other bounds on connections, for tests. */
  readonly connections?: Partial<typeof CONNECTIONS>;
}

/** 16 MiB take this long at 2.3 Mbit/s. */
const UPLOAD_MS = 60_000;
/** How long calls in progress may keep the server listening once it has been told to stop. */
const LEAVE_MS = 2000;
/** How long closing may take before open connections are cut: the process must exit within 10 s. */
const DRAIN_MS = 7000;

function newServer({ config, log, connections }: AppOptions): FastifyInstance {
  const bounds = { ...CONNECTIONS, ...connections };
  const app = Fastify({
    http: {
      headersTimeout: bounds.head,
      connectionsCheckingInterval: bounds.check,
      // Checked here, so that it is refused with an envelope.
      requireHostHeader: false,
    },
    loggerInstance: log.child({}, { level: 'silent' }),
    genReqId: traceOf,
    requestIdHeader: false,
    // Trust only one hop: the client can write anything to the left of the proxy's entry.
    trustProxy: config.trustProxy && ((_address, hop) => hop === 0),
    bodyLimit: BODY_LIMIT,
    requestTimeout: bounds.request,
    keepAliveTimeout: bounds.keepAlive,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: (_error, socket) => answerBrokenRequest(socket),
    frameworkErrors: (error, request, reply) => {
      answerError(error, request, reply, log);
    },
  }) as unknown as FastifyInstance;
  app.removeContentTypeParser('text/plain');
  const parseJson = app.getDefaultJsonParser('error', 'error');
  // Fastify's own parser replaces what is not UTF-8, so that different bodies would count as the same.
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (!isUtf8(body)) refuseIssues([{ path: '', reason: 'not UTF-8' }]);
    return parseJson(request, body.toString(), done);
  });
  app.server.maxConnections = bounds.most;
  closeSilent(app.server, bounds);
  return app;
}

const splitName = (name: CallName) => name.split(' ') as ['GET' | 'POST', string];

/** Adds the contract's routes. Only calls with files accept multipart forms. */
function addCalls(app: FastifyInstance, options: AppOptions, limiter: ReturnType<typeof rateLimiter>) {
  const { config, database, clock } = options;
  const handlers = options.handlers as unknown as Readonly<Record<CallName, Route['served']>>;
  const { serve, finished } = callServer({
    database,
    clock,
    limiter,
    signKeys: config.signKeys,
    checkReplies: !config.production,
    done: tellChanges(options.events),
    uploadMs: options.uploadMs ?? UPLOAD_MS,
    security: options.security,
    log: options.log,
    handlers,
  });
  const onRequest = limitRequests(limiter, clock);
  const openApi = JSON.stringify(openApiDocument(options.version, config.publicUrl));
  const events = streamEvents({ hub: options.events, database, clock, limiter });
  const methods = new Map<string, string[]>();
  const heads = new Set<string>();

  for (const name of callNames) {
    const [method, url] = splitName(name);
    const route: Route = { name, call: callOf(name), served: handlers[name] };
    if (route.call.demoOnly && !config.demo) continue;
    const { form } = route.call;
    // A HEAD request would run the whole stream and discard it.
    const head = method === 'GET' && form !== 'events' && !isFileForm(form);
    methods.set(url, [...(methods.get(url) ?? []), method]);
    if (head) heads.add(url);
    const add = (scope: FastifyInstance) =>
      scope.route({
        method,
        url,
        bodyLimit: bodyLimitOf(route.call),
        exposeHeadRoute: head,
        onRequest: onRequest(name),
        handler: (request: FastifyRequest, reply: FastifyReply) => {
          if (form === 'events') return events(request, reply);
          if (form === 'document')
            return reply.headers({ 'content-type': JSON_TYPE, 'cache-control': 'no-store' }).send(openApi);
          return serve(route, request, reply);
        },
      });
    if (!route.call.files) add(app);
    else {
      app.register(async (scope) => {
        scope.removeContentTypeParser('application/json');
        await scope.register(multipart);
        add(scope);
      });
    }
  }
  for (const [url, known] of methods) {
    const allow = [...known, ...(heads.has(url) ? ['HEAD'] : []), 'OPTIONS'].join(', ');
    app.options(url, (_request, reply) => reply.code(204).header('allow', allow).send());
  }
  return { finished };
}

/**
 * Exactly one Host header; HTTP/1.0 may do without (RFC 9112, section 3.2). With several, a proxy in front might go by
 * a different one.
 */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

/**
 * Builds the server; calling `listen` is up to the caller. `app.close()` ends event streams, drains requests and
 * flushes counts.
 */
export function createApp(options: AppOptions): FastifyInstance {
  const { config, database, log } = options;
  const app = newServer(options);
  const security = {
    publicUrl: config.publicUrl,
    rpc: options.rpc,
    walletConnect: config.walletConnectProjectId !== null,
  };
  const common = commonHeaders(security);
  const page = pageHeaders(security);
  const limiter = rateLimiter(config.rateLimit, options.security.limitHit);
  const store = rateStore(database.kysely, limiter.windows, options.secret, log);
  let closing = false;

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...common, 'x-request-id': request.id });
    // Pages set their clocks by this header, so API replies carry the injected clock's time, which demo mode can move.
    if (request.url.startsWith('/api/')) reply.header('date', options.clock.now().toUTCString());
    if (closing) reply.header('connection', 'close');
    if (!hasOneHost(request.raw)) refuseIssues([{ path: '', reason: 'not exactly one Host header' }]);
    // Before its body is read, which might be refused for another reason.
    if (request.is404 && request.url.startsWith('/api/')) refuse('not_found');
  });
  logRequests(app, log, options.secret);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    // Fastify closes the connection of a body that it has not read to its end.
    if (!closing) reply.removeHeader('connection');
    discard(request.raw);
    const { statusCode, headers = {} } = error as FastifyError & { headers?: Record<string, string> };
    // A file whose range or condition does not hold (RFC 9110, sections 13.1 and 15.5.17).
    if (statusCode === 412 || statusCode === 416) reply.code(statusCode).headers(headers).send();
    else answerError(error, request, reply, log);
  });
  const { finished } = addCalls(app, options, limiter);
  // Counted like the announcement that shows the pictures.
  const limit = limitRequests(limiter, options.clock)('GET /api/article/detail');
  if (options.pictures) servePictures(app, options.pictures, limit);
  const built =
    options.staticDir !== undefined && serveStatic(app, options.staticDir, page, config.serviceWorker);
  app.setNotFoundHandler((request, reply) => {
    if (built && isNavigation(request)) return reply.redirect(hashAddress(request.url), 302);
    return answer(reply, 'not_found', 'null');
  });

  app.addHook('onReady', async () => {
    await options.events.start();
    if (database.kind === 'postgres') store.start();
  });
  app.addHook('preClose', async () => {
    closing = true;
    setTimeout(() => app.server.closeAllConnections(), DRAIN_MS).unref();
    await options.events.stop();
    // Meanwhile it keeps listening, and reports that it is not ready.
    await finished(LEAVE_MS);
    await store.stop();
  });
  return app;
}
