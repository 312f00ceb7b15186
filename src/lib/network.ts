// The names of networks, as wallets and people know them.
import { BRAND } from './brand.ts';

const NAMES: Readonly<Record<number, string>> = { 56: 'BNB Smart Chain', 97: 'BNB Smart Chain Testnet' };

export const networkName = (chainId: number): string => NAMES[chainId] ?? `${BRAND.name} devnet`;
