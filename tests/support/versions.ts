// Serves two versions of the built page at one address without a second build. The previous version is the current build with renamed
// files; a small server in front of an app switches between them like a deployment.
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { ROOT } from '#tests/support/steps.ts';

const DIST = join(ROOT, 'dist');
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.webmanifest': 'application/manifest+json',
};
const HASHED = /-([\w-]{8})\.(?:js|css)$/;

/** Copies a built page into `folder` with every hashed file renamed, as a build does when all content changes. */
export async function previousBuild(folder: string, from = DIST): Promise<string> {
  const files = (await readdir(from, { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name),
  );
  const hashes = files.flatMap(({ name }) => HASHED.exec(name)?.[1] ?? []);
  const pattern = new RegExp(hashes.join('|'), 'g');
  const before = (text: string): string => text.replace(pattern, (hash) => `0ld_${hash.slice(4)}`);
  for (const { parentPath, name } of files) {
    const target = join(folder, parentPath.slice(from.length), before(name));
    await cp(join(parentPath, name), target);
    if (!/\.(js|css|html)$/.test(name)) continue;
    const text = before(await readFile(target, 'utf8'));
    await writeFile(target, text.replace('<html ', '<html data-version="previous" '));
  }
  // index.html is never renamed; its revision changes instead.
  const worker = join(folder, 'sw.js');
  const script = await readFile(worker, 'utf8');
  await writeFile(
    worker,
    script.replace(/"revision":"[\da-f]{32}","url":"index.html"/, '"revision":"previous","url":"index.html"'),
  );
  return folder;
}

interface Deployment {
  url: string;
  /** Switches to the current build; files of the previous one are gone. */
  deploy(): void;
  /** Answers 404 for matching paths from now on. */
  lose(pattern: RegExp): void;
  close(): Promise<void>;
}

function passOn(origin: string, from: IncomingMessage, to: ServerResponse): void {
  const { host, port } = new URL(origin);
  const ask = request(
    { host: '127.0.0.1', port, path: from.url, method: from.method, headers: { ...from.headers, host } },
    (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
    },
  );
  ask.on('error', () => to.destroy());
  to.on('close', () => ask.destroy());
  from.pipe(ask);
}

/** Serves the previous version first. API calls go to `origin`. */
export async function deployments(origin: string): Promise<Deployment> {
  const previous = await previousBuild(await mkdtemp(join(tmpdir(), 'adit-previous-')));
  let folder = previous;
  let lost: RegExp | undefined;
  const answer = async (path: string, response: ServerResponse): Promise<void> => {
    const file = path === '/' ? '/index.html' : path;
    const bytes = lost?.test(file) ? undefined : await readFile(join(folder, file)).catch(() => undefined);
    if (!bytes) return void response.writeHead(404).end();
    const forEver = file.startsWith('/assets/');
    response.writeHead(200, {
      'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
      'cache-control': forEver ? 'public, max-age=31536000, immutable' : 'no-cache',
    });
    response.end(bytes);
  };
  const server = createServer((from, to) => {
    const { pathname } = new URL(from.url ?? '/', 'http://localhost');
    if (pathname.startsWith('/api/')) passOn(origin, from, to);
    else answer(pathname, to).catch(() => to.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    deploy: () => void (folder = DIST),
    lose: (pattern) => void (lost = pattern),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(previous, { recursive: true, force: true });
    },
  };
}
