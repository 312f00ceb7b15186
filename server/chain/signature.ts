/**
 * Whether a wallet signed a text (EIP-191 personal message). Signatures by plain keys are checked here, without the
 * chain; contract wallets are asked on it (ERC-1271), even if they are not deployed yet (ERC-6492).
 */
import { sameAddress } from '#rules/addresses.ts';
import { AbiCoder, concat, hashMessage, isHexString, verifyMessage } from 'ethers';
import { artifact } from './contracts/artifacts.ts';
import { NodeUnreachable, type Rpc, RpcError } from './rpc.ts';

/** 8 KiB: no wallet's signature comes close; a longer one is not worth the node's time. */
const MAX_HEX = 2 + 2 * 8192;
/** Some wallets are lenient towards a zero caller, which is eth_call's default. */
const CALLER = '0x000000000000000000000000000000000000ad17';

/** What nodes return when a simulated call reverts (EIP-1474 does not define it; geth and anvil use 3). */
const REVERTED = 3;

/** The claim that an address has signed a text. */
export interface Claim {
  /** The text as shown to the signer. */
  message: string;
  /** 0x and hex. */
  signature: string;
  address: string;
}

function signedByKey({ message, signature, address }: Claim): boolean {
  try {
    return sameAddress(verifyMessage(message, signature), address);
  } catch {
    return false;
  }
}

/**
 * True when `address` signed `message`.
 * @throws NodeUnreachable when the answer requires the chain and the node does not respond: the caller must not take
 * that as a no.
 */
export async function verifyWalletSignature(rpc: Rpc, claim: Claim): Promise<boolean> {
  const { message, signature, address } = claim;
  if (!isHexString(signature) || signature.length % 2 !== 0 || signature.length > MAX_HEX) return false;
  if (signedByKey(claim)) return true;
  const args = AbiCoder.defaultAbiCoder().encode(
    ['address', 'bytes32', 'bytes'],
    [address, hashMessage(message), signature],
  );
  try {
    const data = concat([artifact('SignatureValidator').bytecode, args]);
    return (await rpc.call<string>('eth_call', [{ from: CALLER, data }, 'latest'])) === '0x01';
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    // The check itself failed: the input does not even have the shape of a signature.
    if (error.code === REVERTED || /revert|out of gas/i.test(error.message)) return false;
    throw new NodeUnreachable(error.message, { cause: error });
  }
}
