// One simulated server process: the product's own start-up with the shared database and its own node, without
// sockets.
import { EventEmitter } from 'node:events';
import http from 'node:http';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { pino } from 'pino';
import { createChain } from '#server/chain/chain.ts';
import { type Rpc, RpcError } from '#server/chain/rpc.ts';
import { loadConfig } from '#server/config/config.ts';
import { loggable } from '#server/http/faults.ts';
import { answer } from '#server/operator/answer.ts';
import { type Closers, closeAll, startFeatures } from '#server/start.ts';
import { type Faults, faultless, node } from './node.ts';
import type { SimulatedChain } from './chain.ts';
import type { SimulatedDatabase } from './database.ts';
import { type Owner, as, endLimit, kernel, ownerNow } from './kernel.ts';

export interface Line {
  readonly level: number;
  readonly msg: string;
  readonly err?: { readonly type?: string; readonly message?: string; readonly stack?: string };
}

interface Surroundings {
  readonly database: SimulatedDatabase;
  readonly chain: SimulatedChain;
  /** Milliseconds that a request to the node takes, each way. */
  readonly nodeMs: () => number;
  /** Called with each line of a server's log. */
  readonly logged: (line: Line) => void;
  readonly env: Readonly<Record<string, string>>;
}

export interface Server extends Owner {
  readonly faults: Faults;
  readonly rpc: Rpc;
  /** Set once it serves. */
  app: FastifyInstance | undefined;
  start(): Promise<void>;
  /** Answers a request; never resolves if the server dies first. */
  serve(request: InjectOptions): Promise<Served>;
  operate(...args: string[]): Promise<string>;
  /** Ends it like SIGTERM. */
  stop(): Promise<void>;
  /** Ends it like SIGKILL. */
  crash(): Promise<void>;
}

type Served = Awaited<ReturnType<FastifyInstance['inject']>>;

const KEY = Buffer.alloc(32, 7);

export function simulatedServer(name: string, around: Surroundings): Server {
  const { database, chain } = around;
  const config = loadConfig({ ...around.env });
  const closers: Closers = [];
  const faults = faultless();
  let operator: Parameters<typeof answer>[0] | undefined;
  const log = pino(
    { level: 'warn', base: undefined, serializers: { err: (error: unknown) => loggable(error) } },
    {
      write(text: string) {
        const line = JSON.parse(text) as Line;
        kernel.note(`log ${line.msg} ${line.err?.message ?? ''}`.trim());
        around.logged(line);
      },
    },
  );
  const server: Server = {
    ...{ name, alive: true, skewMs: 0, pausedUntil: 0, faults, app: undefined },
    rpc: node(chain, name, faults, () => kernel.pause(around.nodeMs(), 'node')),
    start: () =>
      as(server, async () => {
        const db = database.connect(server, log);
        closers.push(() => db.close());
        const given = {
          config,
          env: around.env,
          documentKey: KEY,
          vapidKey: KEY,
          database: db,
          log,
          createChain,
        };
        const features = await startFeatures(given, closers, () => '');
        const app = features.app();
        await app.ready();
        operator = features.operator;
        server.app = app;
      }),
    serve: (request) =>
      as(server, async () => {
        if (!server.app) throw new Error(`${name} does not serve`);
        const response = await server.app.inject(request);
        return response;
      }),
    operate: (...args) =>
      as(server, async () => {
        if (!operator) throw new Error(`${name} has not started`);
        const { ok, text } = await answer(operator, { args, by: 'olga', files: [] });
        if (!ok) throw new Error(`${args.join(' ')}: ${text}`);
        return text;
      }),
    stop: () =>
      as(server, async () => {
        server.app = undefined;
        await closeAll(closers, (error) => around.logged({ level: 50, msg: `close: ${String(error)}` }));
        server.alive = false;
        await database.bury(server);
      }),
    async crash() {
      server.alive = false;
      server.app = undefined;
      await database.bury(server);
    },
  };
  return server;
}

interface Asked {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** The node's answer to a request body. */
async function answered(body: string, signal: AbortSignal): Promise<Buffer> {
  const { rpc } = ownerNow() as Server;
  const asked = JSON.parse(body) as Asked | Asked[];
  const calls = Array.isArray(asked) ? asked : [asked];
  const aborted = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error)),
  );
  const work = rpc.batch(calls.map(({ method, params }) => [method, params] as const)).then(
    (results) => calls.map(({ id }, index) => ({ jsonrpc: '2.0', id, result: results[index] ?? null })),
    (error: unknown) => {
      if (!(error instanceof RpcError)) throw error;
      const { code, message, data } = error;
      return calls.map(({ id }) => ({ jsonrpc: '2.0', id, error: { code, message, data } }));
    },
  );
  const replies = await Promise.race([work, aborted]);
  endLimit(signal);
  return Buffer.from(JSON.stringify(Array.isArray(asked) ? replies : replies[0]));
}

/** The only network that servers have: each reaches its own node. */
http.request = ((_url: string, { signal }: { signal: AbortSignal }, hear: (response: Buffer[]) => void) => {
  const request = Object.assign(new EventEmitter(), {
    end: (body: string) =>
      void answered(body, signal).then(
        (answer) => hear(Object.assign([answer], { headers: {} })),
        (error: unknown) => request.emit('error', error),
      ),
  });
  return request;
}) as unknown as typeof http.request;
