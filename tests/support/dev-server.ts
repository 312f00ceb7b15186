// Vite's development server as in `npm run dev`, on a free port, for what is not in the build. It pre-bundles
// packages only for the given entries, in its own folder, so that it never reloads a page because of a package found
// late.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'vite';
import { ROOT } from '#tests/support/steps.ts';

interface DevServer {
  url: string;
  stop: () => Promise<void>;
}

/** `entries`: files below src. */
export async function startDevServer(entries: string[]): Promise<DevServer> {
  const cacheDir = await mkdtemp(join(tmpdir(), 'adit-vite-'));
  const server = await createServer({
    configFile: join(ROOT, 'vite.config.ts'),
    cacheDir,
    logLevel: 'error',
    optimizeDeps: { entries },
    server: { port: 0, hmr: false, watch: null },
  });
  await server.listen();
  const [url] = server.resolvedUrls?.local ?? [];
  if (url === undefined) throw new Error('the development server has no address');
  return {
    url,
    stop: async () => {
      await server.close();
      await rm(cacheDir, { recursive: true, force: true });
    },
  };
}
