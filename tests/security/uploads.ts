/**
 * Documents made to do harm: with hundreds of thousands of parts, truncated, renamed, two formats in one, too large,
 * too many. Sent at the speed of a good connection, each from an account that may still try.
 */
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { DOCUMENT_RULE } from '#contract/kyc.ts';
import { DEVELOPMENT_SIGN_KEY } from '#contract/signing.ts';
import { jpegOf, pdfOf, pngOf, webpOf } from '#tests/support/documents.ts';
import { type Client, client, requestOf } from '#tests/support/http.ts';
import { ask, documents, kycFields, newcomer } from '#tests/support/person.ts';
import type { Target } from './cast.ts';
import { Findings, type Reply, faultsOf } from './wire.ts';

const SUBMIT = 'POST /api/user/kyc';
const MOST = DOCUMENT_RULE.maxBytes;
/** Bytes per second that one client sends: 100 Mbit/s. */
const LINE = 12_500_000;
const PIECE = 64 * 1024;

/** A connection that all uploads of a client share. */
function sharedLine(): (bytes: number) => Promise<void> {
  let free = 0;
  return async (bytes) => {
    const now = performance.now();
    free = Math.max(free, now) + (bytes / LINE) * 1000;
    if (free > now) await sleep(free - now);
  };
}

const repeated = (head: Buffer, part: Buffer, tail: Buffer): Buffer =>
  Buffer.concat([
    head,
    Buffer.alloc(Math.floor((MOST - head.length - tail.length) / part.length) * part.length, part),
    tail,
  ]);
const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

const png = pngOf('id');
const IEND = 12;
/** A webp of one pixel followed by empty chunks; its size is in its head. */
function webpBomb(): Buffer {
  const bytes = repeated(webpOf(), latin('EXIF\0\0\0\0'), Buffer.alloc(0));
  bytes.writeUInt32LE(bytes.length - 8, 4);
  return bytes;
}

/** Documents, and whether they may be accepted: complete ones of a known type are, whatever else they are. */
const DOCUMENTS: readonly (readonly [name: string, bytes: Buffer, taken: boolean])[] = [
  [
    'a PNG of 700,000 empty chunks',
    repeated(png.subarray(0, -IEND), latin('\0\0\0\0tEXt\0\0\0\0'), png.subarray(-IEND)),
    true,
  ],
  [
    'a JPEG of 2,000,000 empty segments',
    repeated(latin('\xff\xd8'), latin('\xff\xe1\0\x02'), jpegOf().subarray(2)),
    true,
  ],
  ['a JPEG of fill bytes', repeated(latin('\xff\xd8'), latin('\xff'), jpegOf().subarray(2)), true],
  [
    'a JPEG of markers without an end',
    repeated(latin('\xff\xd8\xff\xda\0\x02'), latin('\xff\0'), Buffer.alloc(0)),
    false,
  ],
  ['a WebP of 1,000,000 empty chunks', webpBomb(), true],
  ['a PDF of ends', repeated(latin('%PDF-1.4\n'), latin('%%EOF\n'), Buffer.alloc(0)), true],
  ['a PDF without an end', repeated(latin('%PDF-1.4\n'), latin('%%EO'), Buffer.alloc(0)), false],
  ['a PNG without its end', png.subarray(0, -IEND), false],
  ['a PNG of half a chunk', png.subarray(0, 40), false],
  [
    'a PNG whose chunk is longer than the file',
    Buffer.concat([png.subarray(0, 8), latin('\xff\xff\xff\xffIHDR'), png]),
    false,
  ],
  ['a JPEG without its end', jpegOf().subarray(0, -2), false],
  [
    'a WebP longer than it is',
    Buffer.concat([latin('RIFF\xff\xff\xff\xffWEBPVP8L'), Buffer.alloc(64)]),
    false,
  ],
  ['the first bytes of a PNG', png.subarray(0, 8), false],
  ['a page', latin('<!doctype html><script>alert(1)</script>'), false],
  [
    'a picture that runs scripts',
    latin('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    false,
  ],
  ['a GIF', latin('GIF89a\x01\0\x01\0\0\0\0;'), false],
  ['an archive', latin('PK\x03\x04\x14\0\0\0\0\0'), false],
  ['a program', latin('MZ\x90\0\x03\0\0\0'), false],
  ['nothing', Buffer.alloc(0), false],
  ['a PNG that is also a page', Buffer.concat([png, latin('<html><script>alert(1)</script>')]), true],
  ['a PNG that is also an archive', Buffer.concat([png, latin('PK\x05\x06'), Buffer.alloc(18)]), true],
  ['a JPEG that is also PHP', jpegOf({ exif: '<?php system($_GET[0]); ?>' }), true],
  ['a PDF with a script', pdfOf('/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>'), true],
];

/** Whole forms: header lines and bodies that no browser sends. */
const FORMS: readonly (readonly [name: string, type: string, body: () => Buffer])[] = [
  [
    'no end',
    'multipart/form-data; boundary=b',
    () => latin('--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1'),
  ],
  [
    'another boundary',
    'multipart/form-data; boundary=c',
    () => latin('--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n'),
  ],
  ['no boundary', 'multipart/form-data', () => latin('--b--\r\n')],
  ['an empty form', 'multipart/form-data; boundary=b', () => latin('--b--\r\n')],
  ['a thousand fields', 'multipart/form-data; boundary=b', () => manyParts(1000, 'name="f#"')],
  [
    'a thousand files',
    'multipart/form-data; boundary=b',
    () => manyParts(1000, 'name="f#"; filename="a.png"'),
  ],
  ['200,000 parts', 'multipart/form-data; boundary=b', () => manyParts(200_000, 'name="a"')],
  [
    'a part with a megabyte of headers',
    'multipart/form-data; boundary=b',
    () => latin(`--b\r\nX: ${'x'.repeat(1 << 20)}\r\n\r\n1\r\n--b--\r\n`),
  ],
  [
    'names of prototypes',
    'multipart/form-data; boundary=b',
    () => manyParts(3, 'name="__proto__"; filename="a"'),
  ],
  ['a form in a form', 'multipart/mixed; boundary=b', () => manyParts(2, 'name="a"')],
  ['JSON', 'application/json', () => latin('{"exchange":"binance"}')],
  ['nothing but dashes', 'multipart/form-data; boundary=b', () => Buffer.alloc(MOST, '--')],
];

const manyParts = (count: number, disposition: string): Buffer =>
  latin(
    `${Array.from({ length: count }, (_, i) => `--b\r\nContent-Disposition: form-data; ${disposition.replace('#', String(i))}\r\n\r\n1\r\n`).join('')}--b--\r\n`,
  );

interface Upload {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

async function formOf(files: Readonly<Record<string, Buffer>>, token: string): Promise<Upload> {
  const named = Object.fromEntries(Object.entries(files).map(([field, bytes]) => [field, { bytes }]));
  const { headers, body = Buffer.alloc(0) } = await requestOf(
    SUBMIT,
    kycFields(),
    { token, files: named },
    DEVELOPMENT_SIGN_KEY,
  );
  return { headers, body };
}

/** Sends it as fast as the connection allows, and stops once the server has answered. */
function send(
  url: string,
  { headers, body }: Upload,
  line: (bytes: number) => Promise<void>,
  most = body.length,
): Promise<Reply> {
  const start = performance.now();
  return new Promise((resolve) => {
    let over = false;
    const sent = request(
      new URL('/api/user/kyc', url),
      { method: 'POST', agent: false, headers: { ...headers, 'content-length': body.length } },
      (reply) => {
        const parts: Buffer[] = [];
        const end = () => {
          over = true;
          sent.destroy();
          resolve({
            status: reply.statusCode ?? 0,
            headers: reply.headers,
            text: Buffer.concat(parts).toString(),
            ms: performance.now() - start,
          });
        };
        reply.on('data', (part: Buffer) => parts.push(part)).once('end', end);
      },
    );
    sent.on('error', (error) => {
      over = true;
      resolve({ status: 0, headers: {}, text: error.message, ms: performance.now() - start });
    });
    const write = async () => {
      for (let at = 0; at < most && !over; at += PIECE) {
        const piece = body.subarray(at, Math.min(at + PIECE, most));
        await line(piece.length);
        if (!over && !sent.write(piece))
          await Promise.race([new Promise((done) => sent.once('drain', done)), sleep(5000)]);
      }
      if (!over && most === body.length) sent.end();
      else setTimeout(() => sent.destroy(new Error('no answer before the body')), 5000).unref();
    };
    void write();
  });
}

interface UploadReport {
  /** Code, or -1 for no answer, → count. */
  readonly answers: Record<string, number>;
  readonly problems: string[];
}

/** Every document and form in turn, then `together` uploads of the largest size in parallel. */
export async function uploadBombs({ url }: Target, together: number): Promise<UploadReport> {
  const findings = new Findings();
  const answers: Record<string, number> = {};
  const line = sharedLine();
  const { chainId } = await ask(client(url), 'GET /api/assets/list', {});
  const enter = async (): Promise<{ api: Client; token: string }> => newcomer(url, { chainId });
  /** An account whose documents were accepted is not used again; ten tries an hour are fewer than there are bombs. */
  const note = (name: string, reply: Reply, wanted: readonly number[]) => {
    const code = Number(/^\{"code":(\d+)/.exec(reply.text)?.[1] ?? -1);
    answers[code] = (answers[code] ?? 0) + 1;
    if (!wanted.includes(code))
      findings.add(`${name} is answered with ${reply.status} ${reply.text.slice(0, 160)}`, name);
    for (const fault of reply.status === 0 ? [] : faultsOf(SUBMIT, reply)) findings.add(fault, name);
    return code;
  };
  for (const [name, bytes, taken] of DOCUMENTS) {
    const { token, api } = await enter();
    const form = await formOf({ idDocument: bytes, addressDocument: png }, token);
    note(name, await send(url, form, line), taken ? [0, 1103] : [1103]);
    if (!taken && (await ask(api, 'GET /api/user/kyc', {})).status !== 'none')
      findings.add('a document was kept that is none', name);
  }
  for (const [name, bytes] of [
    ['a file of a byte too many', Buffer.alloc(MOST + 1, png)],
    ['a file of 17 MB', Buffer.alloc(17_000_000, png)],
  ] as const) {
    const { token } = await enter();
    note(
      name,
      await send(url, await formOf({ idDocument: bytes, addressDocument: png }, token), line),
      [413],
    );
  }
  for (const [name, type, body] of FORMS) {
    const { token } = await enter();
    const headers = {
      authorization: `Bearer ${token}`,
      'idempotency-key': crypto.randomUUID(),
      'content-type': type,
    };
    note(`a form: ${name}`, await send(url, { headers, body: body() }, line), [400, 413, 1001, 1103]);
  }
  const { api, token } = await enter();
  const files = documents();
  await api.call(SUBMIT, kycFields(), { files });
  const large = await formOf(
    { idDocument: Buffer.alloc(MOST, png), addressDocument: Buffer.alloc(MOST, png) },
    token,
  );
  note('a second submission, of whose body little was sent', await send(url, large, line, PIECE), [1102]);
  const crowd = await Promise.all(Array.from({ length: together }, enter));
  const replies = await Promise.all(
    crowd.map(async (each) => {
      const document = repeated(png.subarray(0, -IEND), latin('\0\0\0\0tEXt\0\0\0\0'), png.subarray(-IEND));
      return send(url, await formOf({ idDocument: document, addressDocument: document }, each.token), line);
    }),
  );
  const codes = replies.map((reply) => note('one of many at once', reply, [0, 429, 1103]));
  if (!codes.some((code) => code === 0 || code === 1103)) findings.add('none was read', 'of many at once');
  return { answers, problems: findings.lines };
}
