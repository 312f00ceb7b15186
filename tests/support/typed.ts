/** An operator's commands typed at a running server: one that must succeed, one that must be refused in one line. */
import { expect } from 'vitest';
import { operate } from '#tests/support/command.ts';

export interface Typed {
  /** Succeeds; resolves with what it said. */
  readonly done: (...args: string[]) => Promise<string>;
  /** Is refused in one clear line, which it resolves with. */
  readonly refused: (...args: string[]) => Promise<string>;
}

/** Commands to the server of the moment, for a test's server starts after its file was read. */
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
