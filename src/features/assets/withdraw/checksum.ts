// EIP-55 form of an address. A separate file, because it includes a hash function that only a typed address needs.
import { getAddress } from 'ethers/address';

export const checksum = (lowerCase: string): string => getAddress(lowerCase);
