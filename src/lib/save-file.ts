// Saves a file that arrives in parts: straight to disk where the browser can write there, otherwise through memory.

/** Where the file is written. Either `finish` or `drop` must be called once at the end. */
export interface Target {
  write: (part: Uint8Array) => Promise<void>;
  finish: () => Promise<void>;
  drop: () => Promise<void>;
}

export interface FileKind {
  name: string;
  /** Shown in the file dialog. */
  description: string;
  mime: string;
  /** Includes the dot. */
  ending: `.${string}`;
}

interface Writable {
  write: (part: Uint8Array) => Promise<void>;
  close: () => Promise<void>;
  abort: () => Promise<void>;
}

/** Missing in some browsers, and in TypeScript's DOM types. */
interface Picker {
  showSaveFilePicker?: (options: {
    suggestedName: string;
    types: { description: string; accept: Record<string, string[]> }[];
  }) => Promise<{ createWritable: () => Promise<Writable> }>;
}

/** Frees the memory behind a blob's URL once it has been read: the browser reads it after the current task. */
export const revokeLater = (url: string): void => void setTimeout(() => URL.revokeObjectURL(url), 60_000);

/** Passes a file to the browser's downloads. */
export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  revokeLater(url);
}

/** Collects the parts in memory and passes them to the browser's downloads at the end. */
function memoryTarget({ name, mime }: FileKind): Target {
  let parts: BlobPart[] = [];
  return {
    write: async (part) => void parts.push(new Uint8Array(part)),
    finish: async () => {
      download(new Blob(parts, { type: mime }), name);
    },
    drop: async () => void (parts = []),
  };
}

/** Must be called from a tap. Null when the user closed the file dialog. */
export async function chooseTarget(kind: FileKind): Promise<Target | null> {
  const { showSaveFilePicker } = window as Picker;
  if (!showSaveFilePicker) return memoryTarget(kind);
  try {
    const handle = await showSaveFilePicker({
      suggestedName: kind.name,
      types: [{ description: kind.description, accept: { [kind.mime]: [kind.ending] } }],
    });
    const file = await handle.createWritable();
    return { write: (part) => file.write(part), finish: () => file.close(), drop: () => file.abort() };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    return memoryTarget(kind);
  }
}

/**
 * Copies a stream to the target and reports each part. A failed or aborted copy leaves no file.
 * @throws any error of the stream or the disk
 */
export async function saveStream(
  open: () => Promise<ReadableStream<Uint8Array>>,
  target: Target,
  onPart: (part: Uint8Array) => void,
  signal: AbortSignal,
): Promise<void> {
  try {
    const reader = (await open()).getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      await target.write(next.value);
      onPart(next.value);
    }
    signal.throwIfAborted();
    await target.finish();
  } catch (error) {
    await target.drop().catch(() => undefined);
    throw error;
  }
}
