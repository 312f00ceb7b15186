/** `npm run operator -- COMMAND …`: sends one command to the server that runs on DATA_DIR. */
import { dataDirOf } from '#server/config/config.ts';
import { command } from './terminal.ts';

try {
  const { code, stdout, stderr } = await command(dataDirOf(), process.argv.slice(2));
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  process.exitCode = code;
} catch (error) {
  // Only DATA_DIR itself can be wrong here.
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
