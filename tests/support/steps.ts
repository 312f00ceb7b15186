// Runs the steps of `npm run check` and `npm test`: one line a step with its time, output only when a step fails.
import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');
export const BIN = join(ROOT, 'node_modules/.bin');

export interface Step {
  name: string;
  command: [tool: string, ...args: string[]];
  /** Shows the output while it runs; for long steps. */
  live?: boolean;
  /** Seconds after which the step is stopped and failed. */
  limit?: number;
  env?: Record<string, string>;
}

/** Lines of a failed step that are shown; the tool itself tells the rest. */
const SHOWN = 150;
const shortened = (output: string): string => {
  const lines = output.split('\n');
  const rest = lines.length - SHOWN;
  return rest > 0 ? `${lines.slice(0, SHOWN).join('\n')}\n… and ${rest} more lines` : output;
};

const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(1).padStart(6);

/** Runs one tool of node_modules/.bin, of PATH or Node itself; resolves with its exit code and what it said. */
export function run(step: Step): Promise<{ code: number; output: string }> {
  const [tool, ...args] = step.command;
  const child = spawn(tool === 'node' ? process.execPath : tool, args, {
    cwd: ROOT,
    stdio: ['ignore', step.live ? 'inherit' : 'pipe', step.live ? 'inherit' : 'pipe'],
    env: { ...process.env, ...step.env, PATH: `${BIN}${delimiter}${process.env['PATH'] ?? ''}` },
  });
  let output = '';
  child.stdout?.on('data', (part: Buffer) => (output += part.toString()));
  child.stderr?.on('data', (part: Buffer) => (output += part.toString()));
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

/** Runs a step and prints its line; true when it passed. */
export async function report(step: Step): Promise<boolean> {
  const start = performance.now();
  if (step.live) console.log(`      …  ${step.name}`);
  const { code, output } = await run(step);
  console.log(`${seconds(start)} s ${code === 0 ? '✓' : '✗'} ${step.name}`);
  if (code !== 0 && output.trim()) console.log(`\n${shortened(output.trimEnd())}\n`);
  return code === 0;
}

/** Runs independent steps, `width` at a time; returns the names of those that failed. */
export async function runAll(steps: Step[], width = 2): Promise<string[]> {
  const queue = [...steps];
  const failed: string[] = [];
  const lane = async (): Promise<void> => {
    for (let step = queue.shift(); step; step = queue.shift())
      if (!(await report(step))) failed.push(step.name);
  };
  await Promise.all(Array.from({ length: width }, lane));
  return failed;
}
