/** What a search of announcements means. */

/** A pattern for `ilike` that finds the words as they were typed: none of their characters is a wildcard. */
export const likePattern = (search: string): string | undefined => {
  const words = search.trim().normalize('NFC');
  return words === '' ? undefined : `%${words.replace(/[\\%_]/g, '\\$&')}%`;
};
