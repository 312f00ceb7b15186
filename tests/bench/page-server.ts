// Serves built pages to the page benchmark as a good host does: HTTP/2 with TLS, Brotli 11, hashed files cached
// forever. `/api` is proxied to a running server, so that our page boots as it does for a user.
import { execFileSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

interface Certificate {
  key: Buffer;
  cert: Buffer;
  /**
   * Hash of the public key; Chromium is told to trust it, since it does not cache resources behind a certificate error.
   */
  spki: string;
}

export function certificate(): Certificate {
  const dir = mkdtempSync(join(tmpdir(), 'adit-cert-'));
  const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  execFileSync(
    'openssl',
    ['req', '-x509', ...curve, '-nodes', '-days', '2', ...subject, '-keyout', key, '-out', cert],
    {
      stdio: 'ignore',
    },
  );
  const pair = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(dir, { recursive: true });
  const publicKey = new X509Certificate(pair.cert).publicKey.export({ type: 'spki', format: 'der' });
  return { ...pair, spki: createHash('sha256').update(publicKey).digest('base64') };
}

export interface Served {
  url: string;
  /** Brotli bytes of a file, by the path of its URL. */
  weigh(path: string): Promise<number>;
  close(): void;
}

interface Packed {
  type: string;
  forEver: boolean;
  plain: Buffer;
  brotli: Buffer;
}

async function pack(file: string): Promise<Packed> {
  const plain = await readFile(file);
  const type = TYPES[extname(file)] ?? 'application/octet-stream';
  const text = /^(text|application)\/|svg/.test(type);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  const forEver = /[.-][\w-]{8,}\.\w+$/.test(file) && extname(file) !== '.html';
  return { type, forEver, plain, brotli: text ? brotliCompressSync(plain, { params }) : plain };
}

async function passOn(
  api: string,
  request: Http2ServerRequest,
  response: Http2ServerResponse,
): Promise<void> {
  const answer = await fetch(`${api}${request.url}`, {
    headers: { 'accept-language': 'en', accept: request.headers.accept ?? '*/*' },
    signal: AbortSignal.timeout(30_000),
  });
  response.writeHead(answer.status, {
    'content-type': answer.headers.get('content-type') ?? 'application/json',
  });
  response.end(Buffer.from(await answer.arrayBuffer()));
}

export async function serveFolder(root: string, pair: Certificate, api?: string): Promise<Served> {
  const packed = new Map<string, Promise<Packed>>();
  const load = async (path: string): Promise<Packed | undefined> => {
    const wanted = normalize(join(root, decodeURIComponent(path)));
    const file = path.endsWith('/') ? join(wanted, 'index.html') : wanted;
    if (!file.startsWith(root) || !(await stat(file).catch(() => undefined))?.isFile()) return undefined;
    const known = packed.get(file) ?? pack(file);
    packed.set(file, known);
    return known;
  };
  const answer = async (request: Http2ServerRequest, response: Http2ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url, 'https://localhost');
    if (api && pathname.startsWith('/api/')) return passOn(api, request, response);
    const hit = await load(pathname);
    if (!hit) {
      response.writeHead(404).end();
      return undefined;
    }
    response.writeHead(200, {
      'content-type': hit.type,
      'content-length': hit.brotli.length,
      'cache-control': hit.forEver ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(hit.brotli === hit.plain ? {} : { 'content-encoding': 'br' }),
    });
    response.end(hit.brotli);
    return undefined;
  };
  const server = createSecureServer(
    { key: pair.key, cert: pair.cert, allowHTTP1: true },
    (request, response) => {
      answer(request, response).catch(() => response.writeHead(502).end());
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `https://localhost:${port}/`,
    weigh: async (path) => (await load(path))?.brotli.length ?? 0,
    close: () => server.close(),
  };
}
