/**
 * Answers one operator request: with help, a refusal in one line, or the command's answer. Logs changes before and
 * after.
 */
import type { Logger } from 'pino';
import { reasonOf } from '#server/db/faults.ts';
import { isUnavailable } from '#server/lib/refusal.ts';
import { helpOf, unknown } from './help.ts';
import type { OperatorLog, Outcome } from './log.ts';
import { type Answer, type Command, CommandError, type OperatorFile, type Request } from './protocol.ts';
import { readTyped } from './words.ts';

export interface Desk {
  readonly commands: readonly Command[];
  readonly journal: OperatorLog;
  readonly log: Logger;
}

export type Answered = Answer & { readonly ok: boolean; readonly wants?: string[] };

/** The format of a user's name: one line of limited length. */
const NAME = /^[^\p{Cc}]{1,60}$/u;
const FILE_NAME = /^[^\p{Cc}]{1,100}$/u;
const WORDS = 200;
const WORD = 4000;

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

const isFile = (value: unknown): value is OperatorFile =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as OperatorFile).name === 'string' &&
  typeof (value as OperatorFile).content === 'string';

/** @throws CommandError if it is not a request */
function checked(sent: unknown): Request {
  const { args, by, options = {}, files } = (sent ?? {}) as Partial<Request>;
  if (!isTexts(args) || typeof by !== 'string' || typeof options !== 'object')
    throw new CommandError('not a command');
  if (args.length > WORDS || args.some((word) => word.length > WORD))
    throw new CommandError(`a command has at most ${WORDS} words of ${WORD} characters`);
  if (files !== undefined && !(Array.isArray(files) && files.every(isFile)))
    throw new CommandError('not files');
  if (!NAME.test(by)) throw new CommandError('name a user in one line of at most 60 characters');
  return { args, by, options, ...(files && { files }) };
}

/** The last part of a path, as either operating system writes it. */
const plainName = (path: string): string => path.split(/[\\/]/).at(-1) ?? '';

/** Files under their plain names. @throws CommandError if two share one, or one has none */
function plainFiles(files: readonly OperatorFile[]): OperatorFile[] {
  const plain = files.map(({ name, content }) => ({ name: plainName(name), content }));
  for (const [at, { name }] of plain.entries()) {
    if (!FILE_NAME.test(name) || name === '.' || name === '..')
      throw new CommandError('a file has a name of at most 100 characters');
    if (plain.findIndex((other) => other.name === name) !== at)
      throw new CommandError(`two files are called ${name}`);
  }
  return plain;
}

export const FAILED = 'the command failed; the server log says why';
const UNNOTED = 'the command was not run: it could not be written into the log, and the server log says why';

/** Blames the database and says what that means; undefined if it was not the cause. */
const outage = (error: unknown, means: string): string | undefined =>
  isUnavailable(error)
    ? `the database cannot be reached or does not serve (${reasonOf(error)}); ${means}`
    : undefined;

/** What the operator is told about an unexpected error of a command that changes nothing. */
export const failure = (error: unknown): string => outage(error, 'nothing was changed') ?? FAILED;

/** @throws CommandError with the one-line answer */
export async function answer({ commands, journal, log }: Desk, sent: unknown): Promise<Answered> {
  const request = checked(sent);
  const { command, args, options, help } = readTyped(commands, request.args);
  if (help) {
    const text = helpOf(commands, help);
    if (text === undefined) throw new CommandError(unknown(commands, help));
    return { ok: true, text };
  }
  if (!command) throw new CommandError(unknown(commands, args));

  const { as: asName = null, out, help: _, ...own } = { ...request.options, ...options };
  if (asName !== null && !NAME.test(asName))
    throw new CommandError('--as names a user in one line of at most 60 characters');
  const wants = command.files?.(args, own) ?? [];
  if (wants.length > 0 && !request.files) return { ok: true, text: '', wants };
  const files = plainFiles(request.files ?? []);
  const missing = wants.find((path) => !files.some(({ name }) => name === plainName(path)));
  if (missing !== undefined) throw new CommandError(`the file ${missing} was not sent with the command`);

  const given = { options: out === undefined ? own : { ...own, out }, files };
  const run = async () => ({ ok: true, ...(await command.run(args, asName ?? request.by, given)) });
  if (!command.changes && !command.logged) return run();

  const entry = { osUser: request.by, asName, command: command.name, args, options: own, files };
  const id = await journal.begin(entry).catch((error: unknown) => {
    log.error({ err: error }, 'an operator command could not be logged');
    throw new CommandError(outage(error, 'the command was not run, and nothing was changed') ?? UNNOTED);
  });
  /** The operator gets the outcome even if it could not be logged. */
  const end = (outcome: Outcome, text: string) =>
    journal.end(id, outcome, text).catch((error: unknown) => {
      log.error({ err: error }, 'the end of an operator command could not be logged');
    });
  try {
    const reply = await run();
    await end('done', reply.text);
    return reply;
  } catch (error) {
    if (error instanceof CommandError) await end('refused', error.message);
    else await end('failed', FAILED);
    const lost = command.changes && outage(error, 'check what the command has changed before you repeat it');
    if (!lost) throw error;
    log.error({ err: error }, 'operator command failed');
    throw new CommandError(lost);
  }
}
