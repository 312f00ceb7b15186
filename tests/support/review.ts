/** Reviews verifications with the operator's commands. */
import { expect } from 'vitest';
import { operate } from '#tests/support/command.ts';
import type { Document } from '#tests/support/http.ts';

/** A document for the verification form, by default declared as a PNG. */
export const file = (bytes: Buffer | string, type = 'image/png', name = 'passport.png'): Document => ({
  bytes: Buffer.from(bytes as Buffer),
  type,
  name,
});

/** For the server whose data folder this is. */
export function reviewOn(dataDir: string) {
  /** Number of a pending submission: `kyc list` shows it on the line with the account's address. */
  async function numberOf(address: string): Promise<string> {
    const { stdout } = await operate(dataDir, 'kyc', 'list');
    const line = stdout.split('\n').find((each) => each.toLowerCase().includes(address.toLowerCase()));
    return /\d+/.exec(line ?? '')?.[0] ?? '';
  }
  return {
    numberOf,
    show: (number: string) => operate(dataDir, 'kyc', 'show', number),
    async decide(address: string, verdict: 'approve' | 'reject', ...reason: string[]): Promise<void> {
      const ended = await operate(dataDir, 'kyc', verdict, await numberOf(address), ...reason);
      expect(ended, ended.stderr).toMatchObject({ code: 0 });
    },
  };
}
