/** What the payouts worker asks the node. Answers are checked here, since money is decided by them. */
import { artifact } from '#server/chain/contracts/artifacts.ts';
import { type Receipt, type SendAnswer, isRevert, sendAnswer } from './payouts.rules.ts';
import { type Transfer, transferData } from './payouts.signing.ts';
import { NodeUnreachable, type Rpc, RpcError, read } from '#server/chain/rpc.ts';

const quantity = (method: string, answer: string): bigint => {
  if (!/^0x[0-9a-f]+$/i.test(answer)) throw new NodeUnreachable(`${method}: the answer is not a quantity`);
  return BigInt(answer);
};

async function ask(rpc: Rpc, method: string, params: readonly unknown[] = []): Promise<bigint> {
  return quantity(method, await rpc.call<string>(method, params));
}

/** How many transactions of `address` are in the chain, or with 'pending' known to the node as well. */
export const nonceOf = (rpc: Rpc, address: string, tag: 'latest' | 'pending' = 'latest'): Promise<bigint> =>
  ask(rpc, 'eth_getTransactionCount', [address, tag]);

/** wei a gas */
export const marketPrice = (rpc: Rpc): Promise<bigint> => ask(rpc, 'eth_gasPrice');

/** wei */
export const gasMoney = (rpc: Rpc, address: string): Promise<bigint> =>
  ask(rpc, 'eth_getBalance', [address, 'latest']);

/** In the token's own units. */
export async function tokenBalance(rpc: Rpc, token: string, owner: string): Promise<bigint> {
  const [balance] = await read(rpc, token, artifact('TestToken'), 'balanceOf', [owner]);
  return balance as bigint;
}

/** Gas that a transfer would take now, or null when the node says that it would fail. @throws RpcError, NodeUnreachable */
export async function estimate(rpc: Rpc, from: string, transfer: Transfer): Promise<bigint | null> {
  try {
    return await ask(rpc, 'eth_estimateGas', [{ from, to: transfer.token, data: transferData(transfer) }]);
  } catch (error) {
    if (error instanceof RpcError && isRevert(error)) return null;
    throw error;
  }
}

interface RawReceipt {
  blockNumber: string;
  blockHash: string;
  status: string;
  logs: Receipt['logs'];
}

/** Receipts of those of the transactions that are in a block. @throws RpcError, NodeUnreachable */
export async function receiptsOf(rpc: Rpc, hashes: readonly string[]): Promise<Receipt[]> {
  const found = await rpc.batch<RawReceipt | null>(
    hashes.map((hash) => ['eth_getTransactionReceipt', [hash]] as const),
  );
  return found.flatMap((raw, index) => {
    if (!raw?.blockHash) return [];
    const [transactionHash = '', { blockHash, logs }] = [hashes[index], raw];
    const succeeded = quantity('eth_getTransactionReceipt', raw.status) === 1n;
    return [{ transactionHash, blockHash, blockNumber: Number(raw.blockNumber), succeeded, logs }];
  });
}

/** Hands a signed transaction to the node. @throws NodeUnreachable */
export async function send(rpc: Rpc, raw: string): Promise<{ answer: SendAnswer; words: string }> {
  try {
    await rpc.call('eth_sendRawTransaction', [raw]);
    return { answer: 'taken', words: '' };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return { answer: sendAnswer(error.message), words: error.message };
  }
}
