/** The keys of this server: what each is for, where it comes from, and whether it opens what was encrypted with it. */
import { join } from 'node:path';
import type { Config } from '#server/config/config.ts';
import { openSeed, seedKey } from '#server/chain/draws/draw-seeds.ts';
import type { Db } from '#server/db/client.ts';
import { unseal } from '#server/features/kyc/kyc.rules.ts';
import { labelOf } from '#server/features/kyc/kyc.usecases.ts';

export interface Key {
  readonly name: string;
  /** Where it comes from. */
  readonly from: string;
  /** Null if there is none. */
  readonly bytes: Uint8Array | null;
  /** What stops working without it. */
  readonly lost: string;
}

export interface KeysDeps {
  readonly config: Pick<Config, 'dataDir' | 'documentKey' | 'vapidKeys' | 'hotWalletKey' | 'signKey'>;
  readonly documentKey: Buffer;
  readonly vapidKey: Buffer;
  readonly chain: {
    readonly hotWalletKey: string | null;
    readonly payouts: { readonly address: string } | null;
  };
}

/** Ordered by what their loss would cost. */
export function keysOf({ config, documentKey, vapidKey, chain }: KeysDeps): Key[] {
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
      lost: `${payer}lost: what lies in that wallet is lost; stolen: halt payouts and move it away`,
    },
    {
      name: 'DOCUMENT_KEY',
      from: config.documentKey ? 'setting' : file('document'),
      bytes: documentKey,
      lost: 'seals documents and seeds of draws; lost: documents stay shut and can no longer be compared with new ones, and open rounds are void and returned',
    },
    {
      name: 'VAPID_PRIVATE_KEY',
      from: config.vapidKeys ? 'setting' : file('vapid'),
      bytes: vapidKey,
      lost: 'signs reminders; lost: every device has to switch reminders on anew',
    },
    {
      name: 'SIGN_KEY',
      from: 'setting or default',
      bytes: Buffer.from(config.signKey),
      lost: 'checksum of requests, also in the built page; no secret: with another one the page is built anew',
    },
  ];
}

interface Fit {
  readonly what: string;
  /** Null if nothing has been encrypted yet. */
  readonly opens: boolean | null;
}

/** Opens the newest encrypted document and seed, and reveals nothing of their content. */
export async function checkDocumentKey(db: Db, key: Buffer): Promise<Fit[]> {
  const document = await db
    .selectFrom('kyc_documents')
    .select(['submission_id', 'name', 'sealed'])
    .where('sealed', 'is not', null)
    .orderBy('submission_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const draw = await db
    .selectFrom('draws')
    .select(['id', 'seed_hash', 'sealed_seed'])
    .orderBy('draws_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return [
    { what: 'the newest document', opens: document?.sealed ? opensDocument(key, document) : null },
    {
      what: 'the newest seed of a draw',
      opens: draw
        ? openSeed(seedKey(key), draw.id, { seedHash: draw.seed_hash, sealed: draw.sealed_seed }) !== null
        : null,
    },
  ];
}

function opensDocument(
  key: Buffer,
  row: { submission_id: bigint; name: string; sealed: Uint8Array | null },
): boolean {
  try {
    unseal(key, labelOf(row.submission_id, row.name), row.sealed ?? new Uint8Array(0));
    return true;
  } catch {
    return false;
  }
}
