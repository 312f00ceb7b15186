// Runs the steps of `npm run check` and `npm test`. Prints one line per step with its time; output only if it fails or is `live`.
import { delimiter, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { spawnLeashed } from '#server/lib/leash.ts';

export const ROOT = join(import.meta.dirname, '../..');
const BIN = join(ROOT, 'node_modules/.bin');

export interface Step {
  name: string;
  command: [tool: string, ...args: string[]];
  /** Shows the output while the step runs; for long steps. */
  live?: boolean;
  /** Seconds after which the step is stopped and failed. */
  limit?: number;
  env?: Record<string, string>;
}

/** Lines of output shown for a failed step. */
const SHOWN = 150;
const shortened = (output: string): string => {
  const lines = output.split('\n');
  const rest = lines.length - SHOWN;
  return rest > 0 ? `${lines.slice(0, SHOWN).join('\n')}\n… and ${rest} more lines` : output;
};

/** Tools cannot see through the pipe that the output goes to a terminal. */
const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};

const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(1).padStart(6);

/**
 * The part of a test run's output about its failures, from the first failure's headline on. It is repeated at the end, because other
 * stages run in between and often only the last lines of a long log are stored.
 */
export function failuresOf(output: string): string {
  const lines = output.split('\n');
  const first = lines.findIndex((line) => /^⎯+ (Failed|Unhandled) /.test(stripVTControlCharacters(line)));
  return shortened(lines.slice(first < 0 ? -30 : first).join('\n'));
}

/** Runs one tool from node_modules/.bin, PATH, or Node itself. Resolves with its exit code and output. */
function run(step: Step): Promise<{ code: number; output: string }> {
  const [tool, ...args] = step.command;
  const child = spawnLeashed(tool === 'node' ? process.execPath : tool, args, {
    cwd: ROOT,
    ask: 'INT',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...colours, ...process.env, ...step.env, PATH: `${BIN}${delimiter}${process.env['PATH'] ?? ''}` },
  });
  let output = '';
  const hear = (part: string): void => {
    output += part;
    if (step.live) process.stdout.write(part);
  };
  child.stdout?.setEncoding('utf8').on('data', hear);
  child.stderr?.setEncoding('utf8').on('data', hear);
  const limit = step.limit ?? 600;
  const timer = setTimeout(() => {
    output += `\n${step.name} was stopped after ${limit} s`;
    child.kill('SIGKILL');
  }, limit * 1000);
  return new Promise((resolve) => {
    child.on('error', (error) => {
      clearTimeout(timer);
      resolve({ code: 127, output: `${tool} could not be started: ${error.message}` });
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code: code ?? 1, output: signal ? `${output}\nended by ${signal}` : output });
    });
  });
}

/** Runs a step and prints its line. Resolves with null if it passed, otherwise with its output. */
export async function report(step: Step): Promise<string | null> {
  const start = performance.now();
  if (step.live) console.log(`      …  ${step.name}`);
  const { code, output } = await run(step);
  console.log(`${seconds(start)} s ${code === 0 ? '✓' : '✗'} ${step.name}`);
  if (code === 0) return null;
  if (!step.live && output.trim()) console.log(`\n${shortened(output.trimEnd())}\n`);
  return output;
}

/** Runs independent steps, two at a time. Resolves with the names of those that failed. */
export async function runAll(steps: Step[]): Promise<string[]> {
  const queue = [...steps];
  const failed: string[] = [];
  const runNext = async (): Promise<void> => {
    for (let step = queue.shift(); step; step = queue.shift())
      if ((await report(step)) !== null) failed.push(step.name);
  };
  await Promise.all([runNext(), runNext()]);
  return failed;
}
