/** `operator keys list` and `keys check`: which keys this server has, never the keys themselves. */
import type { Db } from '#server/db/client.ts';
import { fingerprint } from '#server/lib/fingerprint.ts';
import { type KeysDeps, checkDocumentKey, keysOf } from './keys.ts';
import { type Command, CommandError } from './protocol.ts';

const WORDS = new Map<boolean | null, string>([
  [true, 'opens'],
  [false, 'DOES NOT OPEN'],
  [null, 'none yet'],
]);

export const keysCommands = (db: Db, deps: KeysDeps): Command[] => [
  {
    name: 'keys list',
    usage:
      'keys list                         which keys there are, where from, their fingerprints, and what each is for',
    details:
      'A fingerprint is the first 8 hex digits of the SHA-256 of a key: compare it with that of a backup or of another server. No command tells a key.',
    async run() {
      const lines = keysOf(deps).map(({ name, from, bytes, lost }) =>
        [name, bytes ? fingerprint(bytes) : '-', from, lost].join('\t'),
      );
      return { text: lines.join('\n') };
    },
  },
  {
    name: 'keys check',
    usage:
      'keys check                        opens the newest sealed document and seed, to prove that DOCUMENT_KEY fits',
    async run() {
      const fits = await checkDocumentKey(db, deps.documentKey);
      const text = fits.map(({ what, opens }) => `${what}: ${WORDS.get(opens)}`).join('; ');
      const head = `DOCUMENT_KEY ${fingerprint(deps.documentKey)}`;
      if (fits.some(({ opens }) => opens === false))
        throw new CommandError(`${head} does not fit this database: ${text}`);
      return { text: `${head} fits: ${text}` };
    },
  },
];
