// Saving a file that comes in parts: straight to the disk where the browser can write there, else through memory.

/** Where a file goes. One of `finish` and `drop` ends it. */
export interface Target {
  write: (part: Uint8Array) => Promise<void>;
  finish: () => Promise<void>;
  drop: () => Promise<void>;
}

export interface FileKind {
  name: string;
  /** As the file dialog says it. */
  description: string;
  mime: string;
  /** With its dot. */
  ending: `.${string}`;
}

interface Writable {
  write: (part: Uint8Array) => Promise<void>;
  close: () => Promise<void>;
  abort: () => Promise<void>;
}

/** Not in every browser, nor in TypeScript's list of what browsers have. */
interface Picker {
  showSaveFilePicker?: (options: {
    suggestedName: string;
    types: { description: string; accept: Record<string, string[]> }[];
  }) => Promise<{ createWritable: () => Promise<Writable> }>;
}

/** Gathered in memory and handed to the browser's downloads at the end. */
function memoryTarget({ name, mime }: FileKind): Target {
  let parts: BlobPart[] = [];
  return {
    write: async (part) => void parts.push(new Uint8Array(part)),
    finish: async () => {
      const url = URL.createObjectURL(new Blob(parts, { type: mime }));
      const link = document.createElement('a');
      link.href = url;
      link.download = name;
      link.click();
      // The browser reads it after this turn.
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    },
    drop: async () => void (parts = []),
  };
}

/** Must be called by a tap. Null when the person has closed the file dialog. */
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
 * Copies a stream to the target and tells each part that came. What fails or is stopped half-way leaves no file.
 * @throws whatever the stream or the disk says.
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
