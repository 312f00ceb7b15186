// What is kept of announcements on the device: for everybody, once a language. Where a language has none, another's is better
// than nothing while there is no network; the text says which language it is in.
import { type Last, lastOfAnyone } from '#api/last.ts';
import { type Language, LANGUAGES } from '#contract/languages.ts';

export interface LastText<T> extends Last<T> {
  /** In no language any more: it was withdrawn. */
  forget: () => Promise<void>;
}

/** What is kept under `name` in a language, else in another one. */
export function lastIn<T>(lang: Language, name: string): LastText<T> {
  const under = (each: Language) => lastOfAnyone<T | null>(`${each}.${name}`);
  return {
    keep: under(lang).keep,
    recall: async () => {
      for (const each of [lang, ...LANGUAGES.filter((other) => other !== lang)]) {
        const found = await under(each).recall();
        if (found) return found;
      }
      return undefined;
    },
    forget: async () => {
      for (const each of LANGUAGES) if (await under(each).recall()) await under(each).keep(null);
    },
  };
}
