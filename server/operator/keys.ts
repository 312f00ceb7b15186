/** The keys of this server: what each is for, where it comes from, and whether it opens what was encrypted with it. */
import { join } from 'node:path';
import type { Logger } from 'pino';
import { DEVELOPMENT_SIGN_KEY } from '#contract/signing.ts';
import type { Config } from '#server/config/config.ts';
import { openSeed, seedKey } from '#server/chain/draws/draw-seeds.ts';
import type { Db } from '#server/db/client.ts';
import { type DocumentKeys, opens } from '#server/features/kyc/kyc.keys.repository.ts';
import { labelOf } from '#server/features/kyc/kyc.rules.ts';
import { fingerprint } from '#server/lib/fingerprint.ts';

interface Key {
  readonly name: string;
  /** Where it comes from. */
  readonly from: string;
  /** Null if there is none. */
  readonly bytes: Uint8Array | null;
  /** What stops working if it is lost. */
  readonly lost: string;
}

export interface KeysDeps extends DocumentKeys {
  readonly config: Pick<Config, 'dataDir' | 'documentKey' | 'vapidKeys' | 'hotWalletKey' | 'signKey'>;
  readonly vapidKey: Buffer;
  readonly chain: {
    readonly hotWalletKey: string | null;
    readonly payouts: { readonly address: string } | null;
  };
}

/** Ordered by what their loss would cost. */
export function keysOf({ config, documentKey, otherKey, vapidKey, chain }: KeysDeps): Key[] {
  const file = (name: string) => join(config.dataDir, 'keys', `${name}.key`);
  const wallet = chain.hotWalletKey;
  const payer = chain.payouts ? `pays withdrawals from ${chain.payouts.address}; ` : '';
  return [
    {
      name: 'HOT_WALLET_KEY',
      from: config.hotWalletKey
        ? 'setting'
        : wallet
          ? join(config.dataDir, 'chain', 'devnet.json')
          : 'not set',
      bytes: wallet === null ? null : Buffer.from(wallet.replace(/^0x/, ''), 'hex'),
      lost: `${payer}if lost, so are the coins in that wallet; if stolen, halt payouts and move the coins`,
    },
    {
      name: 'DOCUMENT_KEY',
      from: config.documentKey ? 'setting' : file('document'),
      bytes: documentKey,
      lost: 'seals documents and seeds of draws; if lost, documents can no longer be opened or compared with new ones, and open rounds are voided and their stakes returned',
    },
    ...(otherKey
      ? [
          {
            name: 'DOCUMENT_KEY_OTHER',
            from: 'setting',
            bytes: otherKey,
            lost: 'opens what is not encrypted with DOCUMENT_KEY yet, or is no longer; not needed before and after `keys rotate`',
          },
        ]
      : []),
    {
      name: 'VAPID_PRIVATE_KEY',
      from: config.vapidKeys ? 'setting' : file('vapid'),
      bytes: vapidKey,
      lost: 'signs reminders; if lost, every device has to turn reminders on again',
    },
    {
      name: 'SIGN_KEY',
      from: config.signKey === DEVELOPMENT_SIGN_KEY ? 'default' : 'setting',
      bytes: Buffer.from(config.signKey),
      lost: 'checksum of requests, also in the built page; not a secret; changing it means rebuilding the page',
    },
  ];
}

interface Fit {
  readonly what: string;
  /** Which document or draw that is; none if nothing has been encrypted yet. */
  readonly name?: string;
  /** Which key decrypts it; undefined if neither does, null if nothing has been encrypted yet. */
  readonly with: 'DOCUMENT_KEY' | 'DOCUMENT_KEY_OTHER' | undefined | null;
}

/**
 * Decrypts the newest and the oldest stored document and the newest seed of a waiting draw, and reveals nothing of
 * their content. The oldest document may still be encrypted with a key that has been replaced since.
 */
export async function checkDocumentKey(db: Db, { documentKey, otherKey }: DocumentKeys): Promise<Fit[]> {
  const fitting = (fits: (key: Buffer) => boolean): Fit['with'] => {
    if (fits(documentKey)) return 'DOCUMENT_KEY';
    return otherKey && fits(otherKey) ? 'DOCUMENT_KEY_OTHER' : undefined;
  };
  async function document(what: string, order: 'asc' | 'desc'): Promise<Fit> {
    const row = await db
      .selectFrom('kyc_documents')
      .select(['submission_id as id', 'name', 'sealed'])
      .where('sealed', 'is not', null)
      .orderBy('submission_id', order)
      .limit(1)
      .executeTakeFirst();
    if (!row?.sealed) return { what, with: null };
    const { id, name, sealed } = row;
    return {
      what,
      name: `${name} of submission ${id}`,
      with: fitting((key) => opens(key, labelOf(id, name), sealed)),
    };
  }
  const draw = await db
    .selectFrom('draws')
    .select(['id', 'seed_hash as seedHash', 'sealed_seed as sealed'])
    .where('state', '=', 'waiting')
    .orderBy('draws_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const what = 'the newest seed of a draw';
  return [
    await document('the newest document', 'desc'),
    await document('the oldest document', 'asc'),
    draw
      ? {
          what,
          name: draw.id,
          with: fitting((key) => openSeed(seedKey(key), draw.id, draw) !== null),
        }
      : { what, with: null },
  ];
}

/** Logs a wrong key at the start. The server starts anyway, because a key may be lost. */
export async function warnOfWrongKey(
  db: Db,
  keys: DocumentKeys,
  log: Pick<Logger, 'error' | 'warn'>,
): Promise<void> {
  try {
    const fits = await checkDocumentKey(db, keys);
    const shut = fits.filter((fit) => fit.with === undefined).map(({ what, name }) => `${what} (${name})`);
    if (shut.length === 0) return;
    const tried = keys.otherKey
      ? 'neither DOCUMENT_KEY nor DOCUMENT_KEY_OTHER opens'
      : 'DOCUMENT_KEY does not open';
    log.error(
      { key: fingerprint(keys.documentKey) },
      `${tried} ${shut.join(', ')}: restart with the key that they were encrypted with, or set it as DOCUMENT_KEY_OTHER and run \`keys rotate\`; if it is lost, so are they, and everything else works`,
    );
  } catch (error) {
    log.warn({ err: error }, 'whether DOCUMENT_KEY fits could not be checked');
  }
}
