// Two servers behind nginx, as in production, on one PostgreSQL and one chain, which are replaced one by one, as in a
// release.
import { join } from 'node:path';
import { spawnLeashed } from '#server/lib/leash.ts';
import { type App, startApp } from '#tests/support/app.ts';
import { nginx, nginxArguments } from '#tests/support/deploy-files.ts';
import { client } from '#tests/support/http.ts';
import { VERIFIED_AT_ONCE } from '#tests/support/person.ts';
import { freePort } from '#tests/support/ports.ts';
import { waitFor } from '#tests/support/wait.ts';

/** Only ends what would wait forever. */
const READY_MS = 120_000;

export interface Fleet {
  /** Where nginx listens. */
  readonly url: string;
  /**
   * A server of the previous release that gets no traffic: it provides the chain, moves the clock and pays. In demo
   * mode each server has its own chain, so servers that come and go join this one's.
   */
  readonly keeper: App;
  /** The first one serves the page. */
  readonly servers: readonly App[];
  /**
   * Stops a server and starts one from another root in its place, as an upgrade does; resolves when the new one is
   * healthy.
   */
  replace(place: 0 | 1, root: string): Promise<void>;
  stop(): Promise<void>;
}

interface FleetOptions {
  readonly folder: string;
  /** Where the database is: settings of the servers. */
  readonly database: Record<string, string>;
  /** Where the previous release is. */
  readonly root: string;
}

const healthy = (url: string): Promise<void> =>
  waitFor(async () => {
    const { data } = await client(url).call('GET /api/health', {});
    if (!data.ok) throw new Error(`${url} is not healthy: ${JSON.stringify(data)}`);
  }, READY_MS);

export async function startFleet({ folder, database, root }: FleetOptions): Promise<Fleet> {
  const [http, port, first, second] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  const url = `http://127.0.0.1:${port}`;
  const ports = [first, second];
  const env = { ...VERIFIED_AT_ONCE, ...database, DOCUMENT_KEY: '7'.repeat(64), PUBLIC_URL: url };
  const keeper = await startApp({ root, withoutPage: true, dataDir: join(folder, 'keeper'), env });
  const launch = (place: number, release: string) =>
    startApp({
      root: release,
      withoutPage: true,
      port: ports[place] ?? 0,
      dataDir: join(folder, `server${place}`),
      env: { ...env, TRUST_PROXY: 'on' },
      joins: keeper,
    });
  const servers = await Promise.all([launch(0, root), launch(1, root)]);
  const proxy = spawnLeashed(
    nginx(),
    nginxArguments(folder, { http, https: port, server: first, other: second }, true),
    { stdio: ['ignore', 'ignore', 'ignore'] },
  );
  await healthy(url);
  return {
    url,
    keeper,
    servers,
    async replace(place, release) {
      await servers[place]?.stop();
      const next = await launch(place, release);
      servers[place] = next;
      await healthy(next.url);
    },
    async stop() {
      proxy.kill('SIGQUIT');
      if (proxy.exitCode === null) await new Promise((resolve) => proxy.once('exit', resolve));
      await Promise.all(servers.map((server) => server.stop()));
      await keeper.stop();
    },
  };
}
