// Gives the page its texts. Lingui's own provider renders whatever shows one at once: 140 ms in one task on a slow phone, and
// twice for a new language. Here it is a transition, rendered in slices of 5 ms.
import { i18n } from '@lingui/core';
import { LinguiContext } from '@lingui/react';
import { startTransition, useEffect, useLayoutEffect, useState, type ReactNode } from 'react';

/** A new object whenever texts were loaded or the language changed. */
const textsNow = () => ({ i18n: new Proxy(i18n, {}), _: i18n.t.bind(i18n) });
let texts = textsNow();
i18n.on('change', () => {
  texts = textsNow();
});

export function Texts({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState(texts);
  useEffect(() => {
    const show = () => startTransition(() => setShown(texts));
    // They may have changed since the first render.
    show();
    return i18n.on('change', show);
  }, []);
  useLayoutEffect(() => {
    // In the same frame as the texts: each of the two lays out the whole page.
    document.documentElement.lang = i18n.locale;
  }, [shown]);
  return <LinguiContext value={shown}>{children}</LinguiContext>;
}
