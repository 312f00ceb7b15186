// Identifiers: fresh ones for actions, and those in addresses; bytes in hexadecimal.

export const hexDigits = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** A random UUID. `randomUUID` needs a secure context; `getRandomValues` does not. */
export function uuid(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  return uuidOf(crypto.getRandomValues(new Uint8Array(16)), 4);
}

/** 16 bytes as a UUID of the given version (RFC 9562), which overwrites six of their bits. */
export function uuidOf(bytes: Uint8Array, version: 4 | 8): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | (version << 4);
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return hexDigits(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Whether it can be the id of a row: digits, as in the contract. Others need not be requested. */
export const isId = (id: string | undefined): id is string => id !== undefined && /^\d{1,18}$/.test(id);
