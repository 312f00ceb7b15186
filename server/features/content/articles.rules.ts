/** What a search of announcements means, and where their pictures lie. */

/** A pattern for `ilike` that finds the words as they were typed: none of their characters is a wildcard. */
export const likePattern = (search: string): string | undefined => {
  const words = search.trim().normalize('NFC');
  return words === '' ? undefined : `%${words.replace(/[\\%_]/g, '\\$&')}%`;
};

/** A page shows pictures of these two folders alone (src/ui/markdown.ts): no other server learns who reads. */
const PICTURE = /^\/(covers|pictures)\/(?:[\w-]+\/)*[\w-]+\.(svg|png|jpe?g|webp|avif)$/;

export const isPicturePath = (path: string): boolean => PICTURE.test(path);
