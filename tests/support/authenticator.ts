// The authenticator of a device (fingerprint, face, PIN), played by Chromium. Each page has its own view of it, so a new
// window is given the credentials of the last one.
import type { CDPSession, Page } from 'playwright-core';

interface Authenticator {
  /** Whether the next checks succeed. */
  accepts(accepted: boolean): Promise<void>;
  /** How often it has confirmed the credential that this device has. */
  count(): Promise<number>;
  /** The same device's authenticator, for another window; call this before that window opens the app. */
  of(page: Page): Promise<Authenticator>;
}

type Credentials = Awaited<ReturnType<typeof credentialsOf>>;

const credentialsOf = async (session: CDPSession, authenticatorId: string) =>
  (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials;

export async function authenticator(page: Page, known: Credentials = []): Promise<Authenticator> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  for (const credential of known)
    await session.send('WebAuthn.addCredential', { authenticatorId, credential });
  return {
    accepts: (isUserVerified) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }).then(() => undefined),
    count: async () => (await credentialsOf(session, authenticatorId))[0]?.signCount ?? 0,
    of: async (other) => authenticator(other, await credentialsOf(session, authenticatorId)),
  };
}
