/**
 * Makes public/verify.html, the one file that checks draws without a server, from src/features/verify/offline and src/draws.
 * `node server/build/offline.ts` writes it; with --check it reports whether the committed file is up to date.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';

const ROOT = join(import.meta.dirname, '../..');
const SOURCES = join(ROOT, 'src/features/verify/offline');
const PAGE = join(ROOT, 'public/verify.html');

/** Maximum size of the file in bytes: people save it and send it to each other. */
const MOST_BYTES = 30_000;

const MADE_FROM = '<!-- Made from src/features/verify/offline and src/draws by server/build/offline.ts. -->';

/** The script as one file without imports. */
async function script(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: ROOT,
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      modulePreload: false,
      lib: { entry: join(SOURCES, 'offline.ts'), formats: ['iife'], name: 'verify' },
    },
  });
  const [output] = [built].flat();
  const chunk = output && 'output' in output ? output.output[0] : undefined;
  if (!chunk) throw new Error('the script of the offline page could not be built');
  return chunk.code;
}

/** Removes spaces next to these characters; our own style and page have no text where such a space matters. */
const tight = (text: string): string =>
  text
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replace(/: /g, ':')
    .replaceAll(';}', '}')
    .trim();

/** The hash by which a page's policy allows an inline script or style. */
const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The whole page as text. */
async function offlinePage(): Promise<string> {
  const html = (await readFile(join(SOURCES, 'offline.html'), 'utf8'))
    .replace(/\n\s+/g, '\n')
    .replaceAll(' />', '>');
  const style = tight(await readFile(join(SOURCES, 'offline.css'), 'utf8'));
  const code = (await script()).trim();
  if (/<\/script|<!--/i.test(code)) throw new Error('the script would end where it must not');
  const policy = `default-src 'none'; script-src ${hashOf(code)}; style-src ${hashOf(style)}; img-src data:; base-uri 'none'; form-action 'none'`;
  const page = html
    .replace('<!doctype html>', () => `<!doctype html>\n${MADE_FROM}`)
    .replace('content=""', () => `content="${policy}"`)
    .replace('<style></style>', () => `<style>${style}</style>`)
    .replace('<script></script>', () => `<script>${code}</script>`);
  if (Buffer.byteLength(page) >= MOST_BYTES)
    throw new Error(`the offline page has ${Buffer.byteLength(page)} bytes`);
  return page;
}

if (import.meta.main) {
  const page = await offlinePage();
  if (!process.argv.includes('--check')) await writeFile(PAGE, page);
  else if ((await readFile(PAGE, 'utf8').catch(() => '')) !== page) {
    process.stderr.write(
      'public/verify.html is not what its sources make; run `node server/build/offline.ts`\n',
    );
    process.exitCode = 1;
  }
}
