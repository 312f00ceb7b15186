/** The account that an operator's command names by its address. */
import { getAddress } from 'ethers/address';
import type { Db } from '#server/db/client.ts';
import { CommandError } from '#server/operator/protocol.ts';
import { addressIssue } from './addresses.ts';

/** @throws CommandError if it is not an address, or no account has it */
export async function accountNamed(db: Db, address = ''): Promise<{ id: bigint; address: string }> {
  const issue = addressIssue(address);
  if (issue) throw new CommandError(`name an account by its address: ${issue}`);
  const user = await db
    .selectFrom('users')
    .select(['id', 'address'])
    .where('address', '=', getAddress(address))
    .executeTakeFirst();
  if (!user) throw new CommandError(`there is no account ${address}`);
  return user;
}
