/**
 * What a verification must contain: its fields and its documents, which are checked by content, and how documents are
 * encrypted.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { DAY_MS } from '#rules/days.ts';
import { inPieces } from '#server/lib/pieces.ts';
import { MOST_PARTS, documentType, isWhole } from '#contract/documents.ts';
import { KYC_SHAPES } from '#rules/kyc.ts';
import { DOCUMENT_RULE } from '#contract/kyc.ts';

export const EXCHANGES = [
  { id: 'binance', name: 'Binance' },
  { id: 'okx', name: 'OKX' },
  { id: 'bybit', name: 'Bybit' },
  { id: 'bitget', name: 'Bitget' },
  { id: 'gate', name: 'Gate' },
  { id: 'kucoin', name: 'KuCoin' },
  { id: 'mexc', name: 'MEXC' },
] as const;

export const DOCUMENTS = ['idDocument', 'addressDocument'] as const;
export type DocumentName = (typeof DOCUMENTS)[number];

export interface Fields {
  exchange: string;
  exchangeUid: string;
  exchangeAddress: string;
}

export interface Issue {
  path: string;
  reason: string;
}

/** Trims the fields and reports everything wrong with them. */
export function checkFields(input: Partial<Fields>): { fields: Fields; issues: Issue[] } {
  const fields = {
    exchange: input.exchange?.trim() ?? '',
    exchangeUid: input.exchangeUid?.trim() ?? '',
    exchangeAddress: input.exchangeAddress?.trim() ?? '',
  };
  const issues: Issue[] = [];
  if (!EXCHANGES.some(({ id }) => id === fields.exchange))
    issues.push({ path: 'exchange', reason: 'not one of the listed exchanges' });
  if (!KYC_SHAPES.exchangeUid.test(fields.exchangeUid))
    issues.push({ path: 'exchangeUid', reason: 'letters, digits, - and _, 3 to 64 of them' });
  if (!KYC_SHAPES.exchangeAddress.test(fields.exchangeAddress))
    issues.push({ path: 'exchangeAddress', reason: '8 to 128 characters without spaces' });
  return { fields, issues };
}

const BROKEN = `it ends before it is complete, or has more than ${MOST_PARTS} parts`;

/** The type according to the bytes themselves, or what is wrong with the document. */
export function checkDocument(name: DocumentName, bytes: Uint8Array | undefined): { mime: string } | Issue {
  if (!bytes?.length) return { path: name, reason: 'missing or empty' };
  const mime = documentType(bytes);
  const allowed: readonly string[] = DOCUMENT_RULE.mimeTypes;
  if (!mime || !allowed.includes(mime))
    return { path: name, reason: `its content is none of ${allowed.join(', ')}` };
  return isWhole(bytes, mime) ? { mime } : { path: name, reason: BROKEN };
}

/** When documents are deleted: this many days after their verdict. */
export const deletedFrom = (decided: Date, days: number): Date => new Date(decided.getTime() + days * DAY_MS);

/** Documents with a verdict at or before this time have by now been stored for this many days. */
export const decidedUntil = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

interface Told {
  status: 'submitted' | 'approved' | 'failed';
  submitted_at: Date;
  reviewed_at: Date | null;
  /** When an approval was revoked. */
  revoked_at: Date | null;
  reason: string | null;
}

/** The steps of these submissions in chronological order; `newestFirst` is the database's order. */
export const historyOf = (newestFirst: readonly Told[]) =>
  newestFirst
    .toReversed()
    .flatMap(({ status, submitted_at, reviewed_at, revoked_at, reason }) => [
      { state: 'submitted' as const, at: submitted_at.toISOString(), reason: null },
      ...(reviewed_at && revoked_at
        ? [{ state: 'approved' as const, at: reviewed_at.toISOString(), reason: null }]
        : []),
      ...(reviewed_at ? [{ state: status, at: (revoked_at ?? reviewed_at).toISOString(), reason }] : []),
    ]);

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM; the label is authenticated, so an encrypted document cannot be moved to another submission or place. */
export async function seal(key: Buffer, label: string, plain: Uint8Array): Promise<Buffer> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(label));
  const sealed = Buffer.allocUnsafe(NONCE_BYTES + plain.length + TAG_BYTES);
  let at = nonce.copy(sealed);
  // As a stream cipher, GCM outputs as many bytes as it is given, and none at the end.
  await inPieces(plain, (piece) => {
    at += cipher.update(piece).copy(sealed, at);
  });
  cipher.final();
  cipher.getAuthTag().copy(sealed, at);
  return sealed;
}

/** @throws if key, label or bytes differ from those used for encryption. */
export function unseal(key: Buffer, label: string, sealed: Uint8Array): Buffer {
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  }).setAAD(Buffer.from(label));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
}

/** Separates this key from every other key derived from the same secret (RFC 5869, section 3.2). */
const FINGERPRINT_INFO = 'kyc fingerprints';

/** The fingerprint key derived from a DOCUMENT_KEY. */
export const fingerprintKeyOf = (documentKey: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', documentKey, new Uint8Array(0), FINGERPRINT_INFO, 32));

/**
 * A document's fingerprint: the same bytes always have the same one, and without the key nobody can tell whether a file
 * they hold was submitted.
 */
export async function fingerprintOf(key: Buffer, plain: Uint8Array): Promise<Buffer> {
  const hash = createHmac('sha256', key);
  await inPieces(plain, (piece) => hash.update(piece));
  return hash.digest();
}

/** The label that an encrypted document is authenticated with. */
export const labelOf = (submissionId: bigint, name: string): string => `kyc/${submissionId}/${name}`;
