// What AppKit and WalletConnect keep on the device: a pairing with somebody's wallet, and that wallet's address.
import { clear, createStore } from 'idb-keyval';
import { local } from './storage.ts';

/** Prefix of AppKit's entries in localStorage. */
const ENTRIES = '@appkit/';

/** Forgets the pairing. An AppKit that is running must have left it before. */
export async function forgetPairing(): Promise<void> {
  const keys = local.keys().filter((key) => key.startsWith(ENTRIES));
  if (keys.length === 0) return;
  for (const key of keys) local.removeItem(key);
  // Emptied, not deleted: deleting waits for every window that has it open, and opening it waits for that.
  await clear(createStore('WALLET_CONNECT_V2_INDEXED_DB', 'keyvaluestorage'));
}
