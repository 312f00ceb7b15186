/** The operator's side of verifications, by the operator's command. */
import { expect } from 'vitest';
import { operate } from '#tests/support/command.ts';
import type { Document } from '#tests/support/http.ts';

/** A document of a form, called a PNG unless told. */
export const file = (bytes: Buffer | string, type = 'image/png', name = 'passport.png'): Document => ({
  bytes: Buffer.from(bytes as Buffer),
  type,
  name,
});

/** Of the server that runs on this folder. */
export function reviewOn(dataDir: string) {
  /** The operator's number of a submission that waits: the line of `kyc list` that holds the account's address. */
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
