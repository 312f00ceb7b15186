/** Values shared by the examples: accounts, a single day, and obviously made-up hashes. */

export const ADDRESS = '0x8f3a2b1c4d5e6f708192a3b4c5d6e7f8091a2b3c';
export const OTHER = '0x51b0c2d3e4f5061728394a5b6c7d8e9f0a1b2c3d';

const DAY = '2026-11-21';

/** A UTC time, by default on the examples' day: `at('08:30')`. */
export const at = (time: string, day = DAY): string => `${day}T${time}:00.000Z`;

/** 32 bytes in hex, all the same. */
export const hash = (pair: string): string => `0x${pair.repeat(32)}`;

/** The last page of a list, with these items. */
export const last = <T>(...items: T[]): { items: T[]; nextCursor: null } => ({ items, nextCursor: null });
