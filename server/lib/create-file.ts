/** Creating a file that several processes may want to create at once. */
import * as fs from 'node:fs';

/** Runs the step that creates the file; false if it exists. */
function unlessThere(create: () => void): boolean {
  try {
    create();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Creates a file with its content in one step; false if it exists. */
export function createFile(file: string, text: string, mode?: number): boolean {
  const draft = `${file}.${process.pid}`;
  fs.writeFileSync(draft, text, { flush: true, ...(mode !== undefined && { mode }) });
  try {
    return unlessThere(() => fs.linkSync(draft, file));
  } catch {
    // A file system without links. Only there may another process read a file that is partly written.
    return unlessThere(() => fs.copyFileSync(draft, file, fs.constants.COPYFILE_EXCL));
  } finally {
    fs.rmSync(draft, { force: true });
  }
}
