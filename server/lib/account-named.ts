/** The account that an operator's command names by its address. */
import { getAddress, isAddress } from 'ethers/address';
import type { Db } from '#server/db/client.ts';
import { CommandError } from '#server/operator/protocol.ts';

/** @throws CommandError if it is not an address, or no account has it */
export async function accountNamed(db: Db, address = ''): Promise<{ id: bigint; address: string }> {
  if (!/^0x/i.test(address) || !isAddress(address))
    throw new CommandError('name an account by its address, 0x and 40 hex digits');
  const user = await db
    .selectFrom('users')
    .select(['id', 'address'])
    .where('address', '=', getAddress(address))
    .executeTakeFirst();
  if (!user) throw new CommandError(`there is no account ${address}`);
  return user;
}
