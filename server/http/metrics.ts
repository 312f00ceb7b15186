/**
 * `/metrics` in OpenMetrics format, on a separate port that only this machine can reach. A reading that is slow or
 * fails does not delay or break anything else: its last samples are shown while it runs, and none once it has failed.
 */
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Gauge, Registry, collectDefaultMetrics } from 'prom-client';
import type { Logger } from 'pino';
import { type Reading, counted, newRegistry } from '#server/lib/metrics.ts';

/** The only address: monitoring from another machine needs a tunnel or an agent. */
export const METRICS_HOST = '127.0.0.1';
const FRESH_MS = 5000;
/** How long an answer waits for slow readings. */
const PATIENCE_MS = 1000;

type Log = Pick<Logger, 'warn'>;
type Own = ReturnType<typeof newRegistry>;

/** A gauge that is read again when requested, if its samples are older than `everyMs`. */
function gaugeOf({ name, help, labels = [], everyMs = FRESH_MS, read }: Reading, to: Own, log: Log): void {
  let due = -Infinity;
  let reading: Promise<void> | undefined;
  const show = (samples: Awaited<ReturnType<Reading['read']>>) => {
    gauge.reset();
    // Otherwise, a gauge without labels always has a sample, and 0 would look like any other value.
    if (labels.length === 0) gauge.remove();
    for (const [value, of = {}] of samples) gauge.set(of, value);
  };
  async function again(): Promise<void> {
    try {
      show(await read());
    } catch (error) {
      show([]);
      log.warn({ err: error, metric: name }, 'a number for /metrics could not be read');
    }
    due = performance.now() + everyMs;
    reading = undefined;
  }
  const gauge: Gauge = new Gauge({
    ...{ name, help, labelNames: [...labels], registers: [to] },
    async collect() {
      if (performance.now() >= due) reading ??= again();
      await Promise.race([reading, sleep(PATIENCE_MS, undefined, { ref: false })]);
    },
  });
  show([]);
}

/** Everything that this server knows about itself, as text. */
export function metricsText(readings: readonly Reading[], log: Log): () => Promise<string> {
  const own = newRegistry();
  for (const reading of readings) gaugeOf(reading, own, log);
  if (!counted.getSingleMetric('nodejs_version_info')) collectDefaultMetrics({ register: counted });
  // The library's type does not allow for registries in another format than the default.
  const all = Registry.merge([counted, own] as unknown as Registry[]);
  return () => all.metrics();
}

/** Serves the metrics until `close`. */
export async function serveMetrics(
  port: number,
  readings: readonly Reading[],
  log: Log,
): Promise<{ close(): Promise<void> }> {
  const text = metricsText(readings, log);
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end();
    void text().then(
      (body) => response.writeHead(200, { 'content-type': Registry.OPENMETRICS_CONTENT_TYPE }).end(body),
      (error: unknown) => {
        log.warn({ err: error }, '/metrics could not be written');
        response.writeHead(500).end();
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, METRICS_HOST, resolve);
  });
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
