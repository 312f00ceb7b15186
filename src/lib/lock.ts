// The app lock of a device that stays signed in: its authenticator is asked who holds the device. This guards only the
// page on this device; the server knows nothing about it.
import { t } from '@lingui/core/macro';
import { bytesOf } from './base64url.ts';
import { BRAND } from './brand.ts';
import { keepDevice, ownDevice } from './session.ts';

/** A window that was hidden for longer than this is locked. */
export const AWAY_MS = 5 * 60_000;

/** Whether a window last seen at `seenAt` may be shown again. Both times are by the device's clock. */
export function isBackSoon(seenAt: string | null, now: number): boolean {
  const away = now - Number(seenAt ?? Number.NaN);
  return away >= 0 && away < AWAY_MS;
}

/** Credentials belong to a host name; browsers refuse them for an IP address. */
const isNamed = (host: string): boolean => !/^[\d.]+$|:/.test(host);

/**
 * Whether a lock is possible here: whether the device has an authenticator that checks a fingerprint, a face or a PIN.
 */
export async function canLock(): Promise<boolean> {
  const { PublicKeyCredential: credentials } = globalThis as Partial<typeof globalThis>;
  if (!credentials || !isNamed(location.hostname)) return false;
  return credentials.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false);
}

const TIMEOUT_MS = 60_000;
const random = () => crypto.getRandomValues(new Uint8Array(32));

/** ECDSA with SHA-256 and RSA with SHA-256 (RFC 8152, RFC 8812). */
const ALGORITHMS = [-7, -257];

/** Switches the lock on, with a new credential. False if the person declined or the authenticator failed. */
export async function turnLockOn(): Promise<boolean> {
  const device = ownDevice();
  if (!device) return false;
  const name = t`Adit on this device`;
  const made = await navigator.credentials
    .create({
      publicKey: {
        rp: { id: location.hostname, name: BRAND.name },
        user: { id: random(), name, displayName: name },
        challenge: random(),
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
        authenticatorSelection: {
          authenticatorAttachment: 'platform',
          residentKey: 'discouraged',
          userVerification: 'required',
        },
        timeout: TIMEOUT_MS,
      },
    })
    .catch(() => null);
  // Another window has signed out meanwhile.
  if (!made || ownDevice()?.id !== device.id) return false;
  keepDevice({ ...device, lock: made.id });
  return true;
}

let asking: AbortController | undefined;

/**
 * Asks the authenticator for a fingerprint, a face or a PIN. Without a lock, true immediately; false after a refusal,
 * or when a newer request replaces this one.
 */
export async function isHolder(): Promise<boolean> {
  const lock = ownDevice()?.lock;
  if (lock === undefined) return true;
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  try {
    const id = bytesOf(lock);
    const shown = await navigator.credentials.get({
      publicKey: {
        rpId: location.hostname,
        challenge: random(),
        allowCredentials: [{ type: 'public-key', id, transports: ['internal'] }],
        userVerification: 'required',
        timeout: TIMEOUT_MS,
      },
      signal,
    });
    return shown !== null;
  } catch {
    return false;
  }
}

/** Switches the lock off, if the person can unlock it. */
export async function turnLockOff(): Promise<boolean> {
  if (!(await isHolder())) return false;
  const device = ownDevice();
  if (device) keepDevice({ id: device.id, address: device.address });
  return true;
}
