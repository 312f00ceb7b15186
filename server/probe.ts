/** What can be known to fail before anything is started: a folder that cannot be written, a port that is taken. */
import { accessSync, constants, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { ConfigError } from './config.ts';

/** @throws ConfigError when DATA_DIR cannot be made or written. */
export function probeFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK);
    const file = join(dataDir, `.probe-${process.pid}`);
    writeFileSync(file, '');
    rmSync(file);
  } catch (error) {
    throw new ConfigError(
      `DATA_DIR ${dataDir} cannot be written: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}`,
    );
  }
}

/** @throws ConfigError when the port is taken or may not be used. */
export async function probePort(port: number, host: string): Promise<void> {
  if (port === 0) return;
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why =
      code === 'EADDRINUSE' ? 'is in use; set PORT to another one' : `cannot be listened on: ${code}`;
    throw new ConfigError(`PORT ${port} on ${host} ${why}`);
  }
  await new Promise((resolve) => server.close(resolve));
}
