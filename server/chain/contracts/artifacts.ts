/**
 * The committed ABI and bytecode of the contracts, each file read once. `compile.ts --check` proves that they match
 * their sources.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Interface, type InterfaceAbi } from 'ethers/abi';

type ContractName =
  | 'AditToken'
  | 'Keeper'
  | 'MockV3Aggregator'
  | 'SignatureValidator'
  | 'TestToken'
  | 'TestWallet'
  | 'TestWalletFactory';

/** A compiled contract. */
export interface Artifact {
  readonly abi: Interface;
  /** Creation code, 0x and hex, without constructor arguments. */
  readonly bytecode: string;
}

const known = new Map<ContractName, Artifact>();

/** ABI and creation code of one of our contracts. */
export function artifact(name: ContractName): Artifact {
  const held = known.get(name);
  if (held) return held;
  const text = readFileSync(join(import.meta.dirname, 'artifacts', `${name}.json`), 'utf8');
  const { abi, bytecode } = JSON.parse(text) as { abi: InterfaceAbi; bytecode: string };
  const read = { abi: new Interface(abi), bytecode };
  known.set(name, read);
  return read;
}

/** Creation code followed by the encoded constructor arguments: the data of a deployment transaction. */
export function creationCode(name: ContractName, args: readonly unknown[]): string {
  const { abi, bytecode } = artifact(name);
  return bytecode + abi.encodeDeploy(args).slice(2);
}
