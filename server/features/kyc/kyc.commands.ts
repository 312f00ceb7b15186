/**
 * The operator's review of verifications. The product has no admin role: these commands are the only way to a verdict.
 */
import { type Database, inTransaction } from '#server/db/client.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { type Command, CommandError, readNumber, readReason } from '#server/operator/protocol.ts';
import { accountNamed } from '#server/lib/account-named.ts';
import { counted } from '#server/lib/counted.ts';
import { labelOf } from './kyc.rules.ts';
import { documents } from './kyc.documents.repository.ts';
import { duplicatesOf, uncompared } from './kyc.duplicates.repository.ts';
import { type DocumentKeys, fingerprintKey, openWith } from './kyc.keys.repository.ts';
import { approvedOf, submission, waiting } from './kyc.repository.ts';
import { type KycDeps, decide, revoke } from './kyc.usecases.ts';

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
};

/** Number of submissions shown at once. */
const LISTED = 100;
const readId = (text: string | undefined): bigint =>
  readNumber(text, 'give the number of a submission; `kyc list` shows them');

type DocumentRow = Awaited<ReturnType<typeof documents>>[number];

const fileOf = (id: bigint, { name, mime }: DocumentRow): string =>
  `${id}-${name}.${EXTENSIONS[mime] ?? 'bin'}`;

/** Why a document's content is no longer stored. */
const fate = ({ deleted_at, deleted_why }: DocumentRow): string =>
  deleted_at === null
    ? ''
    : `, deleted ${deleted_at.toISOString()} ${deleted_why === 'owner' ? 'by its owner' : 'after its days'}`;

/** One document as submitted. @throws CommandError if no key of this server decrypts it */
function opened(keys: DocumentKeys, id: bigint, name: string, sealed: Uint8Array): Buffer {
  try {
    return openWith(keys, labelOf(id, name), sealed);
  } catch {
    throw new CommandError(
      `the documents of submission ${id} were encrypted with another key; servers that share a database need the same DOCUMENT_KEY`,
    );
  }
}

export function kycCommands(deps: KycDeps & { database: Database; clock: Clock }): Command[] {
  const db = deps.database.kysely;

  const verdict = async (id: bigint, approve: boolean, reason: string | null, by: string) => {
    const done = await inTransaction(db, (tx) =>
      decide(tx, deps, id, { approve, reason, by }, deps.clock.now()),
    );
    if (!done) throw new CommandError(`submission ${id} is unknown or has its verdict already`);
    return { text: `submission ${id} ${approve ? 'approved' : 'rejected'}` };
  };

  async function approvedSubmission(address: string): Promise<bigint> {
    const user = await accountNamed(db, address);
    const id = await approvedOf(db, user.id);
    if (id === undefined) throw new CommandError(`account ${user.address} has no approved verification`);
    return id;
  }

  /** Other accounts with the same UID, address or document, and whether everything could be compared. */
  async function othersLike(user: bigint): Promise<string[]> {
    const found = await duplicatesOf(db, user, LISTED + 1);
    const { name: key } = await fingerprintKey(db, deps);
    const blind = await uncompared(db, user, key);
    return [
      ...found
        .slice(0, LISTED)
        .map(
          (o) => `duplicate   ${o.address}, submission ${o.id} (${o.status}): same ${o.shared.join(', ')}`,
        ),
      ...(found.length > LISTED ? [`and more; only the first ${LISTED} are shown`] : []),
      ...(found.length === 0 ? ['duplicate   none'] : []),
      ...(blind > 0
        ? [`note        not compared: ${counted(blind, 'document')} without a fingerprint of key ${key}`]
        : []),
    ];
  }

  return [
    {
      name: 'kyc list',
      usage: 'kyc list                          submissions that wait for a verdict',
      async run() {
        const rows = await waiting(db, LISTED + 1);
        const lines = rows
          .slice(0, LISTED)
          .map(
            (r) => `${r.id}\t${r.submitted_at.toISOString()}\t${r.address}\t${r.exchange}\t${r.exchange_uid}`,
          );
        if (rows.length > LISTED) lines.push(`and more; only the first ${LISTED} are shown`);
        return { text: lines.length ? lines.join('\n') : 'nothing is waiting' };
      },
    },
    {
      name: 'kyc show',
      logged: true,
      usage:
        'kyc show N [--out FOLDER]         one submission and its duplicates; writes its documents to FOLDER',
      details:
        'A duplicate is a submission of another account with the same UID, exchange address or document, whatever its verdict. Documents are compared by keyed hashes, which outlive the documents.',
      async run([text]) {
        const id = readId(text);
        const row = await submission(db, id);
        if (!row) throw new CommandError(`submission ${id} is unknown`);
        const rows = await documents(db, id);
        const files = rows.flatMap((d) =>
          d.sealed
            ? [
                {
                  name: fileOf(id, d),
                  content: opened(deps, id, d.name, d.sealed).toString('base64'),
                },
              ]
            : [],
        );
        const facts = [
          `submission  ${id}`,
          `status      ${row.revoked_at ? 'revoked' : row.status}`,
          `account     ${row.address}`,
          `exchange    ${row.exchange}`,
          `uid         ${row.exchange_uid}`,
          `address     ${row.exchange_address}`,
          `submitted   ${row.submitted_at.toISOString()}`,
          `reviewed    ${row.reviewed_at ? `${row.reviewed_at.toISOString()} by ${row.reviewed_by}` : '-'}`,
          ...(row.revoked_at ? [`revoked     ${row.revoked_at.toISOString()} by ${row.revoked_by}`] : []),
          `reason      ${row.reason ?? '-'}`,
          ...rows.map((d) => `document    ${fileOf(id, d)}, ${d.size} bytes${fate(d)}`),
        ];
        facts.push(...(await othersLike(row.user_id)));
        if (rows.some(({ mime, sealed }) => sealed && mime === 'application/pdf'))
          facts.push('note        a PDF can hold scripts and links: open it where neither is followed');
        return { text: facts.join('\n'), files };
      },
    },
    {
      name: 'kyc approve',
      usage: 'kyc approve N                     approves a submission',
      changes: true,
      run: ([text], by) => verdict(readId(text), true, null, by),
    },
    {
      name: 'kyc reject',
      usage:
        'kyc reject N REASON…              rejects a submission; the account sees the reason and may try again',
      changes: true,
      async run([text, ...words], by) {
        const id = readId(text);
        const reason = readReason(words.join(' '), 'give a reason; the account sees it');
        return verdict(id, false, reason, by);
      },
    },
    {
      name: 'kyc revoke',
      usage:
        'kyc revoke ADDRESS|N --reason REASON  revokes an approval; the account sees the reason and may try again',
      details:
        'Name the account or its submission. The team above loses what the approval gave: a valid user at once, the bonus hashrate from its next cycles on. The account cannot start its miner or withdraw until it is approved again; it can claim what has been produced. Withdrawals that it has requested are still paid: freeze the account first to hold them, or use `payouts reject`.',
      changes: true,
      async run([text = ''], by, given) {
        const reason = readReason(
          given?.options['reason'],
          'give a reason: --reason "…"; the account sees it',
        );
        const id = /^0x/i.test(text) ? await approvedSubmission(text) : readId(text);
        const done = await inTransaction(db, (tx) => revoke(tx, deps, id, { reason, by }, deps.clock.now()));
        if (!done) throw new CommandError(`submission ${id} is unknown or not approved`);
        return { text: `the approval of submission ${id} is revoked` };
      },
    },
  ];
}
