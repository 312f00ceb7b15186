/** Puts the HTTP side together: contract calls, event stream, OpenAPI document, static files, errors, log, shutdown. */
import { randomUUID } from 'node:crypto';
import multipart from '@fastify/multipart';
import Fastify from 'fastify';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { callNames, callOf } from '#contract';
import type { CallName } from '#contract';
import { isFileForm } from '#contract/call.ts';
import type { Database } from '#server/db/client.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { BODY_LIMIT, bodyLimitOf } from './body.ts';
import { tellChanges } from './changes.ts';
import { type EventHub, streamEvents } from './events.ts';
import type { Handlers } from './handlers.ts';
import { logRequests } from './log.ts';
import { openApiDocument } from './openapi.ts';
import { type RateLimits, limitRequests, rateLimiter } from './rate-limit.ts';
import { rateStore } from './rate-store.ts';
import { type FindPicture, servePictures } from './pictures.ts';
import { JSON_TYPE, answer, answerBrokenRequest, answerError } from './replies.ts';
import { commonHeaders, pageHeaders } from './security.ts';
import { callServer } from './serve.ts';
import type { Route } from './serve.ts';
import { hashAddress, isNavigation, serveStatic } from './static.ts';

export interface HttpConfig {
  readonly production: boolean;
  readonly demo: boolean;
  readonly signKey: string;
  /** With which requests may be signed: while keys change, pages with either go on. */
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
  /** Chain endpoints that the page reads from; the content security policy allows them. */
  readonly rpc: readonly string[];
  readonly version: string;
  /** Folder of the built app; if it is missing, no pages are served. */
  readonly staticDir?: string;
  /** Looks up the operator's pictures. */
  readonly pictures?: FindPicture;
  /** Milliseconds within which the body of an upload must arrive; a minute by default. */
  readonly uploadMs?: number;
}

/** Longer than the 60 s that clients wait, so that it is the client who gives up. */
const REQUEST_TIMEOUT_MS = 90_000;
const KEEP_ALIVE_MS = 72_000;
/** 16 MiB take that long at 2.3 Mbit/s. */
const UPLOAD_MS = 60_000;
/** How long closing may take before open connections are cut: the process must exit within 10 s. */
const DRAIN_MS = 7000;

function newServer({ config, log }: AppOptions): FastifyInstance {
  const app = Fastify({
    loggerInstance: log.child({}, { level: 'silent' }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    // Trust one hop only: the client can write anything to the left of the proxy's entry.
    trustProxy: config.trustProxy && ((_address, hop) => hop === 0),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: (_error, socket) => answerBrokenRequest(socket),
    frameworkErrors: (error, request, reply) => {
      answerError(error, request, reply, log);
    },
  }) as unknown as FastifyInstance;
  app.removeContentTypeParser('text/plain');
  return app;
}

const splitName = (name: CallName) => name.split(' ') as ['GET' | 'POST', string];

/** Adds the contract's routes. Only calls with files accept multipart forms. */
function addCalls(app: FastifyInstance, options: AppOptions, limiter: ReturnType<typeof rateLimiter>): void {
  const { config, database, clock } = options;
  const serve = callServer({
    database,
    clock,
    limiter,
    signKeys: config.signKeys,
    demo: config.demo,
    checkReplies: !config.production,
    done: tellChanges(options.events),
    uploadMs: options.uploadMs ?? UPLOAD_MS,
  });
  const handlers = options.handlers as unknown as Readonly<Record<CallName, Route['served']>>;
  const onRequest = limitRequests(limiter, clock);
  const openApi = JSON.stringify(openApiDocument(options.version, config.publicUrl));
  const events = streamEvents(options.events, database, clock);
  const methods = new Map<string, string[]>();
  const heads = new Set<string>();

  for (const name of callNames) {
    const [method, url] = splitName(name);
    const route: Route = { name, call: callOf(name), served: handlers[name] };
    const { form } = route.call;
    // A HEAD request would run the whole stream and throw it away.
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
          if (form === 'document') return reply.header('content-type', JSON_TYPE).send(openApi);
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
}

/** Builds the server; `listen` is the caller's. `app.close()` ends event streams, drains requests and flushes counts. */
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
  const limiter = rateLimiter(config.rateLimit);
  const store = rateStore(database.kysely, limiter.windows, config.signKey, log);
  let closing = false;

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...common, 'x-request-id': request.id });
    // Pages set their clocks by this header, so API replies carry the injected clock's time, which demo mode can move.
    if (request.url.startsWith('/api/')) reply.header('date', options.clock.now().toUTCString());
    if (closing) reply.header('connection', 'close');
  });
  logRequests(app, log, config.signKey);
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply, log));
  addCalls(app, options, limiter);
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
    await store.stop();
  });
  return app;
}
