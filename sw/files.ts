// The files of this version, as the build names them to the worker.
import type { PrecacheEntry } from 'workbox-precaching';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] };

const all = self.__WB_MANIFEST as PrecacheEntry[];
const isTexts = ({ url }: PrecacheEntry): boolean => url.startsWith('assets/texts/');

/** Kept before they are asked for. */
export const SHELL = all.filter((file) => !isTexts(file));

/** Two files a language, as paths; only the languages in use are kept. */
export const TEXTS = all.filter(isTexts).map(({ url }) => `/${url}`);
