// Web storage that never throws: the browser may forbid it or it may be full, and the page must still work: it then
// remembers for as long as it is open. Workers have none.

type Area = 'sessionStorage' | 'localStorage';
export interface TextStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  keys(): string[];
}

function memory(): TextStorage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    keys: () => [...values.keys()],
  };
}

function open(area: Area): TextStorage {
  const spare = memory();
  let real: Omit<TextStorage, 'keys'> | undefined;
  try {
    real = (globalThis as Partial<Record<Area, Omit<TextStorage, 'keys'>>>)[area];
    real?.getItem('lang');
  } catch {
    real = undefined;
  }
  if (!real) return spare;
  const storage = real;
  return {
    getItem: (key) => spare.getItem(key) ?? storage.getItem(key),
    removeItem: (key) => {
      spare.removeItem(key);
      storage.removeItem(key);
    },
    keys: () => [...new Set([...spare.keys(), ...Object.keys(storage)])],
    setItem: (key, value) => {
      try {
        storage.setItem(key, value);
        spare.removeItem(key);
      } catch {
        spare.setItem(key, value);
      }
    },
  };
}

export const session = open('sessionStorage');
export const local = open('localStorage');
