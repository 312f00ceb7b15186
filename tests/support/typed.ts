/** Runs operator commands on a running server and expects them to succeed, or to be refused in one line. */
import { expect } from 'vitest';
import { operate } from '#tests/support/command.ts';

export interface Typed {
  /** Expects success. Resolves with the output. */
  readonly done: (...args: string[]) => Promise<string>;
  /** Expects a refusal in one clear line. Resolves with that line. */
  readonly refused: (...args: string[]) => Promise<string>;
}

/** Takes a function, because a test's server starts after its file is loaded. */
export const typedAt = (app: () => { readonly dataDir: string }): Typed => ({
  async done(...args) {
    const ended = await operate(app().dataDir, ...args);
    expect([args, ended.code, ended.stderr]).toEqual([args, 0, '']);
    return ended.stdout;
  },
  async refused(...args) {
    const { code, stdout, stderr } = await operate(app().dataDir, ...args);
    expect([args, code, stdout]).toEqual([args, 1, '']);
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(stderr).not.toMatch(/ {4}at |Error:|undefined|\[object/);
    return stderr.trim();
  },
});
