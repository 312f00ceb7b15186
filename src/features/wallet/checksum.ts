// EIP-55 form of an address. A separate file, because it includes a hash function that only signing in needs.
import { getAddress } from 'ethers/address';

export const checksum = (address: string): string => getAddress(address);
