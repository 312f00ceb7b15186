/**
 * Whether a wallet signed a text (EIP-191 personal message). Signatures by plain keys are checked here, without the
 * chain; contract wallets are asked on the chain (ERC-1271), even if they are not deployed yet (ERC-6492).
 */
import { sameAddress } from '#rules/addresses.ts';
import { AbiCoder } from 'ethers/abi';
import { hashMessage, verifyMessage } from 'ethers/hash';
import { concat, isHexString } from 'ethers/utils';
import { refuse } from '#server/lib/refusal.ts';
import { Crowded, slots } from '#server/lib/slots.ts';
import { artifact } from './contracts/artifacts.ts';
import { AnswerTooLong, NodeUnreachable, type Rpc, RpcError, hex } from './rpc.ts';

/** 8 KiB: no wallet's signature comes close; a longer one is not worth the node's time. */
const MAX_HEX = 2 + 2 * 8192;
/** Some wallets are lenient towards a zero caller, which is eth_call's default. */
const CALLER = '0x000000000000000000000000000000000000ad17';

/** What nodes return when a simulated call reverts (EIP-1474 does not define it; geth and anvil use 3). */
const REVERTED = 3;

/** Gas of a check: wallets need a tenth of it, and anybody can name a contract that burns all it gets. */
const GAS = 5_000_000;
const TIMEOUT_MS = 5000;
/** The answer is one byte; a longer one is revert data. */
const MOST_BYTES = 64 * 1024;
/** Maximum number of simultaneous checks on the chain in this process, and how long others wait for their turn. */
const AT_ONCE = 4;
const PATIENCE_MS = 5000;

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

/** Whether the contract at the claim's address accepts the signature as its own. @throws NodeUnreachable */
async function isAccepted(rpc: Rpc, { message, signature, address }: Claim): Promise<boolean> {
  const args = AbiCoder.defaultAbiCoder().encode(
    ['address', 'bytes32', 'bytes'],
    [address, hashMessage(message), signature],
  );
  try {
    const data = concat([artifact('SignatureValidator').bytecode, args]);
    const question = [{ from: CALLER, data, gas: hex(GAS) }, 'latest'];
    return (await rpc.call<string>('eth_call', question, TIMEOUT_MS, MOST_BYTES)) === '0x01';
  } catch (error) {
    if (error instanceof AnswerTooLong) return false;
    if (!(error instanceof RpcError)) throw error;
    // The check itself failed: the input does not even have the shape of a signature.
    if (error.code === REVERTED || /revert|out ?of ?gas|oog/i.test(error.message)) return false;
    throw new NodeUnreachable(error.message, { cause: error });
  }
}

/**
 * Checks signatures, at most four on the chain at a time.
 * @example
 * const verify = signatureVerifier(rpc);
 * if (await verify(claim, () => useNonce(db, nonce, now))) …
 */
export function signatureVerifier(rpc: Rpc) {
  const inSlot = slots(AT_ONCE, PATIENCE_MS);

  /**
   * True when `address` signed `message`. The chain is asked only if `mayAsk` allows it, which is called once, or not
   * at all if a plain key has signed.
   * @throws NodeUnreachable when the answer requires the chain and the node does not respond: the caller must not treat
   * that as a no; Refusal unavailable (data: retryAfter in seconds) when too many others are being checked
   */
  return async (claim: Claim, mayAsk: () => Promise<boolean>): Promise<boolean> => {
    const { signature } = claim;
    if (!isHexString(signature) || signature.length % 2 !== 0 || signature.length > MAX_HEX) return false;
    if (signedByKey(claim)) return true;
    try {
      return await inSlot(async () => (await mayAsk()) && (await isAccepted(rpc, claim)));
    } catch (error) {
      if (error instanceof Crowded) refuse('unavailable', { retryAfter: PATIENCE_MS / 1000 });
      throw error;
    }
  };
}
