// EIP-55 form of an address. Apart, because it brings a hash function that only a typed address needs.
import { getAddress } from 'ethers/address';

export const checksum = (lowerCase: string): string => getAddress(lowerCase);
