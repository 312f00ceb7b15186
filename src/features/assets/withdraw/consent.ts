// Sends a withdrawal. To an address that is not the wallet's own, the server demands a text signed by the wallet: it is
// signed and sent under the same Idempotency-Key, which that refusal does not use up.
import { intentKey, leavesOpen, send } from '#api/client.ts';
import { isRefusal } from '#api/errors.ts';
import type { Input, Output } from '#contract';

const WITHDRAW = 'POST /api/assets/withdraw';

type Consent = NonNullable<Input<typeof WITHDRAW>['consent']>;

/** `address` is omitted for the user's own wallet. */
export type Order = Omit<Input<typeof WITHDRAW>, 'consent'>;

/**
 * Consents sent without a known outcome, by Idempotency-Key; like the keys, they outlive the sheet. A retry repeats
 * the same consent: with a different one it would be a different request, and could become a second withdrawal.
 */
const unsure = new Map<string, Consent>();

/** The text to sign, if the error asks for one. */
function textOf(error: unknown): string | undefined {
  if (!isRefusal(error, 'consent_required')) return undefined;
  const { message } = (error.data ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message : undefined;
}

/**
 * `approve` gets the wallet's signature of a text, and is called at most once. @throws ApiError `consent_required` if
 * what was signed is not accepted, `repeated` if an earlier `sheet` had withdrawn it, and whatever `approve` throws; nothing was
 * withdrawn now
 */
export async function sendWithdrawal(
  order: Order,
  approve: (message: string) => Promise<string>,
  sheet?: object,
): Promise<Output<typeof WITHDRAW>> {
  const { key, another, open, close } = intentKey(WITHDRAW, order, sheet);
  open();
  let consent = unsure.get(key);
  const settle = () => {
    // Another try under this key may have sent a consent meanwhile.
    if (unsure.get(key) !== consent) return;
    unsure.delete(key);
    close();
  };
  const post = async () => {
    try {
      const data = await send(WITHDRAW, { ...order, ...(consent && { consent }) }, { key, another });
      settle();
      return data;
    } catch (error) {
      if (!leavesOpen(error) && (consent || textOf(error) === undefined)) settle();
      throw error;
    }
  };
  try {
    return await post();
  } catch (error) {
    const message = consent ? undefined : textOf(error);
    if (message === undefined) throw error;
    const signature = await approve(message);
    consent = unsure.get(key) ?? { message, signature };
  }
  unsure.set(key, consent);
  return post();
}
