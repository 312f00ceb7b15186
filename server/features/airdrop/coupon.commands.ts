/**
 * The operator's coupon commands: add, list, show, close. A coupon's content never changes; a wrong one is closed
 * instead.
 */
import { randomBytes } from 'node:crypto';
import { type CouponFacts, couponState } from '#rules/coupons.ts';
import { fromUnits } from '#rules/amounts.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { counted } from '#server/lib/counted.ts';
import { type Command, CommandError } from '#server/operator/protocol.ts';
import { addCoupons, closeCoupon, findCoupon, newestCoupons, usesOf } from './airdrop.repository.ts';
import { type Gift } from './airdrop.views.ts';
import { randomCode, readCode, readWanted } from './coupon.rules.ts';

interface CouponCommandsDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** The symbols of the coin list. */
  readonly coins: readonly string[];
}

/** Number of coupons shown at once. */
const LISTED = 100;
const CODE_BYTES = 12;

const giftOf = ({ coin, amount, hashrate }: Gift): string =>
  [
    ...(amount === null ? [] : [`${fromUnits(amount)} ${coin}`]),
    ...(hashrate === null ? [] : [`${fromUnits(hashrate)} hashrate`]),
  ].join(' + ');

const usesText = ({ used, uses_limit: limit }: CouponFacts): string => `${used} of ${limit ?? 'any number'}`;
const untilText = (at: Date | null): string => at?.toISOString() ?? 'never';

export function couponCommands({ database, clock, coins }: CouponCommandsDeps): Command[] {
  const db = database.kysely;

  return [
    {
      name: 'coupon add',
      usage:
        'coupon add CODE|--random N [--coin C --amount X] [--hashrate H] [--limit N] [--expires DAY|TIME] [--note TEXT]   makes a coupon, or N with random codes; once per account, at most --limit uses in all',
      changes: true,
      async run(args, by, given) {
        const now = clock.now();
        const wanted = readWanted(args, given?.options ?? {}, coins, now);
        const { code, count, ...rest } = wanted;
        const coupons = Array.from({ length: count }, () => ({
          ...rest,
          code: code ?? randomCode(randomBytes(CODE_BYTES)),
          madeAt: now,
          madeBy: by,
        }));
        // All or none, so nobody has to find out which of them were created.
        const codes = await inTransaction(db, async (tx) => {
          const made = await addCoupons(tx, coupons);
          if (made.length < count)
            throw new CommandError(
              code === null
                ? 'a random code was taken; nothing was made, try again'
                : `${code} exists already`,
            );
          return made;
        });
        const terms = `${giftOf(wanted)}, uses: ${wanted.usesLimit ?? 'any number'}, expires: ${untilText(wanted.expiresAt)}`;
        return { text: [`${counted(count, 'coupon')} made: ${terms}`, ...codes].join('\n') };
      },
    },
    {
      name: 'coupon list',
      usage: 'coupon list                       newest coupons: code, gift, uses, state, expiry, note',
      async run() {
        const [rows, now] = [await newestCoupons(db, LISTED + 1), clock.now()];
        const lines = rows
          .slice(0, LISTED)
          .map((row) =>
            [
              row.code,
              giftOf(row),
              usesText(row),
              couponState(row, now),
              untilText(row.expires_at),
              row.note ?? '-',
            ].join('\t'),
          );
        if (rows.length > LISTED) lines.push(`and more; only the newest ${LISTED} are shown`);
        return { text: lines.length ? lines.join('\n') : 'there are no coupons' };
      },
    },
    {
      name: 'coupon show',
      usage: 'coupon show CODE                  one coupon and who has used it',
      async run([text]) {
        const code = readCode(text);
        const row = await findCoupon(db, code);
        if (!row) throw new CommandError(`there is no coupon ${code}`);
        const uses = await usesOf(db, row.id, LISTED + 1);
        const lines = [
          `code     ${row.code}`,
          `gives    ${giftOf(row)}`,
          `state    ${couponState(row, clock.now())}`,
          `uses     ${usesText(row)}`,
          `expires  ${untilText(row.expires_at)}`,
          `made     ${row.made_at.toISOString()} by ${row.made_by}`,
          `closed   ${row.closed_at?.toISOString() ?? '-'}`,
          `note     ${row.note ?? '-'}`,
          ...uses
            .slice(0, LISTED)
            .map((use) => `${use.at.toISOString()}\t${use.address}\tentry ${use.journal_id ?? '-'}`),
        ];
        if (uses.length > LISTED) lines.push(`and more; only the newest ${LISTED} uses are shown`);
        return { text: lines.join('\n') };
      },
    },
    {
      name: 'coupon close',
      usage: 'coupon close CODE                 closes a coupon; what it gave stays',
      changes: true,
      async run([text]) {
        const code = readCode(text);
        if (!(await closeCoupon(db, code, clock.now())))
          throw new CommandError(`${code} is unknown or closed already`);
        return { text: `${code} is closed` };
      },
    },
  ];
}
