/**
 * A client of the contract for tests: signs, keys and sends any call with its typed input, over the network or into an
 * app that is not listening. Everything can be overridden, to send what a real client never would.
 */
import { createHmac, randomUUID } from 'node:crypto';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { callOf } from '#contract';
import type { CallName, Files, Input, Output } from '#contract';
import { DEVELOPMENT_SIGN_KEY, canonical } from '#contract/signing.ts';

export interface Answer<T = unknown> {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly data: T;
  readonly headers: Headers;
  /** The raw body. */
  readonly text: string;
}

export interface Document {
  readonly bytes: Uint8Array;
  readonly name?: string;
  readonly type?: string;
}

export interface SendOptions {
  readonly token?: string | undefined;
  /** Accept-Language; English by default. */
  readonly language?: string;
  /** Idempotency-Key; a new UUID by default, none with null. */
  readonly key?: string | null;
  /** The signed time; the machine's by default. */
  readonly at?: Date;
  /** Replaces the computed sign; null sends none. */
  readonly sign?: string | null;
  /** Replaces the timestamp's text before signing; null sends none. */
  readonly timestamp?: string | null;
  /** Sent as is instead of the signed JSON. */
  readonly rawBody?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, Document>>;
}

type CallOptions<K extends CallName> = Omit<SendOptions, 'files'> & {
  readonly files?: { readonly [F in Files<K>]?: Document };
};

export interface Client {
  /** A well-formed call. */
  call<K extends CallName>(name: K, input: Input<K>, options?: CallOptions<K>): Promise<Answer<Output<K>>>;
  /** The same with any input. */
  send(name: CallName, input: Record<string, unknown>, options?: SendOptions): Promise<Answer>;
  /** The client with a token. */
  as(token: string): Client;
}

interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: Buffer;
}

const sign = (params: Record<string, unknown>, key: string) =>
  createHmac('sha256', key).update(canonical(params)).digest('hex');

function signedParams(
  input: Record<string, unknown>,
  options: SendOptions,
  signKey: string,
): Record<string, unknown> {
  const { at = new Date(), timestamp = String(at.getTime()) } = options;
  const params = timestamp === null ? { ...input } : { ...input, timestamp };
  if (options.sign === null) return params;
  return { ...params, sign: options.sign ?? sign(params, signKey) };
}

async function formOf(params: Record<string, unknown>, files: Readonly<Record<string, Document>>) {
  const form = new FormData();
  for (const [field, value] of Object.entries(params)) form.append(field, String(value));
  for (const [field, { bytes, name = `${field}.png`, type = 'image/png' }] of Object.entries(files)) {
    form.append(field, new Blob([new Uint8Array(bytes)], { type }), name);
  }
  const encoded = new Response(form);
  return { type: encoded.headers.get('content-type') ?? '', body: Buffer.from(await encoded.arrayBuffer()) };
}

/** The request for a call. */
export async function requestOf(
  name: CallName,
  input: Record<string, unknown>,
  options: SendOptions,
  signKey: string,
): Promise<Request> {
  const [method, path] = name.split(' ') as ['GET' | 'POST', string];
  const headers: Record<string, string> = { 'accept-language': options.language ?? 'en' };
  if (options.token !== undefined) headers['authorization'] = `Bearer ${options.token}`;
  if (method === 'GET') {
    const query = new URLSearchParams(input as Record<string, string>).toString();
    return { method, path: query ? `${path}?${query}` : path, headers: { ...headers, ...options.headers } };
  }
  if (options.key !== null) headers['idempotency-key'] = options.key ?? randomUUID();
  const params = signedParams(input, options, signKey);
  if (callOf(name).files && options.rawBody === undefined) {
    const { type, body } = await formOf(params, options.files ?? {});
    return { method, path, headers: { ...headers, 'content-type': type, ...options.headers }, body };
  }
  const body = Buffer.from(options.rawBody ?? JSON.stringify(params));
  return {
    method,
    path,
    headers: { ...headers, 'content-type': 'application/json', ...options.headers },
    body,
  };
}

async function transmit(target: string | FastifyInstance, request: Request): Promise<Answer> {
  const { method, path, headers, body } = request;
  let status: number;
  let replied: Headers;
  let text: string;
  if (typeof target === 'string') {
    const response = await fetch(target + path, {
      method,
      headers,
      body: body ? new Uint8Array(body) : null,
    });
    [status, replied, text] = [response.status, response.headers, await response.text()];
  } else {
    const options: InjectOptions = { method, url: path, headers, ...(body && { payload: body }) };
    const response = await target.inject(options);
    replied = new Headers();
    for (const [field, value] of Object.entries(response.headers)) replied.set(field, String(value));
    [status, text] = [response.statusCode, response.body];
  }
  const envelope = JSON.parse(text) as { code: number; message: string; data: unknown };
  return {
    status,
    headers: replied,
    text,
    code: envelope.code,
    message: envelope.message,
    data: envelope.data,
  };
}

/** A client of a server at `target`, or of an app itself. */
export function client(
  target: string | FastifyInstance,
  signKey = DEVELOPMENT_SIGN_KEY,
  token?: string,
): Client {
  const send: Client['send'] = async (name, input, options = {}) =>
    transmit(target, await requestOf(name, input, { token, ...options }, signKey));
  return {
    send,
    call: ((name: CallName, input: Record<string, unknown>, options?: SendOptions) =>
      send(name, input, options)) as Client['call'],
    as: (other) => client(target, signKey, other),
  };
}
