// Keyboard shortcuts: what a key does, and which keys are left alone because they belong to a field or to the browser.

/** Pages by the key that follows `g`. */
const PLACES = { h: '/', m: '/pages/mining/index', a: '/pages/asset/index' } as const;

/** The second key must follow within this time. */
const PAIR_MS = 1500;

interface Key {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  repeat: boolean;
  isComposing: boolean;
}

export interface Begun {
  /** When `g` was pressed, in milliseconds. */
  at: number;
}

type ShortcutAction = { go: string } | 'search' | 'list' | { begun: Begun };

/** What a key does, or nothing. `begun`: `g` was pressed before it. */
export function actionFor(pressed: Key, begun: Begun | undefined, now: number): ShortcutAction | undefined {
  const { key, ctrlKey, metaKey, altKey, repeat, isComposing } = pressed;
  if (ctrlKey || metaKey || altKey || repeat || isComposing) return undefined;
  if (begun && now - begun.at <= PAIR_MS && Object.hasOwn(PLACES, key))
    return { go: PLACES[key as keyof typeof PLACES] };
  if (key === 'g') return { begun: { at: now } };
  if (key === '/') return 'search';
  return key === '?' ? 'list' : undefined;
}
