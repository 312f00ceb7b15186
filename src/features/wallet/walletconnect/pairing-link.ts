// The pairing link while WalletConnect waits for a wallet: shown as a QR code and as a link to a wallet on this phone.
import { atom } from 'jotai';

export const pairingAtom = atom<string | null>(null);
