// JSON-RPC to the devnet's node (EIP-1474), and which of a page's requests are passed on to it.
import { RPC_ERROR, RpcError } from '#features/wallet/eip1193.ts';

const PASSED_ON = new Set(
  `eth_blockNumber eth_call eth_estimateGas eth_feeHistory eth_gasPrice eth_getBalance eth_getBlockByHash
  eth_getBlockByNumber eth_getCode eth_getLogs eth_getStorageAt eth_getTransactionByHash eth_getTransactionCount
  eth_getTransactionReceipt eth_maxPriorityFeePerGas eth_syncing web3_clientVersion`.split(/\s+/),
);

export const isPassedOn = (method: string): boolean => PASSED_ON.has(method);

interface Reply {
  result?: unknown;
  error?: { code: number; message: string; data?: unknown };
}

let id = 0;

/** @throws RpcError: the node's own, or 4900 if it cannot be reached */
export async function askNode(url: string, method: string, params: unknown = []): Promise<unknown> {
  let reply: Reply;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params }),
      signal: AbortSignal.timeout(15_000),
    });
    reply = (await response.json()) as Reply;
  } catch (error) {
    throw new RpcError(RPC_ERROR.disconnected, 'The network could not be reached', error);
  }
  if (reply.error) throw new RpcError(reply.error.code, reply.error.message, reply.error.data);
  return reply.result;
}
