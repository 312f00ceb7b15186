/**
 * `operator backup`: database and devnet as of one moment, while the server runs, as one archive that `tar` unpacks
 * into an empty DATA_DIR. The embedded database is copied as a kill would leave it, and recovers from that in the same
 * way.
 */
import { readdirSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { Chain } from '#server/chain/chain.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { type Command, CommandError, type OperatorFile } from './protocol.ts';
import type { Database } from '#server/db/client.ts';

interface BackupDeps {
  readonly database: Pick<Database, 'copy'>;
  readonly dataDir: string;
  readonly clock: Pick<Clock, 'wall'>;
  readonly chain: Pick<Chain, 'isDevnet'>;
}

/** The devnet: which one it is, and its last saved state. */
const CHAIN = ['chain/devnet.json', 'chain/state.json.gz'];
const KEYS = ['keys/document.key', 'keys/vapid.key'];
const PIECE = 512 * 1024;

/** Nobody may change the folder meanwhile. Whoever unpacks the archive, only the owner may access the files. */
async function* pieces(folder: string, name: string): AsyncGenerator<OperatorFile> {
  // Loaded on demand, because backups are rare.
  const { packTar } = await import('modern-tar/fs');
  const archive = packTar(folder, {
    map: (header) => ({ ...header, mode: header.type === 'directory' ? 0o700 : 0o600, uid: 0, gid: 0 }),
  });
  try {
    // The reader of the packed archive gets any error, so the callback has nothing to do.
    const packed = pipeline(archive, createGzip({ level: 3, chunkSize: PIECE }), () => undefined);
    for await (const part of packed as AsyncIterable<Buffer>)
      yield { name, content: part.toString('base64') };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Where a copy is stored while it is being packed. Only the embedded database's single owner creates such folders. */
const COPY = '.backup-';

/** Removes copies that a killed server has left behind. */
export function dropLeftovers(dataDir: string): void {
  for (const name of readdirSync(dataDir))
    if (name.startsWith(COPY)) rmSync(join(dataDir, name), { recursive: true, force: true });
}

export const backupCommands = ({ database, dataDir, clock, chain }: BackupDeps): Command[] => [
  {
    name: 'backup',
    usage:
      'backup --out FOLDER [--with-keys]  writes database and devnet into one archive; the server keeps running',
    details:
      'To restore: stop the server, empty DATA_DIR, tar -xzf ARCHIVE -C DATA_DIR, start. Without --with-keys put back DATA_DIR/keys as well: documents and the seeds of draws open with keys/document.key alone.',
    logged: true,
    async run(_words, _by, given) {
      if (!database.copy)
        throw new CommandError(
          'the database is PostgreSQL: back it up with pg_dump -Fc and DATABASE_OWNER_URL, or DATABASE_URL if that is the only role',
        );
      if (given?.options['out'] === undefined) throw new CommandError('give --out FOLDER to write into');
      const withKeys = given.options['with-keys'] !== undefined;
      const folder = await mkdtemp(join(dataDir, COPY));
      try {
        await database.copy(folder, [...CHAIN, ...(withKeys ? KEYS : [])]);
      } catch (error) {
        await rm(folder, { recursive: true, force: true });
        throw error;
      }
      const at = clock
        .wall()
        .toISOString()
        .replaceAll(/[-:]|\.\d+/g, '');
      const keys = withKeys
        ? 'The archive holds the keys: whoever has it can read every document. Keep it as secret as they are.'
        : `${chain.isDevnet ? "Apart from the devnet's own wallets, the" : 'The'} keys are not in it: keep DATA_DIR/keys, DOCUMENT_KEY, the VAPID pair and HOT_WALLET_KEY elsewhere, or documents and seeds of draws cannot be opened.`;
      return {
        text: `as of ${clock.wall().toISOString()}\n${keys}`,
        pieces: pieces(folder, `adit-${at}.tar.gz`),
      };
    },
  },
];
