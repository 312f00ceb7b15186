// Keeps a text while something runs that changes what it is made of, such as a balance that a payment lowers before
// its answer is known.
import { useState } from 'react';

export function useFrozen(text: string, frozen: boolean): string {
  const [kept, setKept] = useState(text);
  if (frozen) return kept;
  if (kept !== text) setKept(text);
  return text;
}
