// Sends thousands of transfers to the treasury on a devnet. They need no signatures, because anvil impersonates the senders.
import { computeAddress, getAddress, hexlify, randomBytes } from 'ethers';
import { artifact } from '#server/chain/contracts/artifacts.ts';
import type { Devnet } from '#server/chain/devnet/devnet.ts';
import { type Call, hex } from '#server/chain/rpc.ts';

const erc20 = artifact('TestToken').abi;
/** Calls sent before mining; anvil's own mining falls behind with thousands pending. */
const AT_ONCE = 500;

/**
 * Sends `count` transfers of 1 unit of USDT each, spread evenly over `wallets` new wallets, in as many blocks as needed.
 * Returns the wallets.
 */
export async function sendTransfers(devnet: Devnet, count: number, wallets: number): Promise<string[]> {
  const { rpc, passport } = devnet;
  const [token, treasury] = [passport.tokens['USDT'] ?? '', computeAddress(passport.keys.treasury)];
  const owner = computeAddress(passport.keys.owner);
  const addresses = Array.from({ length: wallets }, () => getAddress(hexlify(randomBytes(20))));
  const call = (from: string, data: string): Call => [
    'eth_sendTransaction',
    [{ from, to: token, data, gas: hex(100_000), gasPrice: '0x0' }],
  ];
  const each = Math.ceil(count / wallets);
  const mints = addresses.map((to) => call(owner, erc20.encodeFunctionData('mint', [to, each])));
  const transfer = erc20.encodeFunctionData('transfer', [treasury, 1]);
  const transfers = Array.from({ length: count }, (_, n) => call(addresses[n % wallets] ?? '', transfer));

  await rpc.call('anvil_autoImpersonateAccount', [true]);
  for (const calls of [mints, transfers])
    for (let from = 0; from < calls.length; from += AT_ONCE) {
      await rpc.batch(calls.slice(from, from + AT_ONCE), 60_000);
      while (Number((await rpc.call<{ pending: string }>('txpool_status')).pending) > 0)
        await rpc.call('evm_mine', [], 60_000);
    }
  await rpc.call('anvil_autoImpersonateAccount', [false]);
  await rpc.call('anvil_mine', [hex(3)]);
  return addresses;
}
