/**
 * Requests as a hostile client sends them, and what every API reply has to be: an envelope of the contract with its
 * headers, never a failure of the server, and nothing about another account.
 */
import { createHmac } from 'node:crypto';
import { Agent, type IncomingHttpHeaders, request as open } from 'node:http';
import { type CallName, callOf } from '#contract';
import { errorsOf, isFileForm } from '#contract/call.ts';
import { CODES, codeName } from '#contract/codes.ts';
import { DEVELOPMENT_SIGN_KEY, canonical } from '#contract/signing.ts';

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body?: Uint8Array | string | undefined;
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly ms: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Sends a request as is. For an event stream, only the head is read. Status 0: the server closed without a reply. */
export function transmit(url: string, { method, path, headers, body }: Request): Promise<Reply> {
  const start = performance.now();
  return new Promise((resolve) => {
    const done = (status: number, replied: IncomingHttpHeaders, text: string) =>
      resolve({ status, headers: replied, text, ms: performance.now() - start });
    // Without it, Node sends the body of a GET or HEAD as if it were another request.
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const all = { ...length, ...headers };
    const sent = open(new URL(url), { method, path, headers: all, agent }, (reply) => {
      const parts: Buffer[] = [];
      const end = () => done(reply.statusCode ?? 0, reply.headers, Buffer.concat(parts).toString());
      reply.on('data', (part: Buffer) => parts.push(part)).once('end', end);
      reply.once('error', end);
      if (String(reply.headers['content-type']).startsWith('text/event-stream')) reply.destroy();
      reply.once('close', end);
    });
    sent.once('error', (error) => done(0, {}, error.message));
    sent.end(body);
  });
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The text over which a body's parameters are signed; undefined if there is none. */
function signable(json: string, timestamp: string): string | undefined {
  try {
    const params: unknown = JSON.parse(json);
    return isObject(params) ? canonical({ ...params, timestamp }) : undefined;
  } catch {
    return undefined;
  }
}

/** The JSON text with its timestamp and sign added; what cannot be signed is left unchanged. */
export function signed(json: string, { timestamp = String(Date.now()), sign = '' } = {}): string {
  const text = signable(json, timestamp);
  if (text === undefined) return json;
  const own = sign || createHmac('sha256', DEVELOPMENT_SIGN_KEY).update(text).digest('hex');
  const last = json.trimEnd().slice(0, -1);
  return `${last}${last.trim() === '{' ? '' : ','}"timestamp":${JSON.stringify(timestamp)},"sign":${JSON.stringify(own)}}`;
}

/** The reply to bytes that are not readable HTTP: there is no request yet that could have an id. */
const UNREADABLE = 'not a readable HTTP request';

/** Headers of every API reply, and what each has to contain. */
const HEADERS: Readonly<Record<string, RegExp>> = {
  'content-type': /^application\/json; charset=utf-8$/,
  'cache-control': /^no-store$/,
  'x-request-id': /^[0-9a-f]{32}$/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^no-referrer$/,
  'content-security-policy': /default-src 'none'/,
  'cross-origin-resource-policy': /^same-origin$/,
};

/** Pieces of code, SQL and stacks, which tell an attacker what the server is made of. */
const INSIDES = /node_modules|\.(ts|js|sql):\d+|\bat \w+ \(|relation "|syntax error at|ECONN|Error:/;

function envelopeFaults(name: CallName | null, status: number, text: string): string[] {
  let envelope: { code: number; message: string; data: unknown };
  try {
    envelope = JSON.parse(text) as typeof envelope;
  } catch {
    return ['the reply is not JSON'];
  }
  const { code, message, data } = envelope;
  const known = codeName(code);
  if (Object.keys(envelope).join() !== 'code,message,data' || !known) return ['the reply is no envelope'];
  const faults: string[] = [];
  if (CODES[known].http !== status) faults.push(`code ${code} with status ${status}`);
  if ((message === '') !== (code === 0)) faults.push(`code ${code} with the message “${message}”`);
  if (name && known !== 'ok' && !errorsOf(callOf(name)).has(known))
    faults.push(`code ${code}, which the call does not list`);
  if (name && code === 0) {
    const checked = callOf(name).output.safeParse(data);
    if (!checked.success)
      faults.push(`the output breaks the contract at ${checked.error.issues[0]?.path.join('.')}`);
  }
  return faults;
}

/**
 * What is wrong with an API reply. `name` is null for a request that belongs to no call; `foreign` are texts that
 * belong to accounts other than the caller's.
 */
export function faultsOf(name: CallName | null, reply: Reply, foreign: readonly string[] = []): string[] {
  const { status, headers, text } = reply;
  if (status === 0) return [`no reply (${text})`];
  const { form, cacheSeconds } = name ? callOf(name) : {};
  const special = status === 200 && (form === 'events' || form === 'document' || isFileForm(form));
  const faults = special || status === 204 ? [] : envelopeFaults(name, status, text);
  if (status >= 500) faults.push(`status ${status}`);
  for (const [header, pattern] of Object.entries(HEADERS)) {
    if (text.includes(UNREADABLE) && header !== 'content-type') continue;
    if ((special || status === 204) && /^c.*-(type|control)$/.test(header)) continue;
    const cached = header === 'cache-control' && cacheSeconds && status === 200;
    if (!(cached ? /^public, max-age=\d+$/ : pattern).test(String(headers[header] ?? '')))
      faults.push(`header ${header} is ${String(headers[header])}`);
  }
  if (status === 429 && !(Number(headers['retry-after']) > 0)) faults.push('429 without Retry-After');
  if (!special && INSIDES.test(text)) faults.push('the reply shows the server’s insides');
  const lower = text.toLowerCase();
  for (const own of foreign)
    if (lower.includes(own.toLowerCase())) faults.push(`tells ${own} of another account`);
  return faults;
}

/** Each fault once, with how often it occurred and the first request that showed it. */
export class Findings {
  readonly #found = new Map<string, { count: number; first: string }>();

  add(fault: string, example: string): void {
    const known = this.#found.get(fault);
    if (known) known.count += 1;
    else this.#found.set(fault, { count: 1, first: example });
  }

  get lines(): string[] {
    return [...this.#found].map(([fault, { count, first }]) => `${fault}: ${count}×, first ${first}`);
  }
}
