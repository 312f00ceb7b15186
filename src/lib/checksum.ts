// EIP-55 form of an address. In a separate file, because it brings in a hash function that only typed addresses and
// signing in need.
import { getAddress } from 'ethers/address';

export const checksum = (address: string): string => getAddress(address);
