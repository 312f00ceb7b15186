/** `operator keys …`: which keys this server has, never the keys themselves, and the replacement of DOCUMENT_KEY. */
import type { Db } from '#server/db/client.ts';
import { fingerprint } from '#server/lib/fingerprint.ts';
import { rotate } from './keys.rotate.ts';
import { type KeysDeps, checkDocumentKey, keysOf } from './keys.ts';
import { type Command, CommandError } from './protocol.ts';

const wordsOf = ({ what, name, with: key }: Awaited<ReturnType<typeof checkDocumentKey>>[number]): string => {
  if (key === null) return `${what}: none yet`;
  if (key === undefined) return `${what} (${name}): DOES NOT OPEN`;
  return `${what}: opens${key === 'DOCUMENT_KEY' ? '' : ` with ${key}`}`;
};

/** The most names of undecryptable items that an answer lists. */
const LISTED = 20;

export const keysCommands = (db: Db, deps: KeysDeps): Command[] => [
  {
    name: 'keys list',
    usage: 'keys list                         keys: where from, fingerprint, purpose',
    details:
      'A fingerprint is the first 8 hex digits of the SHA-256 of a key: compare it with that of a backup or of another server. No command shows a key.',
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
      'keys check                        opens the newest and oldest sealed document and the newest seed, to prove that DOCUMENT_KEY fits',
    async run() {
      const fits = await checkDocumentKey(db, deps);
      const text = fits.map(wordsOf).join('; ');
      const head = `DOCUMENT_KEY ${fingerprint(deps.documentKey)}`;
      if (fits.some(({ with: key }) => key === undefined))
        throw new CommandError(`${head} does not fit this database: ${text}`);
      return { text: `${head} fits: ${text}` };
    },
  },
  {
    name: 'keys rotate',
    usage:
      'keys rotate                       encrypts with DOCUMENT_KEY what DOCUMENT_KEY_OTHER decrypts; may be stopped and run again',
    details:
      'Servers keep running, and each of them needs both keys. Run it until it finds nothing left to encrypt; then DOCUMENT_KEY_OTHER is no longer needed.',
    changes: true,
    async run() {
      if (!deps.otherKey)
        throw new CommandError('DOCUMENT_KEY_OTHER is not set: there is nothing to replace DOCUMENT_KEY for');
      const { renewed, already, lost } = await rotate(db, deps);
      const head = `${renewed} re-encrypted with DOCUMENT_KEY ${fingerprint(deps.documentKey)}, ${already} already were`;
      if (lost.length > 0)
        throw new CommandError(
          `${head}; neither key opens ${lost.length}: ${lost.slice(0, LISTED).join(', ')}${lost.length > LISTED ? ', …' : ''}`,
        );
      return { text: head };
    },
  },
];
