// Announcements cached on the device: shared by everyone, once per language. If a language is missing while there is no
// network, another one is better than nothing; the text says which language it is in.
import { type Last, lastOfAnyone } from '#api/last.ts';
import { type Language, LANGUAGES } from '#contract/languages.ts';

interface LastText<T> extends Last<T> {
  /** The entry in this language only. */
  recallSame: Last<T>['recall'];
  /** Removes it in every language: it was withdrawn. */
  forget: () => Promise<void>;
}

/** The entry under `name` in a language, otherwise in another one. */
export function lastIn<T>(lang: Language, name: string): LastText<T> {
  const under = (each: Language) => lastOfAnyone<T | null>(`${each}.${name}`);
  return {
    keep: under(lang).keep,
    recallSame: async () => (await under(lang).recall()) ?? undefined,
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
