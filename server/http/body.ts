/**
 * Reads the body of a POST: a JSON object, or the text fields and documents of a multipart form, within their limits; and
 * discards that of a refused call.
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Call } from '#contract/call.ts';
import { inPieces } from '#server/lib/pieces.ts';
import { Refusal, refuse } from '#server/lib/refusal.ts';
import { refuseIssues } from './faults.ts';
import type { Upload } from './handlers.ts';
import type { Params } from './signature.ts';
import { unfitText } from './validation.ts';

/** The largest JSON body. The largest in practice, a sign-in with a contract wallet's signature, is half as long. */
export const BODY_LIMIT = 64 * 1024;

/** Text fields of a form are names and numbers. */
const FIELD_LIMIT = 4 * 1024;
const MAX_FIELDS = 16;
/** Extra bytes allowed for boundaries and part headers. */
const FORM_OVERHEAD = 16 * 1024;

export interface Body {
  readonly fields: Params;
  readonly files: Readonly<Record<string, Upload>>;
}

/** The most bytes that the whole body of a call may have. */
export const bodyLimitOf = ({ files }: Call): number =>
  files
    ? Object.values(files).reduce(
        (sum, rule) => sum + rule.maxBytes,
        MAX_FIELDS * FIELD_LIMIT + FORM_OVERHEAD,
      )
    : BODY_LIMIT;

/** The most bytes that the body of this request can have: what it announces, or else what its call allows. */
export function announced(request: FastifyRequest, call: Call): number {
  const limit = bodyLimitOf(call);
  const bytes = Number(request.headers['content-length'] ?? limit);
  return bytes > limit ? refuse('too_large') : bytes;
}

const UNREADABLE = { path: '', reason: 'form not readable' };

async function readForm(request: FastifyRequest, rules: NonNullable<Call['files']>): Promise<Body> {
  const fields = new Map<string, string>();
  const files = new Map<string, Upload>();
  const fileSize = Math.max(...Object.values(rules).map((rule) => rule.maxBytes));
  const limits = {
    fileSize,
    files: Object.keys(rules).length + 1,
    fields: MAX_FIELDS,
    fieldSize: FIELD_LIMIT,
    fieldNameSize: 100,
  };
  // If the connection is gone before the parser starts listening, it would wait forever.
  if (request.raw.destroyed) refuseIssues([UNREADABLE]);
  try {
    for await (const part of request.parts({ limits })) {
      const { fieldname } = part;
      if (fields.has(fieldname) || files.has(fieldname))
        refuseIssues([{ path: fieldname, reason: 'given twice' }]);
      if (part.type === 'file') {
        files.set(fieldname, await readFile(part, rules));
        continue;
      }
      if (part.valueTruncated) refuse('too_large');
      if (typeof part.value !== 'string') refuseIssues([{ path: fieldname, reason: 'not text' }]);
      fields.set(fieldname, part.value);
    }
  } catch (error) {
    // Errors that the form parser itself raises have neither a code nor a status.
    if (error instanceof Refusal || (error instanceof Error && 'statusCode' in error)) throw error;
    refuseIssues([UNREADABLE]);
  }
  return { fields: Object.fromEntries(fields), files: Object.fromEntries(files) };
}

async function readFile(part: MultipartFile, rules: NonNullable<Call['files']>): Promise<Upload> {
  const rule = Object.hasOwn(rules, part.fieldname) ? rules[part.fieldname] : undefined;
  if (!rule) {
    part.file.resume();
    return refuseIssues([{ path: part.fieldname, reason: 'unknown file' }]);
  }
  const bytes = await part.toBuffer();
  if (bytes.length > rule.maxBytes) refuse('too_large');
  const hash = createHash('sha256');
  await inPieces(bytes, (piece) => hash.update(piece));
  return { bytes, digest: hash.digest('hex') };
}

/** Reads a body and checks what must hold for every body: it is an object, and its text can be signed and stored. */
export async function readBody(request: FastifyRequest, call: Call): Promise<Body> {
  if (call.files) {
    const form = await readForm(request, call.files);
    const unfit = unfitText(form.fields);
    return unfit ? refuseIssues([unfit]) : form;
  }
  const { body } = request;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return refuseIssues([{ path: '', reason: 'not a JSON object' }]);
  }
  const unfit = unfitText(body);
  return unfit ? refuseIssues([unfit]) : { fields: body as Params, files: {} };
}

/** How much of a refused body is read before its connection is cut: about twice the longest form. */
const MOST_DISCARDED = 32 * 1024 * 1024;

/**
 * Discards what is left of a refused body, because a client that is still sending may not read the reply before it has
 * sent everything.
 */
export function discard(request: IncomingMessage): void {
  let left = MOST_DISCARDED;
  request.on('data', (chunk: Uint8Array) => {
    left -= chunk.length;
    if (left < 0) request.destroy();
  });
}
