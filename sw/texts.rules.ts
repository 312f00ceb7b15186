// Which text files a new version fetches and which it drops, given what is cached.

/** The language of a text file: `/assets/texts/zh-Hans-Ab12_-cd.js`, whose hash has 8 characters. */
const languageOf = (path: string): string | undefined => /\/([A-Za-z-]+)-[\w-]{8}\.js$/.exec(path)?.[1];

/** This version's files that are not cached although their language is in use or is the browser's own. */
export function missingTexts(cached: readonly string[], files: readonly string[], own: string): string[] {
  const inUse = new Set([own, ...cached.map(languageOf)]);
  return files.filter((file) => !cached.includes(file) && inUse.has(languageOf(file)));
}

/** Cached files that do not belong to this version. */
export const outdatedTexts = (cached: readonly string[], files: readonly string[]): string[] =>
  cached.filter((path) => !files.includes(path));
