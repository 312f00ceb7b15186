// The plans of all statements that a local app's calls execute, with those inside SQL functions, which auto_explain
// reports as notices. Plans are made for the values at hand, so they show which accounts a statement is about.
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import pg from 'pg';
import { vi } from 'vitest';

export interface Plan {
  readonly 'Node Type': string;
  readonly Operation?: 'Insert' | 'Update' | 'Delete';
  readonly 'Relation Name'?: string;
  readonly Schema?: string;
  readonly Alias?: string;
  readonly Output?: readonly string[];
  readonly Plans?: readonly Plan[];
  readonly [field: string]: unknown;
}

export interface Statement {
  /** The call that executed it, as in the contract; background work is not kept. */
  readonly call: string;
  readonly text: string;
  readonly plan: Plan;
}

const SETTINGS = [
  "session_preload_libraries = 'auto_explain'",
  ...['log_min_duration = 0', 'log_nested_statements = on', 'log_verbose = on'].map(
    (one) => `auto_explain.${one}`,
  ),
  ...["log_format = 'json'", "log_level = 'notice'"].map((one) => `auto_explain.${one}`),
  'plan_cache_mode = force_custom_plan',
];

/** Plans with what they read. */
const MEASURED = [
  'auto_explain.log_analyze = on',
  'auto_explain.log_buffers = on',
  'auto_explain.log_timing = off',
];

/** They call functions, whose statements have plans of their own. */
const CALLERS = new Set(['Function Scan', 'ProjectSet', 'Result']);

/**
 * Database pages that a plan's own nodes have read. Calls of functions are left out: the first one on a connection
 * reads some hundred pages of the catalogue.
 */
export function pagesOf(plan: Plan): number {
  const below = plan.Plans ?? [];
  const read = (node: Plan) => Number(node['Shared Hit Blocks']) + Number(node['Shared Read Blocks']);
  const own = read(plan) - below.reduce((sum, node) => sum + read(node), 0);
  const counted = CALLERS.has(plan['Node Type']) ? 0 : own;
  return counted + below.reduce((sum, node) => sum + pagesOf(node), 0);
}

/** Every session that begins from now on reports its plans. The role of `databaseUrl` is a superuser. */
export async function tellPlans(databaseUrl: string, { measured = false } = {}): Promise<void> {
  const admin = new pg.Client(databaseUrl);
  await admin.connect();
  const name = new URL(databaseUrl).pathname.slice(1);
  for (const setting of [...SETTINGS, ...(measured ? MEASURED : [])])
    await admin.query(`alter database ${name} set ${setting}`);
  await admin.end();
}

/** Records what this process's connections report while they serve calls. */
export function watchPlans(): { readonly statements: Statement[]; stop(): void } {
  const statements: Statement[] = [];
  const serving = new AsyncLocalStorage<string>();
  const begun = (message: unknown): void => {
    const { method, url } = (message as { request: { method: string; url: string } }).request;
    serving.enterWith(`${method} ${url.split('?')[0]}`);
  };
  subscribe('http.server.request.start', begun);
  /** The call that each connection is working for. */
  const calls = new WeakMap<pg.Client, string | undefined>();
  const query = Reflect.get(pg.Client.prototype, 'query') as (...given: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    if (!calls.has(this))
      this.on('notice', ({ message = '' }) => {
        const call = calls.get(this);
        const [, json] = /^duration: .*plan:\n(\{.*)$/s.exec(message) ?? [];
        if (!call || !json) return;
        const { 'Query Text': text, Plan: plan } = JSON.parse(json) as { 'Query Text': string; Plan: Plan };
        statements.push({ call, text: text.replaceAll(/\s+/g, ' ').trim(), plan });
      });
    calls.set(this, serving.getStore());
    return Reflect.apply(query, this, given) as never;
  });
  return {
    statements,
    stop() {
      unsubscribe('http.server.request.start', begun);
      spy.mockRestore();
    },
  };
}
