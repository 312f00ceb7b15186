/** Counts in the sentences that operators read. */

/** `1 device`, `2 devices`. */
export const counted = (count: number | bigint, one: string, many = `${one}s`): string =>
  `${count} ${Number(count) === 1 ? one : many}`;
