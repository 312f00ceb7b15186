// A browser with its own profile on disk, like an installed app's. Tests can kill it, as a crash would, and open it again.
import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import { CHROMIUM_FLAGS, MOBILE, recordToasts } from '#tests/support/browser.ts';
import { findChromium } from '#tests/support/tools.ts';

interface Profile {
  /**
   * Opens a browser on this profile; only one at a time. Without a network, nothing gets out of any of its processes:
   * `setOffline` alone does not hold back a worker that starts meanwhile.
   */
  open(more?: { network: boolean }): Promise<BrowserContext>;
  /**
   * Lets this site show notifications in the browsers opened from now on, from their start. Permissions granted to a
   * running browser come too late for a worker that it wakes immediately. Close or kill the browser first.
   */
  permit(): Promise<void>;
  /** Kills all processes of the browser with SIGKILL. */
  kill(): Promise<void>;
  /** A second profile with the same files, as after copying the disk. Close the browser first. */
  copy(): Promise<Profile>;
  /** Removes the profile. Close or kill the browser first. */
  remove(): Promise<void>;
}

/** Processes whose command line names the profile. */
const processesOf = (dir: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`--user-data-dir=${dir}\0`);
      } catch {
        return false;
      }
    })
    .map(Number);

/** Everything goes through a proxy that does not exist. */
const NO_NETWORK = ['--proxy-server=127.0.0.1:9', '--proxy-bypass-list=<-loopback>'];

/** Creates an empty profile, or a copy of another one's folder; `baseURL` applies to its pages. */
export async function newProfile(baseURL: string, original?: string): Promise<Profile> {
  const dir = await mkdtemp(join(tmpdir(), 'adit-profile-'));
  if (original !== undefined) await cp(original, dir, { recursive: true });
  let gone: Promise<unknown> = Promise.resolve();
  return {
    open: async ({ network } = { network: true }) => {
      const context = await chromium.launchPersistentContext(dir, {
        ...MOBILE,
        baseURL,
        locale: 'en-US',
        executablePath: findChromium() ?? '',
        args: network ? CHROMIUM_FLAGS : [...CHROMIUM_FLAGS, ...NO_NETWORK],
      });
      if (!network) await context.setOffline(true);
      await recordToasts(context);
      gone = new Promise((resolve) => context.once('close', resolve));
      return context;
    },
    permit: async () => {
      const file = join(dir, 'Default', 'Preferences');
      // A browser writes it seconds after starting, if at all.
      const text = await readFile(file, 'utf8').catch(() => '{}');
      const all = JSON.parse(text) as { profile?: object };
      const notifications = { [`${baseURL},*`]: { setting: 1 } };
      all.profile = { ...all.profile, content_settings: { exceptions: { notifications } } };
      await writeFile(file, JSON.stringify(all));
    },
    kill: async () => {
      for (const pid of processesOf(dir)) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // It ended together with a process killed before it.
        }
      }
      await gone;
    },
    copy: () => newProfile(baseURL, dir),
    remove: () => rm(dir, { recursive: true, force: true, maxRetries: 5 }),
  };
}
