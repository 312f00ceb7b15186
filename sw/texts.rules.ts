// Which files of texts a new version fetches and which it lets go, by what is kept so far.

/** The language of a file of texts: `/assets/texts/zh-Hans-Ab12_-cd.js`, whose hash has 8 characters. */
const languageOf = (path: string): string | undefined => /\/([A-Za-z-]+)-[\w-]{8}\.js$/.exec(path)?.[1];

/** Of this version's files those that are missing although their language is in use, or the browser's own. */
export function missingTexts(cached: readonly string[], files: readonly string[], own: string): string[] {
  const inUse = new Set([own, ...cached.map(languageOf)]);
  return files.filter((file) => !cached.includes(file) && inUse.has(languageOf(file)));
}

/** Kept files that are not of this version. */
export const outdatedTexts = (cached: readonly string[], files: readonly string[]): string[] =>
  cached.filter((path) => !files.includes(path));
