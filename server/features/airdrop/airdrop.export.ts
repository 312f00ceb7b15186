/** Redeemed coupons, for the file with all data of an account. */
import { fromUnits } from '#rules/amounts.ts';
import { type DataSection, pageByPage } from '#server/lib/sections.ts';

interface Use {
  id: bigint;
  at: Date;
  code: string;
  coin: string | null;
  amount: bigint | null;
  hashrate: bigint | null;
}

const coupons: DataSection = {
  name: 'coupons',
  about: 'Coupons that were redeemed, and what each has given.',
  async *rows(db, userId) {
    const found = pageByPage<Use>((limit, after) =>
      db
        .selectFrom('coupon_uses as u')
        .innerJoin('coupons as c', 'c.id', 'u.coupon_id')
        .select(['u.id', 'u.at', 'c.code', 'c.coin', 'c.amount', 'c.hashrate'])
        .where('u.user_id', '=', userId)
        .where('u.id', '>', after?.id ?? 0n)
        .orderBy('u.id')
        .limit(limit)
        .execute(),
    );
    for await (const { at, code, coin, amount, hashrate } of found)
      yield {
        ...{ time: at, code, coin },
        amount: amount === null ? null : fromUnits(amount),
        hashrate: hashrate === null ? null : fromUnits(hashrate),
      };
  },
};

export const airdropSections: readonly DataSection[] = [coupons];
